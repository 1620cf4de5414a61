// SPDX-License-Identifier: Apache-2.0
import { LANGUAGES, type Language } from './language.ts';

/** Stored apart from the session, which a sign-out clears: the language belongs to the browser, not to the person. */
const KEY = 'perfuse.language';

/** The language that was chosen in this browser; null when none was, or it is none of ours. */
export function readLanguageChoice(): Language | null {
  try {
    const stored = localStorage.getItem(KEY);
    return LANGUAGES.find((language) => language === stored) ?? null;
  } catch {
    // Storage may be switched off.
    return null;
  }
}

export function keepLanguageChoice(language: Language): void {
  try {
    localStorage.setItem(KEY, language);
  } catch {
    // Then the choice lasts as long as the page.
  }
}
