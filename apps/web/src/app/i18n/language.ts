// SPDX-License-Identifier: Apache-2.0
/** Language codes that links, configurations and browsers may carry, with the BCP 47 tag of our texts for each. */
const LANGUAGE_CODES: Readonly<Record<string, string>> = {
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

export const FALLBACK_LANGUAGE = 'en';

/** The tag of our texts for a code such as `cn`, `de-AT` or `zh-Hans`; null when it is none of ours. */
export function languageOf(code: string): string | null {
  const lower = code.toLowerCase();
  return LANGUAGE_CODES[lower] ?? LANGUAGE_CODES[lower.split('-')[0] ?? ''] ?? null;
}

/**
 * The language to start in: Chinese on a host ending in .cn, else the first of the browser's languages that we have.
 * @param available tags that texts exist for.
 */
export function startLanguage(
  host: string,
  preferred: readonly string[],
  available: readonly string[],
): string {
  const wanted = host.endsWith('.cn') ? ['cn', ...preferred] : preferred;
  for (const code of wanted) {
    const language = languageOf(code);
    if (language !== null && available.includes(language)) return language;
  }
  return FALLBACK_LANGUAGE;
}
