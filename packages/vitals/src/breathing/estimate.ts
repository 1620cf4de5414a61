// SPDX-License-Identifier: Apache-2.0
import type { ChestMovement } from '../frames/recording.ts';
import { bandPass } from '../signal/butterworth.ts';
import { linearlyDetrended } from '../signal/detrend.ts';
import { countOf } from '../signal/elementwise.ts';
import { mean, standardDeviation } from '../signal/statistics.ts';
import { fuseBreathing, HIGH_HZ, LOW_HZ, type BreathingPeak, type BreathingSum } from './fuse.ts';
import { pulseSeries, type BreathingPulse } from './pulse-series.ts';
import {
  BREATHING_RATE,
  downsampled,
  type BreathingSeries,
  type BreathingSource,
} from './series.ts';
import { chestWeights, HEAD_WEIGHTS } from './weights.ts';

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
/** Breathing rate from its effects on the pulse, the head and the chest. */
export function estimateBreathing(input: BreathingInput): BreathingEstimate {
  const { pulse, height, chest, rate } = input;
  const { baseline, hz } = pulse;
  const isPatchy = countOf(pulse.usable) < (1 - MAX_MISSING) * pulse.usable.length;
  if (baseline.length < MIN_DURATION_S * rate || isPatchy) return withheld('too-short', []);
  const length = Math.floor((baseline.length / rate) * BREATHING_RATE);
  const all = [
    ...pulseSeries(pulse, rate, length),
    ...(height === null ? [] : [headSeries(height, rate, length)]),
    ...(chest === null ? [] : [chestSeries(chest, rate, length)].filter(breathes)),
  ];
  return judged(fuseBreathing(all, mean(hz)));
}

/**
 * Breathing rate from the movement of shoulders and chest alone. @param chest in any unit. @param rate samples/s.
 */
export function breathingByChest(chest: ChestMovement, rate: number): BreathingEstimate {
  if (chest.y.length < MIN_DURATION_S * rate) return withheld('too-short', []);
  const length = Math.floor((chest.y.length / rate) * BREATHING_RATE);
  return judged(fuseBreathing([chestSeries(chest, rate, length)], Number.POSITIVE_INFINITY));
}

function headSeries(height: Float64Array, rate: number, length: number): BreathingSeries {
  return {
    source: 'motion',
    values: downsampled(height, rate, length),
    weights: HEAD_WEIGHTS,
  };
}

function chestSeries(
  { y, confidence }: ChestMovement,
  rate: number,
  length: number,
): BreathingSeries {
  return {
    source: 'chest',
    values: downsampled(y, rate, length),
    weights: chestWeights(mean(confidence)),
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

/** Peaks this close to the rate agree with it, breaths per minute. */
const AGREEMENT = 2;
/** With a smaller share in its own peak, a spectrum is not evidence. */
const MIN_SHARE = 0.3;

function judged({ rate, quality, peaks }: BreathingSum): BreathingEstimate {
  if (!Number.isFinite(rate) || quality < MIN_QUALITY) return withheld('disagreement', peaks);
  const sources = new Set(
    peaks
      .filter((one) => Math.abs(one.rate - rate) <= AGREEMENT && one.share >= MIN_SHARE)
      .map((one) => one.source),
  );
  if (!isEnough(sources)) return withheld('disagreement', peaks);
  const source = [...sources].join('+');
  return { rate, source, quality, uncertainty: uncertaintyOf(quality), fault: null, peaks };
}

/** Light falls on a moving head from another side and so changes the level too: together they are not enough. */
function isEnough(sources: ReadonlySet<BreathingSource>): boolean {
  const others = [...sources].filter((one) => one !== 'motion');
  return sources.has('motion') ? others.some((one) => one !== 'riiv') : others.length > 0;
}

/** Of the rates with at least this quality, 94 % were within 2 a minute of the truth (docs/accuracy). */
const MIN_QUALITY = 0.365;
/** Up to this quality, a few rates are those of chance peaks; hardly any above. */
const CLEAR_QUALITY = 0.5;
const STEEPNESS = 6;
/** Largest standard deviation that a rate is given with, breaths per minute. */
const MAX_UNCERTAINTY = 3;
/** Counting breaths in 30 s is not more accurate than this, breaths per minute. */
const MIN_UNCERTAINTY = 0.6;

/** Root mean square error of the rates of a quality, breaths per minute, as found (docs/accuracy). */
function uncertaintyOf(quality: number): number {
  const fallen = MAX_UNCERTAINTY * (quality / CLEAR_QUALITY) ** -STEEPNESS;
  return Math.min(MAX_UNCERTAINTY, Math.max(MIN_UNCERTAINTY, fallen));
}
