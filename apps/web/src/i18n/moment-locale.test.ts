// SPDX-License-Identifier: Apache-2.0
import { expect, test } from 'vitest';
import { formatMoment, momentLocale } from './moment-locale.ts';

test('dates in the China region are Chinese, whatever the languages of the browser and the app', () => {
  expect(momentLocale('perfuse.example.cn', 'de', ['de-AT'])).toBe('zh-CN');
});

test("elsewhere dates use the browser's locale where it matches the app's language, else that language", () => {
  expect(momentLocale('example.org', 'de', ['de-AT', 'de'])).toBe('de-AT');
  expect(momentLocale('example.org', 'ja', ['de-AT', 'de'])).toBe('ja');
});

test('a date and time is formatted by its locale', () => {
  const at = new Date(2026, 10, 21, 9, 41).getTime();
  expect(formatMoment(at, 'en-GB')).toBe('21 November 2026 at 09:41');
  expect(formatMoment(at, 'zh-CN')).toContain('2026年11月21日');
});
