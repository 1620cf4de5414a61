// SPDX-License-Identifier: Apache-2.0
import type { Beats } from '../beats/detect.ts';
import type { Intervals } from '../beats/intervals.ts';
import { pchip } from '../signal/pchip.ts';

/** Rate breathing is analysed at, samples/s. */
export const BREATHING_RATE = 5;

/** Where breathing may show (Karlen et al. 2013, doi:10.1109/TBME.2013.2246160). */
export type BreathingSource = 'rifv' | 'riav' | 'riiv' | 'motion';

export interface BreathingSeries {
  readonly source: BreathingSource;
  /** Samples at 5 Hz from the recording's start. */
  readonly values: Float64Array;
}

/** Least accepted beats to follow a breath with. */
const MIN_BEATS = 8;

/** Beat-to-beat interval over time: the heart speeds up while breathing in. Null with too few beats. */
export function frequencySeries(
  beats: Beats,
  intervals: Intervals,
  length: number,
): BreathingSeries | null {
  const at: number[] = [];
  const values: number[] = [];
  intervals.ms.forEach((ms, k) => {
    if (intervals.accepted[k] !== 1) return;
    at.push(((beats.timesS[k] ?? 0) + (beats.timesS[k + 1] ?? 0)) / 2);
    values.push(ms);
  });
  return spread('rifv', at, values, length);
}

/** Rise of each beat over time. Null with too few beats. */
export function amplitudeSeries(
  beats: Beats,
  intervals: Intervals,
  length: number,
): BreathingSeries | null {
  const at: number[] = [];
  const values: number[] = [];
  beats.timesS.forEach((time, k) => {
    if (intervals.accepted[k] !== 1 && intervals.accepted[k - 1] !== 1) return;
    at.push(time);
    values.push(beats.amplitudes[k] ?? 0);
  });
  return spread('riav', at, values, length);
}

function spread(
  source: BreathingSource,
  at: readonly number[],
  values: readonly number[],
  length: number,
): BreathingSeries | null {
  if (at.length < MIN_BEATS) return null;
  const step = 1 / BREATHING_RATE;
  return {
    source,
    values: pchip(Float64Array.from(at), Float64Array.from(values), 0, step, length),
  };
}

/** A series of the recording's grid averaged down to 5 Hz: the pulse's baseline or the face's height. */
export function slowSeries(
  source: BreathingSource,
  values: Float64Array,
  rate: number,
  length: number,
): BreathingSeries {
  const every = rate / BREATHING_RATE;
  const slow = new Float64Array(length).map((_, i) => {
    const from = Math.max(0, Math.round((i - 0.5) * every));
    const to = Math.min(values.length, Math.max(from + 1, Math.round((i + 0.5) * every)));
    let sum = 0;
    for (let k = from; k < to; k++) sum += values[k] ?? 0;
    return sum / (to - from);
  });
  return { source, values: slow };
}
