// SPDX-License-Identifier: Apache-2.0
import type { ChestMovement } from '../frames/recording.ts';
import { bandPass } from '../signal/butterworth.ts';
import { linearlyDetrended } from '../signal/detrend.ts';
import { mean, standardDeviation } from '../signal/statistics.ts';
import { fuseBreathing, HIGH_HZ, LOW_HZ, type BreathingPeak, type BreathingSum } from './fuse.ts';
import { pulseSeries, type BreathingPulse } from './pulse-series.ts';
import { BREATHING_RATE, downsampled, type BreathingSeries } from './series.ts';

export interface BreathingInput {
  readonly pulse: BreathingPulse;
  /** Height of the face in the picture on the same grid; null when not tracked. */
  readonly height: Float64Array | null;
  /** Null when the chest was not seen. */
  readonly chest: ChestMovement | null;
  /** Samples/s of all of them. */
  readonly rate: number;
}

/** Why there is no breathing rate; null when there is one. */
export type BreathingFault = 'too-short' | 'disagreement' | null;

export interface BreathingEstimate {
  /** Breaths per minute; null where no rate is certain enough. */
  readonly rate: number | null;
  /** Sources that agree, joined by `+`. */
  readonly source: string;
  /** 0..1. */
  readonly quality: number;
  /** One standard deviation, breaths per minute; NaN without a rate. */
  readonly uncertainty: number;
  readonly fault: BreathingFault;
  /** Peak of each spectrum. */
  readonly peaks: readonly BreathingPeak[];
}

/** A recording must hold about two slow breaths, s. */
const MIN_DURATION_S = 18;
/** Largest share of missing frames: the wave is constant in gaps, whose rhythm could be mistaken for a breath. */
const MAX_MISSING = 0.15;
/**
 * The head moves less with the breath than on its own: for 24 faces its highest peak is within 2 of the breath in 8,
 * compared with 4 by chance and 16 for the amplitude of the pulse.
 */
const HEAD_WEIGHT = 0.75;
/** The chest moves with the breath alone: a clear view of it counts as much as the whole pulse. */
const CHEST_WEIGHT = 5;

/** Breathing rate from its effects on the pulse, the head and the chest. */
export function estimateBreathing(input: BreathingInput): BreathingEstimate {
  const { pulse, height, chest, rate } = input;
  const { baseline, hz } = pulse;
  const isPatchy = mean(pulse.usable) < 1 - MAX_MISSING;
  if (baseline.length < MIN_DURATION_S * rate || isPatchy) return withheld('too-short', []);
  const length = Math.floor((baseline.length / rate) * BREATHING_RATE);
  const { series, noise } = pulseSeries(pulse, rate, length);
  const all = [
    ...series,
    ...(height === null ? [] : [headSeries(height, rate, length)]),
    ...(chest === null ? [] : [chestSeries(chest, rate, length)].filter(breathes)),
  ];
  return judged(fuseBreathing(all, mean(hz)), noise);
}

/**
 * Breathing rate from the movement of shoulders and chest alone. @param chest in any unit. @param rate samples/s.
 */
export function breathingByChest(chest: ChestMovement, rate: number): BreathingEstimate {
  if (chest.y.length < MIN_DURATION_S * rate) return withheld('too-short', []);
  const length = Math.floor((chest.y.length / rate) * BREATHING_RATE);
  return judged(fuseBreathing([chestSeries(chest, rate, length)], Number.POSITIVE_INFINITY), 1);
}

function headSeries(height: Float64Array, rate: number, length: number): BreathingSeries {
  return {
    source: 'motion',
    values: downsampled(height, rate, length),
    ways: ['plain'],
    weight: HEAD_WEIGHT,
  };
}

function chestSeries(
  { y, confidence }: ChestMovement,
  rate: number,
  length: number,
): BreathingSeries {
  const weight = CHEST_WEIGHT * mean(confidence);
  return {
    source: 'chest',
    values: downsampled(y, rate, length),
    ways: ['plain', 'differenced'],
    weight,
  };
}

/**
 * Root mean square of a movement of 1 mm peak to peak: a breath at rest moves the chest by several. A smaller movement
 * is the grain of the picture, or a wall where the shoulders were expected, and says nothing about the breath.
 */
const MIN_MOVEMENT = 0.004;

function breathes({ values }: BreathingSeries): boolean {
  const swings = bandPass(linearlyDetrended(values), BREATHING_RATE, LOW_HZ, HIGH_HZ);
  return standardDeviation(swings) >= MIN_MOVEMENT;
}

function withheld(fault: BreathingFault, peaks: readonly BreathingPeak[]): BreathingEstimate {
  return { rate: null, source: '', quality: 0, uncertainty: Number.NaN, fault, peaks };
}

/** Largest standard deviation that a rate is given with, breaths per minute. */
const MAX_UNCERTAINTY = 3;
/** Peaks this close to the rate agree with it, breaths per minute. */
const AGREEMENT = 2;
/** With a smaller share in its own peak, a spectrum is not evidence. */
const MIN_SHARE = 0.3;
/**
 * In a pulse with more noise than this, one source alone is not trusted: drifting light changes the level too. Level
 * and head count as one source, since light falls on a moving head from another side.
 */
const LONE_NOISE = 0.3;

function judged({ rate, quality, peaks }: BreathingSum, noise: number): BreathingEstimate {
  const isLone = new Set(peaks.map(({ source }) => source)).size < 2;
  const uncertainty = uncertaintyOf(quality, isLone ? MIN_LONE_QUALITY : MIN_QUALITY);
  const sources = new Set(
    peaks
      .filter((one) => Math.abs(one.rate - rate) <= AGREEMENT && one.share >= MIN_SHARE)
      .map((one) => one.source),
  );
  const enough =
    sources.has('chest') ||
    noise <= LONE_NOISE ||
    [...sources].filter((one) => one !== 'motion' || !sources.has('riiv')).length > 1;
  if (!Number.isFinite(rate) || !(uncertainty <= MAX_UNCERTAINTY) || !enough) {
    return withheld('disagreement', peaks);
  }
  return { rate, source: [...sources].join('+'), quality, uncertainty, fault: null, peaks };
}

/** Quality at which the largest deviation is stated, and how fast the deviation falls above it. */
const MIN_QUALITY = 0.37;
const STEEPNESS = 3;
/** The same for a single source: the peaks of its noise are not lowered by other sources. */
const MIN_LONE_QUALITY = 0.55;
/** Counting breaths in 30 s is not more accurate than this, breaths per minute. */
const MIN_UNCERTAINTY = 0.5;

/**
 * One standard deviation for a quality, breaths per minute: fitted on 310 windows of pulse waves with counted breaths
 * and on synthetic faces, with and without breathing, so that two thirds of the errors lie within one and 95 % within
 * two.
 * @param least quality at which the largest deviation is stated.
 */
function uncertaintyOf(quality: number, least: number): number {
  const fall = (quality / least) ** -STEEPNESS;
  return Math.max(MIN_UNCERTAINTY, MAX_UNCERTAINTY * fall);
}
