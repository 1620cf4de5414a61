// SPDX-License-Identifier: Apache-2.0
import {
  browserLanguageOf,
  FALLBACK_LANGUAGE,
  languageOf,
  numberLocale,
  type Language,
} from '@perfuse/contract/language';

export {
  FALLBACK_LANGUAGE,
  LANGUAGE_NAMES,
  LANGUAGES,
  languageOf,
  numberLocale,
  type Language,
} from '@perfuse/contract/language';

/** Sources of the language, as codes; null where a source names none. */
export interface LanguagePreferences {
  /** From the profile that an integrator launches with. */
  readonly launchProfile: string | null;
  /** From the organisation's configuration. */
  readonly configuration: string | null;
  /** Chosen earlier by the person in this browser. */
  readonly chosen: string | null;
  /** Host name: one ending in .cn selects Chinese. */
  readonly host: string;
  /** The browser's languages in order of preference. */
  readonly browser: readonly string[];
}

/**
 * The language to start in: the first preference that is available, else English.
 * @param available tags that texts exist for.
 */
export function startLanguage(wishes: LanguagePreferences, available: readonly string[]): Language {
  const { launchProfile, configuration, chosen, host, browser } = wishes;
  const ofHost = host.endsWith('.cn') ? 'cn' : null;
  const codes = [launchProfile, configuration, chosen, ofHost];
  const languages = codes.map((code) => (code === null ? null : languageOf(code)));
  for (const language of [...languages, ...browser.map(browserLanguageOf)]) {
    if (language !== null && available.includes(language)) return language;
  }
  return FALLBACK_LANGUAGE;
}

/**
 * The locale of dates in texts of a language: the browser's own if it is of that language, so that a reader in India
 * gets Indian dates.
 */
export const dateLocale = (language: string, browser: readonly string[]): string =>
  browser.find((tag) => browserLanguageOf(tag) === language) ?? numberLocale(language);
