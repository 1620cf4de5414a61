// SPDX-License-Identifier: Apache-2.0
import { expect, test } from 'vitest';
import { languageOf, startLanguage } from './language.ts';

test.each([
  ['en', 'en'],
  ['en-GB', 'en'],
  ['ja', 'ja'],
  ['cn', 'zh-Hans'],
  ['zh', 'zh-Hans'],
  ['zh-Hans', 'zh-Hans'],
  ['zh-CN', 'zh-Hans'],
  ['br', 'pt-BR'],
  ['pt-BR', 'pt-BR'],
  ['pt-PT', 'pt'],
  ['de-AT', 'de'],
  ['tlh', null],
  ['', null],
])('the code %s means %s', (code, language) => {
  expect(languageOf(code)).toBe(language);
});

const ALL = ['en', 'de', 'zh-Hans'];

test('the language of the browser is taken when there are texts for it', () => {
  expect(startLanguage('example.org', ['fr-CA', 'de-AT', 'en'], ALL)).toBe('de');
});

test('without any of the browser languages it is English', () => {
  expect(startLanguage('example.org', ['tlh', 'fr'], ALL)).toBe('en');
  expect(startLanguage('example.org', [], ALL)).toBe('en');
});

test('a host ending in .cn starts in Chinese', () => {
  expect(startLanguage('perfuse.example.cn', ['de'], ALL)).toBe('zh-Hans');
});
