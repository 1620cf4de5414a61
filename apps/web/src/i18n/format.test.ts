// SPDX-License-Identifier: Apache-2.0
import { expect, test } from 'vitest';
import { formatNumber } from './format.ts';

test.each([
  [66.5, 0, 'en', '67'],
  [41.84, 1, 'en', '41.8'],
  [3.9, 2, 'de', '3,90'],
  [1234.5, 1, 'en', '1,234.5'],
  [-3.25, 1, 'de', '−3,3'],
  [-0.04, 1, 'en', '0.0'],
])('%d with %d decimals in %s is %s', (value, decimals, language, text) => {
  expect(formatNumber(value, decimals, language)).toBe(text);
});
