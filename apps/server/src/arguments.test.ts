// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { readArguments } from './arguments.ts';

describe('the command line of the server', () => {
  it.each([
    [[], { task: 'serve' }],
    [['--help'], { task: 'help' }],
    [['--check-config'], { task: 'check' }],
    [['--write-secrets', 'keys.json'], { task: 'write-secrets', file: 'keys.json' }],
  ])('%j', (words, task) => {
    expect(readArguments(words)).toEqual(task);
  });

  it.each([
    [['--chek-config'], 'unknown argument: --chek-config'],
    [['start'], 'unknown argument: start'],
    [['--check-config', 'now'], 'unexpected argument: now'],
    [['--write-secrets'], '--write-secrets needs a file name'],
    [['--write-secrets', '--check-config'], '--write-secrets needs a file name'],
    [['--write-secrets', 'a', 'b'], 'unexpected argument: b'],
  ])('%j is refused', (words, reason) => {
    expect(readArguments(words)).toEqual({ task: 'refuse', reason });
  });
});
