// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { acceptedLanguage, LANGUAGES, languageOf } from './language.ts';

test.each([
  ['de', 'de'],
  ['de-AT,de;q=0.9,en;q=0.8', 'de'],
  ['tlh,fr;q=0.5,en;q=0.7', 'en'],
  ['tlh, ja ; q=0.4', 'ja'],
  ['pt-BR', 'pt-BR'],
  ['pt-PT', 'pt'],
  ['zh-CN', 'zh-Hans'],
  ['br,fr-FR;q=0.8', 'fr'],
  ['br-FR', 'en'],
  ['en;q=0, it', 'it'],
  ['de;q=0', 'en'],
  ['es;q=banana, it;q=0.1', 'it'],
  ['*', 'en'],
  ['', 'en'],
  ['constructor', 'en'],
])('%s selects %s', (header, language) => {
  expect(acceptedLanguage(header)).toBe(language);
});

test('any header leads to a supported language', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 600 }), (header) => {
      expect(LANGUAGES).toContain(acceptedLanguage(header));
    }),
  );
});

test('every supported tag maps to itself', () => {
  for (const language of LANGUAGES) expect(languageOf(language)).toBe(language);
});
