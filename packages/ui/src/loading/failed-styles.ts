// SPDX-License-Identifier: Apache-2.0
/**
 * Stylesheets that failed to load. The code they belong to does not request them again: the bundler marks them as
 * loaded.
 */

/** Base address of the app's own files; an organisation's may fail without harm. */
const OWN = new URL(/* @vite-ignore */ '.', import.meta.url).href;
/** After so many failures a stylesheet counts as deleted, and the page does without it. */
const MAX_FAILURES = 3;

const failures = new Map<string, number>();
const failed = new Set<HTMLLinkElement>();
let coming: Promise<unknown> = Promise.resolve();

window.addEventListener(
  'error',
  ({ target }) => {
    if (!(target instanceof HTMLLinkElement) || target.rel !== 'stylesheet') return;
    if (!target.href.startsWith(OWN)) return;
    const count = (failures.get(target.href) ?? 0) + 1;
    failures.set(target.href, count);
    if (count < MAX_FAILURES || !navigator.onLine) failed.add(target);
  },
  true,
);

function fetchAgain(link: HTMLLinkElement): Promise<unknown> {
  failed.delete(link);
  const again = document.createElement('link');
  again.rel = link.rel;
  again.crossOrigin = link.crossOrigin;
  again.href = link.href;
  return new Promise((resolve, reject) => {
    again.addEventListener('load', resolve);
    again.addEventListener('error', () => reject(new Error(`No stylesheet ${again.href}`)));
    link.replaceWith(again);
  });
}

/** Retries failed stylesheets once, each in its place in the document. @throws Error when one fails again. */
export function fetchFailedStyles(): Promise<unknown> {
  const all = (): Promise<unknown> => Promise.all([...failed].map(fetchAgain));
  coming = coming.then(all, all);
  return coming;
}
