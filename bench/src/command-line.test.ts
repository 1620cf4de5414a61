// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { parseLine } from './command-line.ts';

const options = { people: { type: 'string', default: '12' }, json: { type: 'boolean' } } as const;

describe('the command line of a bench', () => {
  it('gives what was asked for, else what is usual', () => {
    expect(parseLine(['--people', '3'], options)).toMatchObject({ values: { people: '3' } });
    expect(parseLine([], options)).toMatchObject({ kind: 'run', values: { people: '12' } });
  });

  it.each([['--help'], ['-h'], ['--people', '3', '--help']])(
    '%s asks what there is',
    (...words) => {
      expect(parseLine(words, options)).toEqual({ kind: 'help' });
    },
  );

  it.each([
    ['--poeple', /--poeple/],
    ['--people', /--people/],
    ['three', /three/],
  ])('%s is refused by its name', (word, reason) => {
    const line = parseLine([word], options);
    expect(line.kind === 'wrong' && line.reason).toMatch(reason);
  });
});
