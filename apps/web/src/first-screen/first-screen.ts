// SPDX-License-Identifier: Apache-2.0
import { basePathOf } from '../config/base-path.ts';
import { BUILD } from '../config/build.ts';
import { readLanguageChoice } from '../i18n/choice.ts';
import { startLanguage } from '../i18n/language.ts';
import { isUnsupported, UNSUPPORTED_BY_DEFAULT } from '../platform/browser/unsupported.ts';
import { PATHS } from '../routes/paths.ts';
import { preloadPicture } from './preload-picture.ts';
import { FIRST_SCREEN_TEXTS } from './texts.ts';

/** Addresses that the preload screen answers first, on every load: see the app's guards. */
const AFTER_PRELOAD: readonly string[] = [
  PATHS.entry,
  PATHS.preload,
  PATHS.cameraConsent,
  PATHS.consent,
  PATHS.profile,
  PATHS.measurement,
];

function startsWithPreload(pathname: string): boolean {
  const base = basePathOf(pathname);
  const screen = (base === '/' ? pathname : pathname.slice(base.length)).replace(/\/$/, '');
  return AFTER_PRELOAD.includes(screen === '' ? PATHS.entry : screen);
}

/**
 * Shows the preload screen in words before the app runs, above the app until that shows a screen of its own. Readers
 * hear of a wait from the app. Not in the enterprise edition, where an organisation may have its own words, language
 * and looks: there the mark stands until they are known.
 */
export function showFirstScreen(document: Document, { location, navigator }: Window): void {
  const root = document.getElementById('root');
  const isOurs = BUILD.edition === 'consumer' && startsWithPreload(location.pathname);
  if (root === null || !isOurs || isUnsupported(navigator.userAgent, UNSUPPORTED_BY_DEFAULT)) {
    return;
  }
  const language = startLanguage(
    {
      launchProfile: null,
      configuration: null,
      chosen: readLanguageChoice(),
      host: location.hostname,
      browser: navigator.languages,
    },
    Object.keys(FIRST_SCREEN_TEXTS),
  );
  const words = FIRST_SCREEN_TEXTS[language];
  if (words === undefined) return;
  document.documentElement.lang = language;
  const picture = document.createElement('div');
  picture.className = 'first-screen';
  picture.setAttribute('aria-hidden', 'true');
  picture.append(...preloadPicture(words, root.querySelector('svg')));
  root.after(picture);
  // Before the browser paints the app's own screen, of which the heading is the part that every one has.
  new MutationObserver((_, observer) => {
    if (root.querySelector('h1') === null) return;
    observer.disconnect();
    picture.remove();
  }).observe(root, { childList: true, subtree: true });
}
