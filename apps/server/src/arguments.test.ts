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
    [['--chek-config'], '--chek-config is not known'],
    [['start'], 'start is not known'],
    [['--check-config', 'now'], 'now does not belong here'],
    [['--write-secrets'], '--write-secrets takes the name of a file'],
    [['--write-secrets', '--check-config'], '--write-secrets takes the name of a file'],
    [['--write-secrets', 'a', 'b'], 'b does not belong here'],
  ])('%j is refused', (words, reason) => {
    expect(readArguments(words)).toEqual({ task: 'refuse', reason });
  });
});
