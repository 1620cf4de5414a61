// SPDX-License-Identifier: Apache-2.0
/** What a check of an installation found. */

export type FindingState = 'ok' | 'warning' | 'failed' | 'skipped';

export interface Finding {
  /** Name of the check, such as `public.websocket`: the same in every version. */
  readonly check: string;
  readonly state: FindingState;
  /** What was found, in a sentence; for a skipped check, why. */
  readonly found: string;
  /** What to do about it; null if nothing. */
  readonly advice: string | null;
}

const finding =
  (state: FindingState) =>
  (check: string, found: string, advice: string | null = null): Finding => ({
    check,
    state,
    found,
    advice,
  });
export const ok: (check: string, found: string) => Finding = finding('ok');
export const skipped: (check: string, found: string) => Finding = finding('skipped');
export const warning: (check: string, found: string, advice: string) => Finding =
  finding('warning');
export const failed: (check: string, found: string, advice: string) => Finding = finding('failed');

/** Clocks apart by more than this make one-time codes and signed links begin to fail, ms. */
const CLOCK_WARNING_MS = 2_000;
/** One step of an authenticator app, ms. */
const CLOCK_FAILED_MS = 30_000;

/**
 * Compares this machine's clock with another.
 * @param offsetMs the other clock minus this one, ms.
 * @param uncertaintyMs how far off the comparison may be, ms.
 */
export function clockFinding(
  check: string,
  other: string,
  offsetMs: number,
  uncertaintyMs: number,
): Finding {
  const apart = Math.abs(offsetMs);
  const seconds = (apart / 1000).toFixed(1);
  const found =
    apart <= CLOCK_WARNING_MS + uncertaintyMs
      ? `The clock agrees with ${other} to within ${((apart + uncertaintyMs) / 1000).toFixed(1)} s.`
      : `The clock of ${other} is ${seconds} s ${offsetMs > 0 ? 'ahead of' : 'behind'} this machine's.`;
  if (apart <= CLOCK_WARNING_MS + uncertaintyMs) return ok(check, found);
  const advice =
    'Synchronise both clocks by NTP (timedatectl set-ntp true): signed links, webhooks and codes of authenticator apps depend on it.';
  return (apart > CLOCK_FAILED_MS ? failed : warning)(check, found, advice);
}
