// SPDX-License-Identifier: Apache-2.0
import { expect, test } from 'vitest';
import { sheet, table } from './output.ts';

test('names are printed without terminal control characters', () => {
  const name = '\u001b[2JAda\u009b1m\nByron';
  const shown = ' [2JAda 1m Byron';
  expect(table(['NAME'], [[name]], '')).toBe(`NAME\n${shown}`);
  expect(sheet({ name })).toBe(`name  ${shown}`);
});

test('a name cannot reverse or break the line that it is printed in', () => {
  const overrides = ['\u202a', '\u202b', '\u202c', '\u202d', '\u202e'];
  for (const one of [...overrides, '\u2066', '\u2067', '\u2068', '\u2069', '\u2028', '\u2029']) {
    expect(table(['NAME', 'ID'], [[`A${one}b`, 7]], '')).toBe('NAME  ID\nA b   7');
  }
  expect(sheet({ name: 'עדה\u200f 😀' })).toBe('name  עדה\u200f 😀');
});
