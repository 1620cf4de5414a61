// SPDX-License-Identifier: Apache-2.0
import i18next from 'i18next';
import type { startEmbedding } from '../launch/embedding.ts';
import type { VisitStore } from '../launch/visit.ts';
import { keepLanguageChoice } from './choice.ts';
import { languageOf, type Language } from './language.ts';
import { textsOf } from './start.ts';

/** The language requested last. */
let latest: Language | null = null;

/**
 * Changes the language once all namespaces that the page has used so far are loaded in it, so that no screen disappears
 * while they load.
 * @returns false when they could not be fetched; the language then stays unchanged.
 */
async function changeLanguage(language: Language): Promise<boolean> {
  latest = language;
  const used = [i18next.options.ns ?? []].flat();
  const missing = used.filter((namespace) => !i18next.hasResourceBundle(language, namespace));
  // Not through i18next, which would retry until it has them.
  const fetched = await Promise.allSettled(
    missing.map(async (namespace) => {
      i18next.addResourceBundle(language, namespace, await textsOf(language, namespace)?.());
    }),
  );
  if (fetched.some(({ status }) => status === 'rejected')) return false;
  // A later request may have overtaken this one while its texts were loading.
  if (latest !== language) return false;
  await i18next.changeLanguage(language);
  return true;
}

/** Changes the language and stores the choice in this browser. @returns whether that worked. */
export async function chooseLanguage(language: Language): Promise<boolean> {
  const speaks = await changeLanguage(language);
  if (speaks) keepLanguageChoice(language);
  return speaks;
}

function speak(code: string | null): void {
  const language = code === null ? null : languageOf(code);
  if (language !== null) void changeLanguage(language);
}

/** Applies the language that a launch requests, as soon as it is known. */
export function applyLaunchLanguage(visit: VisitStore): void {
  speak(visit.getState().language);
  visit.subscribe((state, before) => {
    if (state.language !== before.language) speak(state.language);
  });
}

/**
 * Applies the language that the page embedding the app requests, and follows its changes. When it stops requesting one,
 * or requests an unsupported one, the previous language is restored.
 */
export function applyEmbedderLanguage(wishes: ReturnType<typeof startEmbedding>): void {
  let own: string | null = null;
  const follow = (code: string | null): void => {
    const wished = code === null ? null : languageOf(code);
    if (wished !== null) own ??= latest ?? i18next.language;
    speak(wished ?? own);
    if (wished === null) own = null;
  };
  follow(wishes?.getState()?.language ?? null);
  wishes?.subscribe((wish, before) => {
    if (wish?.language !== before?.language) follow(wish?.language ?? null);
  });
}
