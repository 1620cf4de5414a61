// SPDX-License-Identifier: Apache-2.0
import { expect, test } from 'vitest';
import { callingCodeOf, internationalNumber } from './phone.ts';

test.each([
  ['86', '138 0013 8000', '+8613800138000'],
  ['1', '(415) 555-2671', '+14155552671'],
  ['49', '0151 23456789', '+4915123456789'],
  ['39', '06 1234 5678', '+390612345678'],
  ['86', '+44 20 7946 0958', '+442079460958'],
  ['49', '0049 151 23456789', '+4915123456789'],
  ['86', '0044 20 7946 0958', '+442079460958'],
  ['86', '138', null],
  ['86', 'phone', null],
  ['999', '138 0013 8000', null],
  ['', '138 0013 8000', null],
])('the prefix +%s and the number %s give %s', async (prefix, national, international) => {
  expect(await internationalNumber(prefix, national)).toBe(international);
});

test.each([
  ['de-AT', '43'],
  ['zh-Hans-CN', '86'],
  ['en', ''],
  ['en-US', '1'],
])('the prefix of %s is %s', async (tag, prefix) => {
  expect(await callingCodeOf(tag)).toBe(prefix);
});
