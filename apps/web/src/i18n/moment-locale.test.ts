// SPDX-License-Identifier: Apache-2.0
import { expect, test } from 'vitest';
import { momentLocale } from './moment-locale.ts';

test('dates in the China region are Chinese, whatever the browser and the app speak', () => {
  expect(momentLocale('perfuse.example.cn', 'de', ['de-AT'])).toBe('zh-CN');
});

test('elsewhere dates follow the browser where it speaks the language of the app, else that language', () => {
  expect(momentLocale('example.org', 'de', ['de-AT', 'de'])).toBe('de-AT');
  expect(momentLocale('example.org', 'ja', ['de-AT', 'de'])).toBe('ja');
});
