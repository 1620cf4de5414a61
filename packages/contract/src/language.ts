// SPDX-License-Identifier: Apache-2.0
/** Languages of the product: of the app, and of the server's messages to people. */

/** Native name of each language by the BCP 47 tag of its texts. */
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
export const FALLBACK_LANGUAGE: Language = 'en';

const OTHER_CODES = { cn: 'zh-Hans', zh: 'zh-Hans', br: 'pt-BR' } as const;

/** Language codes that links and configurations may carry (specification, section 1). */
export const LANGUAGE_CODES: readonly string[] = [...LANGUAGES, ...Object.keys(OTHER_CODES)];

const LANGUAGES_BY_CODE: ReadonlyMap<string, Language> = new Map([
  ...LANGUAGES.map((tag) => [tag.toLowerCase(), tag] as const),
  ...Object.entries(OTHER_CODES),
]);

/** The language tag for a code such as `cn`, `de-AT` or `zh-Hans`; null for an unsupported one. */
export function languageOf(code: string): Language | null {
  const lower = code.toLowerCase();
  const first = lower.split('-')[0] ?? '';
  return LANGUAGES_BY_CODE.get(lower) ?? LANGUAGES_BY_CODE.get(first) ?? null;
}

/** Our own codes that differ from browser tags: there, `br` is Breton. */
const OWN_CODE = /^(?:br|cn)(?:-|$)/i;

/** The language tag for a browser's language (BCP 47); null for an unsupported one. */
export const browserLanguageOf = (tag: string): Language | null =>
  OWN_CODE.test(tag) ? null : languageOf(tag);

/** For a language with regional conventions, the country whose conventions its texts follow. */
const HOME_LOCALES: Partial<Record<string, string>> = { pt: 'pt-PT' };

/** The locale that formats numbers in texts of a language. */
export const numberLocale = (language: string): string => HOME_LOCALES[language] ?? language;

const MAX_HEADER = 512;

/**
 * The best supported language in an `Accept-Language` header (RFC 9110, section 12.5.4), else English. Entries that
 * break the grammar are ignored.
 */
export function acceptedLanguage(header: string): Language {
  const wishes = header
    .slice(0, MAX_HEADER)
    .split(',')
    .map((part) => {
      const [code = '', quality] = part.split(';');
      const weight = Number(/^\s*q=([\d.]+)\s*$/i.exec(quality ?? 'q=1')?.[1] ?? Number.NaN);
      return { language: browserLanguageOf(code.trim()), weight };
    })
    .filter(({ weight }) => weight > 0 && weight <= 1)
    .sort((a, b) => b.weight - a.weight);
  return wishes.find(({ language }) => language !== null)?.language ?? FALLBACK_LANGUAGE;
}
