// SPDX-License-Identifier: Apache-2.0
/** A returning visitor: fills the browser storage as earlier visits would, without going through the screens. */
import type { Browser, Page } from '@perfuse/browser-harness';
import type { MeasurementOutcome } from '@perfuse/web/internal/session/measurement-result';
import {
  INITIAL_STORED_SESSION,
  type StoredSession,
} from '@perfuse/web/internal/session/session-state';
import { DESKTOP, PROFILE, visit, type Visit } from './guest.ts';

/** How far the visitor got last time. */
export const STEPS_DONE = {
  nothing: {},
  camera: { termsAccepted: true },
  consent: { termsAccepted: true, consentCompleted: true },
  profile: { termsAccepted: true, consentCompleted: true, profileCompleted: true },
} satisfies Record<string, Partial<StoredSession>>;

export interface Returning {
  readonly done: keyof typeof STEPS_DONE;
  /** The last result of this tab. */
  readonly result?: MeasurementOutcome;
  readonly viewport?: { readonly width: number; readonly height: number };
}

const sessionOf = (done: Returning['done']): StoredSession => ({
  ...INITIAL_STORED_SESSION,
  ...(done === 'profile' && { profile: PROFILE }),
  ...STEPS_DONE[done],
});

const keptOf = ({ done, result }: Returning): [string, string | null] => [
  JSON.stringify(sessionOf(done)),
  result === undefined ? null : JSON.stringify([result]),
];

/** Opens a browser context for this visitor alone. */
export async function openReturning(
  browser: Browser,
  { viewport = DESKTOP, ...who }: Returning,
): Promise<Visit> {
  const opened = await visit(browser, viewport);
  await opened.page.context().addInitScript(([session, measured]) => {
    // Only once, so that later changes by the person are kept.
    if (sessionStorage.getItem('perfuse.tests.seeded') !== null) return;
    sessionStorage.setItem('perfuse.tests.seeded', 'yes');
    if (session && localStorage.getItem('perfuse.session.consumer') === null) {
      localStorage.setItem('perfuse.session.consumer', session);
    }
    if (measured) sessionStorage.setItem('perfuse.results.consumer', measured);
  }, keptOf(who));
  return opened;
}

/**
 * Puts the next person into the same tab, whose cached files are reused. Leaves it on a file that runs none of the app.
 * @param url of the installation.
 */
export async function replaceVisitor(page: Page, url: string, who: Returning): Promise<void> {
  await page.goto(`${url}manifest.json`);
  await page.evaluate(([session, measured]) => {
    localStorage.clear();
    sessionStorage.clear();
    if (session) localStorage.setItem('perfuse.session.consumer', session);
    if (measured) sessionStorage.setItem('perfuse.results.consumer', measured);
  }, keptOf(who));
  if (who.viewport !== undefined) await page.setViewportSize(who.viewport);
}
