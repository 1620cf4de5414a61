// SPDX-License-Identifier: Apache-2.0
/** The languages of the app by the BCP 47 tag of their texts, each with the name it gives itself. */
export const LANGUAGE_NAMES = {
  en: 'English',
  ja: '日本語',
  'zh-Hans': '简体中文',
  es: 'Español',
  pt: 'Português',
  it: 'Italiano',
  fr: 'Français',
  de: 'Deutsch',
  'pt-BR': 'Português (Brasil)',
} as const;
export type Language = keyof typeof LANGUAGE_NAMES;

const isLanguage = (tag: string): tag is Language => Object.hasOwn(LANGUAGE_NAMES, tag);

export const LANGUAGES: readonly Language[] = Object.keys(LANGUAGE_NAMES).filter(isLanguage);

/** Language codes that links, configurations and browsers may carry, in lower case. */
const LANGUAGE_CODES: Readonly<Record<string, Language>> = {
  en: 'en',
  ja: 'ja',
  cn: 'zh-Hans',
  zh: 'zh-Hans',
  'zh-hans': 'zh-Hans',
  es: 'es',
  pt: 'pt',
  it: 'it',
  fr: 'fr',
  de: 'de',
  br: 'pt-BR',
  'pt-br': 'pt-BR',
};

export const FALLBACK_LANGUAGE: Language = 'en';

/** The tag of our texts for a code such as `cn`, `de-AT` or `zh-Hans`; null when it is none of ours. */
export function languageOf(code: string): Language | null {
  const lower = code.toLowerCase();
  return LANGUAGE_CODES[lower] ?? LANGUAGE_CODES[lower.split('-')[0] ?? ''] ?? null;
}

/** Who has a say in the language, as codes; null where nobody said anything. */
export interface LanguageWishes {
  /** Of the profile an integrator launches with. */
  readonly launchProfile: string | null;
  /** Of the organisation's configuration. */
  readonly configuration: string | null;
  /** What the person once chose in this browser. */
  readonly chosen: string | null;
  /** Chinese on a host ending in .cn. */
  readonly host: string;
  /** The browser's languages, the best first. */
  readonly browser: readonly string[];
}

/**
 * The language to start in: the first wish that can be met, else English.
 * @param available tags that texts exist for.
 */
export function startLanguage(wishes: LanguageWishes, available: readonly string[]): Language {
  const { launchProfile, configuration, chosen, host, browser } = wishes;
  const ofHost = host.endsWith('.cn') ? 'cn' : null;
  for (const code of [launchProfile, configuration, chosen, ofHost, ...browser]) {
    const language = code === null ? null : languageOf(code);
    if (language !== null && available.includes(language)) return language;
  }
  return FALLBACK_LANGUAGE;
}

/** Where a language is written in other ways elsewhere, the country whose ways its texts follow. */
const HOME_LOCALES: Partial<Record<string, string>> = { pt: 'pt-PT' };

/** The locale in which numbers stand in texts of a language. */
export const numberLocale = (language: string): string => HOME_LOCALES[language] ?? language;

/**
 * The locale of dates in texts of a language: the browser's own where it speaks that language too, so that a reader
 * in India gets dates of India.
 */
export const dateLocale = (language: string, browser: readonly string[]): string =>
  browser.find((code) => languageOf(code) === language) ?? numberLocale(language);
