// SPDX-License-Identifier: Apache-2.0
import { expect, test } from 'vitest';
import { formatMoment, formatNumber } from './format.ts';

test.each([
  [66.5, 0, 'en', '67'],
  [41.84, 1, 'en', '41.8'],
  [3.9, 2, 'de', '3,90'],
  [1234.5, 1, 'en', '1,234.5'],
])('%d with %d decimals in %s is %s', (value, decimals, language, text) => {
  expect(formatNumber(value, decimals, language)).toBe(text);
});

test('a moment is written in the way of its locale', () => {
  const at = new Date(2026, 10, 21, 9, 41).getTime();
  expect(formatMoment(at, 'en-GB')).toBe('21 November 2026 at 09:41');
  expect(formatMoment(at, 'zh-CN')).toContain('2026年11月21日');
});
