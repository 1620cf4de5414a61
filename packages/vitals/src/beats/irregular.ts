// SPDX-License-Identifier: Apache-2.0
import { median } from '../signal/median.ts';
import { mean } from '../signal/statistics.ts';

/** An interval this far from the recording's usual one is irregular, as blood-pressure monitors count it. */
const DEPARTURE = 0.25;
/** With more of the intervals flagged the beats were misread, not the heart irregular. */
const MAX_FLAGGED_SHARE = 0.2;

export interface Irregularity {
  readonly events: number;
  /** Mean of the intervals within 25 % of the median, ms. */
  readonly referenceMs: number;
  readonly flaggedShare: number;
  /** False when too many are flagged to believe any. */
  readonly credible: boolean;
}

/**
 * Counts intervals that differ by more than 25 % from the recording's usual one; a short one followed by a long
 * one (premature beat and pause), or the reverse, is one event. A screening count, no diagnosis.
 */
export function irregularBeats(ms: ArrayLike<number>): Irregularity {
  const middle = median(ms);
  const usual = Array.from(ms).filter((one) => Math.abs(one - middle) <= DEPARTURE * middle);
  const referenceMs = mean(usual);
  const departures = Array.from(ms, (one) => (one - referenceMs) / referenceMs);
  const flagged = departures.filter((one) => Math.abs(one) > DEPARTURE).length;
  const flaggedShare = ms.length > 0 ? flagged / ms.length : 0;
  return {
    events: countEvents(departures),
    referenceMs,
    flaggedShare,
    credible: ms.length > 0 && flaggedShare <= MAX_FLAGGED_SHARE,
  };
}

/** Whether an interval is irregular against {@link Irregularity.referenceMs}. */
export function departs(ms: number, referenceMs: number): boolean {
  return Math.abs(ms - referenceMs) > DEPARTURE * referenceMs;
}

function countEvents(departures: readonly number[]): number {
  let events = 0;
  for (let k = 0; k < departures.length; k++) {
    const here = departures[k] ?? 0;
    if (Math.abs(here) <= DEPARTURE) continue;
    events++;
    const next = departures[k + 1] ?? 0;
    if (Math.abs(next) > DEPARTURE && next * here < 0) k++;
  }
  return events;
}
