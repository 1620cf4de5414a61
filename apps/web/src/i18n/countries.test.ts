// SPDX-License-Identifier: Apache-2.0
import { LANGUAGES } from '@perfuse/contract/language';
import { expect, test } from 'vitest';
import { browserCountry, countryName, namedCountries } from './countries.ts';

test.for([
  [['de-AT', 'de', 'en-US'], 'AT'],
  [['de', 'en-US', 'en'], 'DE'],
  [['ja', 'en-US'], 'JP'],
  [['en', 'en-GB', 'de-DE'], 'GB'],
  [['zh-Hant-TW'], 'TW'],
  [['en', 'de-DE'], ''],
  [['es-419', 'es'], ''],
  [['C', 'it'], 'IT'],
  [['en-AQ'], ''],
  [[], ''],
] as const)(
  'the country is prefilled from the region of the browser: %j, %s',
  ([tags, country]) => {
    expect(browserCountry(tags)).toBe(country);
  },
);

test('countries have their names in all nine languages', () => {
  const names = LANGUAGES.map((language) => countryName('DE', language));
  expect(names).toEqual([
    'Germany',
    'ドイツ',
    '德国',
    'Alemania',
    'Alemanha',
    'Germania',
    'Allemagne',
    'Deutschland',
    'Alemanha',
  ]);
  for (const language of LANGUAGES) {
    const unnamed = namedCountries(language).filter(({ code, name }) => code === name);
    expect(unnamed, language).toEqual([]);
  }
});

test('countries are sorted by their names, by the collation of the language', () => {
  const names = namedCountries('de').map(({ name }) => name);
  expect(names).toHaveLength(242);
  expect(names.indexOf('Österreich') - names.indexOf('Oman')).toBe(1);
});
