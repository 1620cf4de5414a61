// SPDX-License-Identifier: Apache-2.0
import type { Beats } from '../beats/detect.ts';
import type { Intervals } from '../beats/intervals.ts';
import { fuseBreathing, type BreathingResult } from './fuse.ts';
import { breathingPeak, type BreathingPeak } from './rate.ts';
import {
  amplitudeSeries,
  BREATHING_RATE,
  frequencySeries,
  slowSeries,
  type BreathingSeries,
} from './series.ts';

export interface BreathingInput {
  readonly beats: Beats;
  readonly intervals: Intervals;
  /** Slow level of the pulse signal on the recording's grid (not band-passed). */
  readonly baseline: Float64Array;
  /** Height of the face in the picture on the same grid; null when not tracked. */
  readonly height: Float64Array | null;
  /** Samples/s of the two. */
  readonly rate: number;
  /** Heart frequency, Hz. */
  readonly f0: number;
  /** Whether the signal is clean enough for first differences. */
  readonly clean: boolean;
}

/** What each series says, and what they say together. */
export interface BreathingEstimate extends BreathingResult {
  readonly peaks: readonly BreathingPeak[];
}

export function estimateBreathing(input: BreathingInput): BreathingEstimate {
  const { beats, intervals, baseline, height, rate, f0, clean } = input;
  const length = Math.max(2, Math.floor((baseline.length / rate) * BREATHING_RATE));
  const series: (BreathingSeries | null)[] = [
    frequencySeries(beats, intervals, length),
    amplitudeSeries(beats, intervals, length),
    slowSeries('riiv', baseline, rate, length),
    height === null ? null : slowSeries('motion', height, rate, length),
  ];
  const peaks = series
    .filter((one): one is BreathingSeries => one !== null)
    .map((one) => breathingPeak(one, f0, clean && one.source !== 'motion'));
  return { ...fuseBreathing(peaks), peaks };
}
