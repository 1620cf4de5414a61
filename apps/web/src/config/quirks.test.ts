// SPDX-License-Identifier: Apache-2.0
import { expect, test } from 'vitest';
import { DEPARTURES, QUIRKS } from './quirks.ts';

test.each(Object.entries(QUIRKS))('%s can be switched', (_, row) => {
  expect(row.literal).not.toEqual(row.corrected);
});

test.each(DEPARTURES)(
  'a departure from the specification gives its reason: $letter',
  ({ letter, instead, reason }) => {
    for (const sentence of [letter, instead, reason]) expect(sentence).toMatch(/^[A-Z].*\.$/);
  },
);
