// SPDX-License-Identifier: Apache-2.0
import { LANGUAGES } from '../language.ts';
import type { OrgAddress } from './organisation.ts';

type Part = keyof OrgAddress;
/** Groups of parts; the parts of a group are joined by spaces, the groups by commas. */
type Pattern = readonly (readonly Part[])[];

const STREET: Pattern = [['Line1'], ['Line2']];
const POSTAL_CODE_FIRST: Pattern = [...STREET, ['PostalCode', 'City'], ['State'], ['Country']];
const POSTAL_CODE_AFTER_CITY: Pattern = [...STREET, ['City', 'PostalCode'], ['State'], ['Country']];
const POSTAL_CODE_APART: Pattern = [...STREET, ['City'], ['State'], ['PostalCode'], ['Country']];
const WITH_STATE: Pattern = [...STREET, ['City'], ['State', 'PostalCode'], ['Country']];

/** Countries that differ from the most common order, postal code before city. */
const PATTERNS: Readonly<Record<string, Pattern>> = {
  AU: [...STREET, ['City', 'State', 'PostalCode'], ['Country']],
  BR: POSTAL_CODE_APART,
  CA: WITH_STATE,
  CO: POSTAL_CODE_APART,
  EG: POSTAL_CODE_APART,
  GB: POSTAL_CODE_APART,
  HU: [['City'], ...STREET, ['PostalCode'], ['Country']],
  ID: WITH_STATE,
  IE: POSTAL_CODE_APART,
  IN: POSTAL_CODE_AFTER_CITY,
  LV: POSTAL_CODE_APART,
  MT: POSTAL_CODE_AFTER_CITY,
  NZ: POSTAL_CODE_AFTER_CITY,
  PK: POSTAL_CODE_AFTER_CITY,
  SA: POSTAL_CODE_AFTER_CITY,
  SG: POSTAL_CODE_AFTER_CITY,
  TH: WITH_STATE,
  US: WITH_STATE,
  ZA: POSTAL_CODE_AFTER_CITY,
};

/** From the largest unit to the smallest; applies to addresses written in the local script. */
const LARGEST_FIRST: Readonly<Record<string, readonly Part[]>> = {
  CN: ['Country', 'State', 'City', 'Line1', 'Line2', 'PostalCode'],
  JP: ['Country', 'PostalCode', 'State', 'City', 'Line1', 'Line2'],
  KR: ['Country', 'State', 'City', 'Line1', 'Line2', 'PostalCode'],
  TW: ['Country', 'PostalCode', 'State', 'City', 'Line1', 'Line2'],
};

const FURTHER_NAMES = {
  usa: 'US',
  'u.s.a.': 'US',
  'u.s.': 'US',
  'united states of america': 'US',
  uk: 'GB',
  'u.k.': 'GB',
  'great britain': 'GB',
  england: 'GB',
  scotland: 'GB',
  wales: 'GB',
  'northern ireland': 'GB',
  中国: 'CN',
  大韓民国: 'KR',
  대한민국: 'KR',
  한국: 'KR',
  臺灣: 'TW',
  台灣: 'TW',
  magyarország: 'HU',
};

let names: ReadonlyMap<string, string> | undefined;

/** Countries with their own order, by their names in all languages of the product. */
function countriesByName(): ReadonlyMap<string, string> {
  const codes = [...Object.keys(PATTERNS), ...Object.keys(LARGEST_FIRST)];
  const inLanguages = LANGUAGES.flatMap((language) => {
    const of = new Intl.DisplayNames(language, { type: 'region' });
    return codes.map((code) => [(of.of(code) ?? code).toLowerCase(), code] as const);
  });
  return new Map([
    ...Object.entries(FURTHER_NAMES),
    ...inLanguages,
    ...codes.map((code) => [code.toLowerCase(), code] as const),
  ]);
}

function countryOf({ Country }: OrgAddress): string | undefined {
  names ??= countriesByName();
  return names.get(Country.trim().toLowerCase());
}

const IN_OWN_SCRIPT = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** An address on one line, in the order of its country; empty parts are left out. */
export function addressLine(address: OrgAddress): string {
  const country = countryOf(address) ?? '';
  const together = (parts: readonly Part[]): string =>
    parts
      .map((part) => address[part].trim())
      .filter((text) => text !== '')
      .join(' ');
  const largestFirst = LARGEST_FIRST[country];
  if (largestFirst !== undefined && IN_OWN_SCRIPT.test(address.Line1 + address.City)) {
    return together(largestFirst);
  }
  return (PATTERNS[country] ?? POSTAL_CODE_FIRST)
    .map(together)
    .filter((text) => text !== '')
    .join(', ');
}
