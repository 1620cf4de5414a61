// SPDX-License-Identifier: Apache-2.0
import { median } from '../signal/median.ts';
import { mean } from '../signal/statistics.ts';

/** An interval this far from the recording's usual one is irregular, by the rule of blood-pressure monitors. */
const DEPARTURE = 0.25;
/** If more of the intervals are flagged, the beats were misread rather than the heart irregular. */
const MAX_FLAGGED_SHARE = 0.2;

export interface Irregularity {
  readonly events: number;
  /** Mean of the intervals within 25 % of the median, ms. */
  readonly referenceMs: number;
  readonly flaggedShare: number;
  /** False when too many are flagged for any to be credible. */
  readonly credible: boolean;
  /** 1 where the interval belongs to an event. */
  readonly irregular: Uint8Array;
}

/**
 * Counts intervals that differ by more than 25 % from the recording's usual one; a short one followed by a long one
 * (premature beat and pause), or the reverse, is one event. Two short ones that add up to one usual interval are a beat
 * that was detected twice, and no event. A screening count, not a diagnosis.
 */
export function irregularBeats(ms: ArrayLike<number>): Irregularity {
  const middle = median(ms);
  const usual = Float64Array.from(ms).filter((one) => Math.abs(one - middle) <= DEPARTURE * middle);
  const referenceMs = mean(usual);
  const departures = Array.from(ms, (one) => (one - referenceMs) / referenceMs);
  const flagged = departures.filter((one) => Math.abs(one) > DEPARTURE).length;
  const flaggedShare = ms.length > 0 ? flagged / ms.length : 0;
  const { events, irregular } = countEvents(departures);
  return {
    events,
    irregular,
    referenceMs,
    flaggedShare,
    credible: ms.length > 0 && flaggedShare <= MAX_FLAGGED_SHARE,
  };
}

/** Two intervals that add up to one usual interval: their departures sum to -1. */
const isDoubled = (here: number, next: number): boolean =>
  here < -DEPARTURE && next < -DEPARTURE && Math.abs(here + next + 1) <= DEPARTURE;

/** A short interval and two more that add up to two usual intervals. */
const hasSplitPause = (here: number, next: number, last: number): boolean =>
  here < -DEPARTURE && next < 0 && last < 0 && Math.abs(here + next + last + 1) <= DEPARTURE;

function countEvents(departures: readonly number[]): Pick<Irregularity, 'events' | 'irregular'> {
  const irregular = new Uint8Array(departures.length);
  let events = 0;
  for (let k = 0; k < departures.length; k++) {
    const here = departures[k] ?? 0;
    const next = departures[k + 1] ?? 0;
    if (Math.abs(here) <= DEPARTURE) continue;
    if (isDoubled(here, next)) {
      k++;
      continue;
    }
    events++;
    irregular[k] = 1;
    if (hasSplitPause(here, next, departures[k + 2] ?? 0)) irregular.fill(1, k, (k += 2) + 1);
    else if (Math.abs(next) > DEPARTURE && next * here < 0) irregular[++k] = 1;
  }
  return { events, irregular };
}
