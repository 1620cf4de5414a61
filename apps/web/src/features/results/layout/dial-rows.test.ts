// SPDX-License-Identifier: Apache-2.0
import { expect, test } from 'vitest';
import { wideDials } from './dial-rows.ts';

test.each([
  ['one', '.', 'W'],
  ['a pair', '..', '--'],
  ['an odd number', '...', 'W--'],
  ['an extreme one of a pair', '!.', 'WW'],
  ['the other of a pair', '.!', 'WW'],
  ['an extreme one before a pair', '!..', 'W--'],
  ['between pairs', '..!..', '--W--'],
  ['two extreme ones', '.!!..', 'WWW--'],
])('%s: no dial is left alone at half the width', (_, values, expected) => {
  const wide = wideDials(Array.from(values, (value) => value === '!'));
  expect(wide.map((isWide) => (isWide ? 'W' : '-')).join('')).toBe(expected);
});
