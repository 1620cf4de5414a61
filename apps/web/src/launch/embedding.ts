// SPDX-License-Identifier: Apache-2.0
import type { EmbedderSettings } from '@perfuse/contract/launch/embed';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { embedOf, type Embed } from '../platform/embed/embed.ts';
import { applyTheme } from '../platform/embed/theme.ts';
import { spendLink } from './launch-link.ts';
import { forgetVisit, restoreVisit } from './visit-storage.ts';
import { storageOf } from '../platform/browser/stored.ts';
import type { Visit, VisitStore } from './visit.ts';

/** The page that embeds this frame, if there is one. */
export const EMBED: Embed = embedOf(window);

/** Whether the visit in this frame is over. */
export const hasFinished: StoreApi<boolean> = createStore(() => false);

/** Goes to an integrator's callback; in a frame, the outer page gets a message instead and decides. */
export function leavePage(address: string): void {
  if (EMBED.finish(address)) hasFinished.setState(true, true);
  else window.location.replace(address);
}

/** Prevents a reload of the frame from resuming a finished visit: its link, which names a callback, works once. */
function leaveVisit({ launched }: Visit): void {
  const tab = storageOf('sessionStorage');
  if (launched === null || restoreVisit(tab)?.sessionId !== launched.sessionId) return;
  forgetVisit(tab);
  spendLink(launched.configId, window.location, window.history);
}

/**
 * Reports the content's height when it changes. Screens are at least as high as the frame, unless the embedding page
 * sets the height. Content that just fills the frame is not reported: a page that subtracts its border from each
 * reported height would shrink the frame step by step.
 */
function watchHeight(content: Element): void {
  let before = 0;
  new ResizeObserver(() => {
    const height = Math.ceil(content.scrollHeight);
    const fillsFrame = Math.abs(height - window.innerHeight) <= 1;
    if (height === before || height < 1 || fillsFrame) return;
    before = height;
    EMBED.tell({ type: 'height', height });
  }).observe(content);
}

/** Settings of the embedding page; null until it sends them. */
type WishStore = StoreApi<EmbedderSettings | null>;

/** Applies theme and height from the embedding page; the language is applied by a subscriber that has the texts. */
function watchWishes(): WishStore {
  const wishes: WishStore = createStore<EmbedderSettings | null>()(() => null);
  window.addEventListener('message', (message: MessageEvent<unknown>) => {
    const wish = EMBED.settingsFrom(message);
    if (wish === null) return;
    applyTheme(wish.theme);
    const height = wish.height === null ? '' : `${String(wish.height)}px`;
    document.documentElement.style.setProperty('--screen-height', height);
    wishes.setState(wish, true);
  });
  return wishes;
}

/**
 * Starts the message exchange with the embedding page, if there is one, once a launch names its allowed origins.
 * @returns the embedding page's settings.
 */
export function startEmbedding(visit: VisitStore): WishStore | null {
  if (!EMBED.isFramed) return null;
  const wishes = watchWishes();
  let known: Visit['launched'] = null;
  const follow = ({ launched }: Visit): void => {
    if (launched === null || launched === known) return;
    known = launched;
    EMBED.allow(launched.settings.embedOrigins);
    const { configId, sessionId } = launched;
    EMBED.tell({ type: 'ready', configId, sessionId });
  };
  follow(visit.getState());
  visit.subscribe(follow);
  hasFinished.subscribe(() => leaveVisit(visit.getState()));
  watchHeight(document.body);
  return wishes;
}
