// SPDX-License-Identifier: Apache-2.0
import {
  FALLBACK_LANGUAGE,
  LANGUAGES,
  languageOf,
  type Language,
} from '@perfuse/contract/language';
import { UsageError } from '../failure.ts';

export const LANGUAGE_OPTION = [
  '--language <code>',
  `language of the email: ${LANGUAGES.join(', ')}`,
] as const satisfies readonly [string, string];

/** @throws UsageError for a language that has no emails. */
export function emailLanguage(code: string | undefined): Language {
  const language = code === undefined ? FALLBACK_LANGUAGE : languageOf(code);
  if (language === null) throw new UsageError(`--language must be one of ${LANGUAGES.join(', ')}`);
  return language;
}
