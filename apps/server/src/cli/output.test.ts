// SPDX-License-Identifier: Apache-2.0
import { expect, test } from 'vitest';
import { sheet, table } from './output.ts';

test('names are printed without terminal control characters', () => {
  const name = '\u001b[2JAda\u009b1m\nByron';
  const shown = ' [2JAda 1m Byron';
  expect(table(['NAME'], [[name]], '')).toBe(`NAME\n${shown}`);
  expect(sheet({ name })).toBe(`name  ${shown}`);
});
