// SPDX-License-Identifier: Apache-2.0
import { readText, storageOf, write } from '../platform/browser/stored.ts';
import { LANGUAGES, type Language } from './language.ts';

/** Stored apart from the session, which sign-out clears: the language belongs to the browser, not to the person. */
const KEY = 'perfuse.language';

/** The language chosen in this browser; null when none was chosen or it is not supported. */
export function readLanguageChoice(): Language | null {
  const stored = readText(storageOf('localStorage'), KEY);
  return LANGUAGES.find((language) => language === stored) ?? null;
}

export function keepLanguageChoice(language: Language): void {
  write(storageOf('localStorage'), KEY, language);
}
