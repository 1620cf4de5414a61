// SPDX-License-Identifier: Apache-2.0
import i18next from 'i18next';
import type { startEmbedding } from '../launch/embedding.ts';
import type { VisitStore } from '../launch/visit.ts';
import { keepLanguageChoice } from './choice.ts';
import { languageOf, type Language } from './language.ts';
import { textsOf } from './start.ts';

/** What was asked for last. */
let latest: Language | null = null;

/**
 * Changes the language once all texts that the page has used so far are loaded in the new one, so that no screen disappears
 * in the meantime.
 * @returns false when they could not be fetched; the language then stays.
 */
async function changeLanguage(language: Language): Promise<boolean> {
  latest = language;
  const used = [i18next.options.ns ?? []].flat();
  const missing = used.filter((namespace) => !i18next.hasResourceBundle(language, namespace));
  // Not by i18next, which would try until it has them.
  const fetched = await Promise.allSettled(
    missing.map(async (namespace) => {
      i18next.addResourceBundle(language, namespace, await textsOf(language, namespace)?.());
    }),
  );
  if (fetched.some(({ status }) => status === 'rejected')) return false;
  // Its texts may come later than those of a language that was asked for after it.
  if (latest !== language) return false;
  await i18next.changeLanguage(language);
  return true;
}

/** Changes the language and remembers it in this browser. @returns whether that worked. */
export async function chooseLanguage(language: Language): Promise<boolean> {
  const speaks = await changeLanguage(language);
  if (speaks) keepLanguageChoice(language);
  return speaks;
}

function speak(code: string | null): void {
  const language = code === null ? null : languageOf(code);
  if (language !== null) void changeLanguage(language);
}

/** Speaks the language that a launch asks for, as soon as it is known. */
export function applyLaunchLanguage(visit: VisitStore): void {
  speak(visit.getState().language);
  visit.subscribe((state, before) => {
    if (state.language !== before.language) speak(state.language);
  });
}

/**
 * Speaks the language that the page around the app's frame asks for, also when it asks for another. When it asks for none
 * any more, or for one that is not ours, the one from before.
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
