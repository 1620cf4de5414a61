// SPDX-License-Identifier: Apache-2.0
import type { EmbedderSettings } from '@perfuse/contract/launch/embed';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { embedOf, type Embed } from '../platform/embed/embed.ts';
import { applyTheme } from '../platform/embed/theme.ts';
import { spendLink } from './launch-link.ts';
import { forgetVisit, restoreVisit } from './visit-storage.ts';
import { storageOf } from '../platform/browser/stored.ts';
import type { Visit, VisitStore } from './visit.ts';

/** The page around this frame, if there is one. */
export const EMBED: Embed = embedOf(window);

/** Whether the visit in this frame is over. */
export const hasFinished: StoreApi<boolean> = createStore(() => false);

/** Goes to an integrator's callback; in a frame the outer page gets a message instead, and decides. */
export function leavePage(address: string): void {
  if (EMBED.finish(address)) hasFinished.setState(true, true);
  else window.location.replace(address);
}

/** A reload of the frame does not take up a visit that is over: its link, which names a callback, works once. */
function leaveVisit({ launched }: Visit): void {
  const tab = storageOf('sessionStorage');
  if (launched === null || restoreVisit(tab)?.sessionId !== launched.sessionId) return;
  forgetVisit(tab);
  spendLink(launched.configId, window.location, window.history);
}

/**
 * Reports the content's height when it changes. Screens are at least as high as the frame, unless the page around says
 * how high: content that just fills it is not reported, and a page that subtracts its border from each reported height
 * would shrink the frame step by step.
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

/** What the page around wishes; null until it says so. */
type WishStore = StoreApi<EmbedderSettings | null>;

/** Shows the app as the page around wishes; its language is for whoever knows the texts. */
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
 * Begins to tell the page around this frame, if there is one, once a launch says who it may be, and to hear it.
 * @returns what it wishes.
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
