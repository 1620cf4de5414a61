// SPDX-License-Identifier: Apache-2.0
import type { Rhythm } from '../beats/rhythm.ts';
import { fuseBreathing, NO_BREATHING, type BreathingResult } from './fuse.ts';
import { breathingPeak, type BreathingPeak } from './rate.ts';
import {
  amplitudeSeries,
  BREATHING_RATE,
  frequencySeries,
  slowSeries,
  type BreathingSeries,
} from './series.ts';

export interface BreathingInput {
  readonly rhythm: Rhythm;
  /** Slow level of the pulse signal on the recording's grid (not band-passed). */
  readonly baseline: Float64Array;
  /** Height of the face in the picture on the same grid; null when not tracked. */
  readonly height: Float64Array | null;
  /** Samples/s of the two. */
  readonly rate: number;
  /** Heart frequency, Hz. */
  readonly f0: number;
  /** Fused SNR of the pulse, dB. */
  readonly snrDb: number;
}

/** Why there is no breathing rate; null when there is one. */
export type BreathingFault = 'too-short' | 'low-signal' | 'disagreement' | null;

/** What each series says, and what they say together. */
export interface BreathingEstimate extends BreathingResult {
  readonly peaks: readonly BreathingPeak[];
  readonly fault: BreathingFault;
}

/** A recording must hold some four slow breaths, s. */
const MIN_DURATION_S = 18;
/** Below this the beats' rhythm and strength carry more noise than breath, dB. */
const MIN_SNR_DB = 4;
const MIN_ACCEPTED_SHARE = 0.85;

/** Breathing rate from what it does to the beats, to the skin's colour and to the head. */
export function estimateBreathing(input: BreathingInput): BreathingEstimate {
  const { rhythm, baseline, rate, snrDb } = input;
  if (baseline.length < MIN_DURATION_S * rate) return withheld('too-short', []);
  const peaks = peaksOf(input);
  if (!(snrDb >= MIN_SNR_DB) || rhythm.intervals.acceptedShare < MIN_ACCEPTED_SHARE) {
    return withheld('low-signal', peaks);
  }
  const fused = fuseBreathing(peaks);
  return { ...fused, peaks, fault: fused.rate === null ? 'disagreement' : null };
}

function withheld(fault: BreathingFault, peaks: readonly BreathingPeak[]): BreathingEstimate {
  return { ...NO_BREATHING, peaks, fault };
}

function peaksOf({ rhythm, baseline, height, rate, f0 }: BreathingInput): BreathingPeak[] {
  const { beats, intervals } = rhythm;
  const length = Math.floor((baseline.length / rate) * BREATHING_RATE);
  const series: (BreathingSeries | null)[] = [
    frequencySeries(beats, intervals, length),
    amplitudeSeries(beats, intervals, length),
    slowSeries('riiv', baseline, rate, length),
    height === null ? null : slowSeries('motion', height, rate, length),
  ];
  return series
    .filter((one): one is BreathingSeries => one !== null)
    .map((one) => breathingPeak(one, f0));
}
