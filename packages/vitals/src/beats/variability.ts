// SPDX-License-Identifier: Apache-2.0
import { median } from '../signal/median.ts';
import { mean, sampleDeviation } from '../signal/statistics.ts';
import type { Intervals } from './intervals.ts';

/** The accepted intervals alone, ms. */
export function acceptedMs({ ms, accepted }: Intervals): Float64Array {
  return ms.filter((_, k) => accepted[k] === 1);
}

/** Intervals further from the median than this result from a missed or a doubled beat. */
const SHORTEST_SHARE = 0.75;
const LONGEST_SHARE = 1.33;

/**
 * Mean rate, per minute, over the intervals near their median; NaN without intervals. Wider than what variability
 * accepts: dropping true long intervals would raise the rate.
 */
export function meanRate({ ms }: Intervals): number {
  return 60_000 / mean(usual(ms));
}

/** Whether beats were missed or counted twice, so that the mean of the other intervals may be off. */
export function missesBeats({ ms }: Intervals): boolean {
  return usual(ms).length < ms.length;
}

function usual(ms: Float64Array): Float64Array {
  const middle = median(ms);
  return ms.filter((one) => one > SHORTEST_SHARE * middle && one < LONGEST_SHARE * middle);
}

/** Standard deviation of the accepted intervals, ms (Task Force 1996, doi:10.1161/01.CIR.93.5.1043). */
export function sdnn(intervals: Intervals): number {
  return sampleDeviation(acceptedMs(intervals));
}

/** Root mean square of successive differences, ms; pairs across a rejected interval do not count. NaN without pairs. */
export function rmssd({ ms, accepted }: Intervals): number {
  let sum = 0;
  let count = 0;
  for (let k = 1; k < ms.length; k++) {
    if (accepted[k] !== 1 || accepted[k - 1] !== 1) continue;
    sum += ((ms[k] ?? 0) - (ms[k - 1] ?? 0)) ** 2;
    count++;
  }
  return count > 0 ? Math.sqrt(sum / count) : Number.NaN;
}
