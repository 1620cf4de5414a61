// SPDX-License-Identifier: Apache-2.0
import { COUNTRIES, isCountry } from '@perfuse/contract/person/countries';
import { numberLocale } from './language.ts';

/** Languages spoken in many countries: the language alone does not identify the country. */
const SPOKEN_AROUND_THE_WORLD = new Set(['ar', 'en', 'es', 'fr', 'pt', 'zh']);

/**
 * The country of the browser's settings, ISO 3166-1 alpha-2: the region given with its first language, else the
 * language's home country; '' when neither is known.
 */
export function browserCountry(languages: readonly string[] = navigator.languages): string {
  const locales = languages.map(localeOf).filter((locale) => locale !== null);
  const first = locales[0];
  if (first === undefined) return '';
  const { language } = first;
  const region =
    locales.find((locale) => locale.language === language && locale.region !== undefined)?.region ??
    (SPOKEN_AROUND_THE_WORLD.has(language) ? undefined : first.maximize().region);
  return region !== undefined && isCountry(region) ? region : '';
}

/** Null for values that are no language tag, such as `C`, which some browsers report. */
function localeOf(tag: string): Intl.Locale | null {
  try {
    return new Intl.Locale(tag);
  } catch {
    // A later language in the list may be usable.
    return null;
  }
}

/** A country's name in the person's language. */
export const countryName = (alpha2: string, language: string): string =>
  new Intl.DisplayNames(numberLocale(language), { type: 'region' }).of(alpha2) ?? alpha2;

export interface NamedCountry {
  /** ISO 3166-1 alpha-2. */
  readonly code: string;
  readonly name: string;
}

/** Every country, sorted by its name in the person's language. */
export function namedCountries(language: string): readonly NamedCountry[] {
  const names = new Intl.DisplayNames(numberLocale(language), { type: 'region' });
  const { compare } = new Intl.Collator(language);
  return COUNTRIES.map((code) => ({ code, name: names.of(code) ?? code })).sort((a, b) =>
    compare(a.name, b.name),
  );
}
