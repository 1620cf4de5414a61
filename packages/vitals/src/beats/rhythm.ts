// SPDX-License-Identifier: Apache-2.0
import { detectBeats, type Beats } from './detect.ts';
import { intervalsOf, type Intervals } from './intervals.ts';
import { meanRate } from './variability.ts';

/** Below this fused SNR single beats cannot be timed, dB. */
const MIN_SNR_DB = 5;
const MIN_ACCEPTED_SHARE = 0.85;
/** Beats and spectrum must tell the same rate, per minute. */
const MAX_DISAGREEMENT = 4;
const MIN_INTERVALS = 20;
/** Frames further apart than this leave the interval between them unknown, ms. */
const MAX_GAP_MS = 150;

/** Beats of a pulse wave and how far they can be believed. */
export interface Rhythm {
  readonly beats: Beats;
  readonly intervals: Intervals;
  /** Mean rate of the accepted intervals, per minute. */
  readonly rate: number;
  /** Whether the mean interval tells the rate better than the spectrum. */
  readonly timed: boolean;
  /** Whether there are enough good beats for variability. */
  readonly variable: boolean;
}

/**
 * @param frameMs times of the frames behind the wave, ms from its first sample. @param snrDb fused SNR.
 */
export function rhythmOf(
  wave: Float64Array,
  rate: number,
  f0: number,
  snrDb: number,
  frameMs: Float64Array,
): Rhythm {
  const beats = detectBeats(wave, rate, f0);
  const intervals = intervalsOf(beats.timesS, gapless(frameMs));
  const beatRate = meanRate(intervals);
  const timed =
    snrDb >= MIN_SNR_DB &&
    intervals.acceptedShare >= MIN_ACCEPTED_SHARE &&
    Math.abs(beatRate - 60 * f0) <= MAX_DISAGREEMENT;
  const accepted = intervals.accepted.reduce((sum, one) => sum + one, 0);
  return { beats, intervals, rate: beatRate, timed, variable: timed && accepted >= MIN_INTERVALS };
}

function gapless(frameMs: Float64Array): (fromS: number, toS: number) => boolean {
  const gaps: [number, number][] = [];
  frameMs.forEach((time, i) => {
    const before = frameMs[i - 1] ?? time;
    if (time - before > MAX_GAP_MS) gaps.push([before / 1000, time / 1000]);
  });
  return (fromS, toS) => gaps.every(([from, to]) => to <= fromS || from >= toS);
}
