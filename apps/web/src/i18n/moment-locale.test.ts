// SPDX-License-Identifier: Apache-2.0
import { expect, test } from 'vitest';
import { formatMoment, momentLocale } from './moment-locale.ts';

test('dates in the China region are Chinese, whatever the browser and the app speak', () => {
  expect(momentLocale('perfuse.example.cn', 'de', ['de-AT'])).toBe('zh-CN');
});

test('elsewhere dates follow the browser where it speaks the language of the app, else that language', () => {
  expect(momentLocale('example.org', 'de', ['de-AT', 'de'])).toBe('de-AT');
  expect(momentLocale('example.org', 'ja', ['de-AT', 'de'])).toBe('ja');
});

test('a moment is written in the way of its locale', () => {
  const at = new Date(2026, 10, 21, 9, 41).getTime();
  expect(formatMoment(at, 'en-GB')).toBe('21 November 2026 at 09:41');
  expect(formatMoment(at, 'zh-CN')).toContain('2026年11月21日');
});
