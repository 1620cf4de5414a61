// SPDX-License-Identifier: Apache-2.0
import { expect, test } from 'vitest';
import {
  dateLocale,
  languageOf,
  LANGUAGES,
  numberLocale,
  startLanguage,
  type LanguagePreferences,
} from './language.ts';

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

const ALL = ['en', 'de', 'fr', 'it', 'ja', 'zh-Hans'];
const SILENCE: LanguagePreferences = {
  launchProfile: null,
  configuration: null,
  chosen: null,
  host: 'example.org',
  browser: [],
};

test('the language of the browser is used when there are texts for it', () => {
  expect(startLanguage({ ...SILENCE, browser: ['es-MX', 'de-AT', 'en'] }, ALL)).toBe('de');
});

test('the code br is Breton in a browser, which is skipped, and Brazilian Portuguese in a link', () => {
  const wishes = { ...SILENCE, browser: ['br-FR', 'br', 'fr'] };
  expect(startLanguage(wishes, LANGUAGES)).toBe('fr');
  expect(startLanguage({ ...wishes, launchProfile: 'br' }, LANGUAGES)).toBe('pt-BR');
  expect(dateLocale('pt-BR', wishes.browser)).toBe('pt-BR');
});

test('English is used when no browser language has texts', () => {
  expect(startLanguage({ ...SILENCE, browser: ['tlh', 'es'] }, ALL)).toBe('en');
  expect(startLanguage(SILENCE, ALL)).toBe('en');
});

test('a host ending in .cn starts in Chinese', () => {
  const wishes = { ...SILENCE, host: 'perfuse.example.cn', browser: ['de'] };
  expect(startLanguage(wishes, ALL)).toBe('zh-Hans');
});

test('launch profile, configuration, choice, host and browser determine the language in this order', () => {
  const wishes: LanguagePreferences = {
    launchProfile: 'fr',
    configuration: 'it',
    chosen: 'ja',
    host: 'perfuse.example.cn',
    browser: ['de'],
  };
  expect(startLanguage(wishes, ALL)).toBe('fr');
  expect(startLanguage({ ...wishes, launchProfile: null }, ALL)).toBe('it');
  expect(startLanguage({ ...wishes, launchProfile: null, configuration: null }, ALL)).toBe('ja');
});

test('a preference for a language without texts falls back to the next one', () => {
  expect(
    startLanguage({ ...SILENCE, launchProfile: 'tlh', chosen: 'es', browser: ['de'] }, ALL),
  ).toBe('de');
});

test('numbers use pt-PT for European Portuguese, and the language tag itself otherwise', () => {
  expect(numberLocale('pt')).toBe('pt-PT');
  expect(LANGUAGES.filter((language) => numberLocale(language) !== language)).toEqual(['pt']);
});

test("dates use the browser's regional locale where it matches the language", () => {
  expect(dateLocale('en', ['de', 'en-IN', 'en'])).toBe('en-IN');
  expect(dateLocale('pt-BR', ['pt-PT', 'en'])).toBe('pt-BR');
  expect(dateLocale('pt', ['en'])).toBe('pt-PT');
});
