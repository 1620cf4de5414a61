// SPDX-License-Identifier: Apache-2.0
import { PHONE_MAX_WIDTH } from '@perfuse/ui/layout/phone-width.ts';
import { basePathOf } from '../config/base-path.ts';
import { EDITION } from '../config/build.ts';
import { readLanguageChoice } from '../i18n/choice.ts';
import { startLanguage } from '../i18n/language.ts';
import { isUnsupported, UNSUPPORTED_BY_DEFAULT } from '../platform/browser/unsupported.ts';
import { PATHS } from '../routes/paths.ts';
import { resultsKey } from '../session/results-key.ts';
import { preloadPicture } from './preload-picture.ts';
import { resultsPicture } from './results-picture.ts';
import { FIRST_SCREEN_TEXTS } from './texts.ts';

/** Addresses at which every load shows the preload screen first: see the app's guards. */
const AFTER_PRELOAD: readonly string[] = [
  PATHS.entry,
  PATHS.preload,
  PATHS.cameraConsent,
  PATHS.consent,
  PATHS.profile,
  PATHS.measurement,
];

/** The screen of an address, below the base path. */
function screenOf(pathname: string): string {
  const base = basePathOf(pathname);
  const screen = (base === '/' ? pathname : pathname.slice(base.length)).replace(/\/$/, '');
  return screen === '' ? PATHS.entry : screen;
}

/** Whether this tab has stored good camera results from before it was loaded. The app validates them more carefully. */
function keepsResults(): boolean {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(resultsKey(EDITION)) ?? '[]');
    const newest: unknown = Array.isArray(kept) ? kept[0] : null;
    if (typeof newest !== 'object' || newest === null) return false;
    const [status, snr, finishedAt, fromRecording] = [
      'status',
      'snr',
      'finishedAt',
      'fromRecording',
    ].map((name): unknown => Reflect.get(newest, name));
    const isGood = status === 'measured' && typeof snr === 'number' && snr >= 0;
    const isEarlier = typeof finishedAt === 'number' && finishedAt < performance.timeOrigin;
    return isGood && isEarlier && fromRecording !== true;
  } catch {
    return false;
  }
}

/** What draws the screen of an address; null where the app has to decide. */
function pictureOf({ location, innerWidth }: Window): typeof preloadPicture | null {
  const screen = screenOf(location.pathname);
  if (AFTER_PRELOAD.includes(screen)) return preloadPicture;
  const isPhone = innerWidth <= PHONE_MAX_WIDTH;
  return screen === PATHS.results && isPhone && keepsResults() ? resultsPicture : null;
}

/**
 * Shows the first screen as text before the app runs, on top of the app until it renders a screen of its own. Screen
 * readers are notified of the wait by the app. Not in the enterprise edition, where an organisation may have its own
 * texts, language and look: there the mark is shown until they are known.
 */
export function showFirstScreen(document: Document, window: Window): void {
  const { location, navigator } = window;
  const root = document.getElementById('root');
  const draw = pictureOf(window);
  if (root === null || draw === null || EDITION !== 'consumer') return;
  if (isUnsupported(navigator.userAgent, UNSUPPORTED_BY_DEFAULT)) return;
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
  picture.append(...draw(words, root.querySelector('svg')));
  root.after(picture);
  // Removed before the browser paints the app's own screen, recognised by its heading, which every screen has.
  new MutationObserver((_, observer) => {
    if (root.querySelector('h1') === null) return;
    observer.disconnect();
    picture.remove();
  }).observe(root, { childList: true, subtree: true });
}
