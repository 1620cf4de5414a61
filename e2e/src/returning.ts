// SPDX-License-Identifier: Apache-2.0
/** Somebody who has been here: what their browser keeps of it, without the way there. */
import { EMPTY_PROFILE } from '@perfuse/contract/person/profile';
import type { Browser } from '@perfuse/rig';
import type { MeasurementOutcome } from '../../apps/web/src/app/session/measurement-result.ts';
import type { StoredSession } from '../../apps/web/src/app/session/session-state.ts';
import { DESKTOP, PROFILE, visit, type Visit } from './guest.ts';

/** How far they came the last time. */
export const STEPS_DONE = {
  nothing: {},
  camera: { termsAccepted: true },
  consent: { termsAccepted: true, consentCompleted: true },
  profile: { termsAccepted: true, consentCompleted: true, profileCompleted: true },
} satisfies Record<string, Partial<StoredSession>>;

export interface Returning {
  readonly done: keyof typeof STEPS_DONE;
  /** What this tab measured last. */
  readonly result?: MeasurementOutcome;
  readonly viewport?: { readonly width: number; readonly height: number };
}

export async function comesBack(
  browser: Browser,
  { done, result, viewport = DESKTOP }: Returning,
): Promise<Visit> {
  const opened = await visit(browser, viewport);
  const stored: StoredSession = {
    version: 1,
    termsAccepted: false,
    consentCompleted: false,
    profileCompleted: false,
    profile: done === 'profile' ? PROFILE : EMPTY_PROFILE,
    selectedCamera: null,
    demographicsEntryMode: 'profileForm',
    organisation: null,
    ...STEPS_DONE[done],
  };
  const kept = [JSON.stringify(stored), result === undefined ? null : JSON.stringify(result)];
  await opened.page.context().addInitScript(([session, measured]) => {
    // Once: what the person does from then on is theirs.
    if (sessionStorage.getItem('perfuse.tests.seeded') !== null) return;
    sessionStorage.setItem('perfuse.tests.seeded', 'yes');
    if (session && localStorage.getItem('perfuse.session.consumer') === null) {
      localStorage.setItem('perfuse.session.consumer', session);
    }
    if (measured) sessionStorage.setItem('perfuse.result.consumer', measured);
  }, kept);
  return opened;
}
