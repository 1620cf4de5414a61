// SPDX-License-Identifier: Apache-2.0
import { copyOf, zeros } from '../signal/scratch.ts';
import type { Recording } from '../frames/recording.ts';
import type { Rectifier } from './rectify.ts';
import { bandPass } from '../signal/butterworth.ts';
import { addTimes } from '../signal/elementwise.ts';
import { ridgeOn } from '../signal/ridge.ts';
import { standardDeviation } from '../signal/statistics.ts';
import type { PulseEstimate } from './estimate.ts';
import { LEARNED_ID } from './learned.ts';
import { chrominanceOf } from './logs.ts';
import { straightenedMask } from './path.ts';
import { HARMONIC_LINE_HZ, LINE_HZ } from './pool.ts';
import { chromaSpread, type Signature } from './signature.ts';

/**
 * Doubts about a pulse estimate, each as the additional SNR that it requires, dB. The limits and slopes were chosen on
 * simulated colour traces with and without a pulse and then checked on recordings.
 */
export interface Doubts {
  /** Parts of the recording, except the best agreeing ones, have another rate. */
  readonly unstable: number;
  /** Another frequency is nearly as strong. */
  readonly rival: number;
  /** The wave follows the head's movement. */
  readonly motion: number;
  /** The oscillation has a colour that blood does not have in any skin, or no consistent colour at all. */
  readonly colour: number;
  /** Only one method of skin colour sees it; a learned method does not count as confirmation. */
  readonly alone: number;
}

export function doubtsOf(
  estimate: PulseEstimate,
  recording: Recording,
  wave: Float64Array,
): Doubts {
  const witnesses = estimate.waves.filter(({ id }) => id !== LEARNED_ID);
  return {
    unstable: 0.7 * Math.min(8, above(partDeviation(estimate), 1.5)),
    rival: 8 * above(rivalShare(estimate), 0.35),
    motion: 15 * above(followedShare(estimate, recording, wave), 0.2),
    colour: colourDoubt(estimate.signature, recording.backlit),
    alone: 3 * above(-4, secondBest(witnesses.map(({ seenDb }) => seenDb))),
  };
}

/** Bounds of the colour that blood may have: red's and blue's shares of green's oscillation. */
interface ColourBounds {
  readonly minRed: number;
  readonly maxRed: number;
  readonly minBlue: number;
  readonly maxBlue: number;
}

/** The range of blood in any skin, including the effect of a codec that reduces colour. */
const POSSIBLE: ColourBounds = { minRed: -0.1, maxRed: 1.05, minBlue: -0.35, maxBlue: 1.2 };
/** With a background too bright to show a change of the light, a pulse has to show that it is not one. */
const CERTAIN: ColourBounds = { ...POSSIBLE, maxRed: 0.5, maxBlue: 1.1 };
/** Cost of exceeding the bounds by the whole of green's oscillation, dB. */
const BEYOND_DB = 60;
/** The more red an oscillation has, the closer to white a codec has made it, so it must have blue too. */
const PALE_RED = 0.5;
const BLUE_PER_RED = 2.2;
/** Deviation that may still be chance, standard errors. */
const CHANCE_ERRORS = 1.5;
/**
 * Independent colours are noise: standard errors up to these occur in weak pulses; beyond, they cost dB. In dark skin
 * in dim light, blue is little more than the sensor's noise, so it counts less.
 */
const MAX_RED_ERROR = 0.15;
const MAX_BLUE_ERROR = 0.9;
const RED_ERROR_DB = 30;
const BLUE_ERROR_DB = 20;

function colourDoubt({ red, redError, blue, blueError }: Signature, backlit: boolean): number {
  const { minRed, maxRed, minBlue, maxBlue } = backlit ? CERTAIN : POSSIBLE;
  const [mayRed, mayBlue] = [CHANCE_ERRORS * redError, CHANCE_ERRORS * blueError];
  const paleBlue = minBlue + BLUE_PER_RED * Math.min(above(red - mayRed, PALE_RED), PALE_RED);
  const beyond =
    above(minRed, red + mayRed) +
    above(red - mayRed, maxRed) +
    above(paleBlue, blue + mayBlue) +
    above(blue - mayBlue, maxBlue);
  return (
    BEYOND_DB * beyond +
    RED_ERROR_DB * above(redError, MAX_RED_ERROR) +
    BLUE_ERROR_DB * above(blueError, MAX_BLUE_ERROR)
  );
}

function secondBest(values: readonly number[]): number {
  return values.length < 2 ? 0 : (values.toSorted((a, b) => b - a)[1] ?? 0);
}

/** Additional SNR required because the oscillation has a different colour on each part of the face, dB. */
export function patchyDoubt(
  { f0, parts, rectified, path }: PulseEstimate,
  { rate }: Recording,
): number {
  const clean: Rectifier = (logs) => rectified(logs).map(path.straightened);
  return 8 * above(chromaSpread(parts(), clean, rate, f0), 0.4);
}

function above(value: number, limit: number): number {
  return Math.max(0, value - limit);
}

/** Least number of parts with a peak for them to represent the whole. */
const MIN_TELLING = 3;

/** One in this many parts may be bad. */
const FORGIVEN = 5;

/**
 * Largest distance of the parts' rates from the whole's, per minute, except for the forgiven ones; none is forgiven
 * when the rate was followed, since the path may have been lost just there.
 */
function partDeviation({ partsHz, f0, path }: PulseEstimate): number {
  if (partsHz.length < MIN_TELLING) return 60;
  const distances = partsHz.map((hz) => 60 * Math.abs(hz - f0));
  const forgiven = path.moves ? 0 : Math.max(1, Math.floor(distances.length / FORGIVEN));
  return distances.sort((a, b) => b - a)[forgiven] ?? 0;
}

/** Score of the best peak that is neither the pulse nor its second harmonic, over the pulse's. */
function rivalShare({ peaks, f0 }: PulseEstimate): number {
  const own = peaks.find(({ hz }) => hz === f0)?.score ?? peaks[0]?.score ?? 1;
  const rival = peaks.find(
    ({ hz }) => Math.abs(hz - f0) > LINE_HZ && Math.abs(hz - 2 * f0) > HARMONIC_LINE_HZ,
  );
  return (rival?.score ?? 0) / own;
}

/**
 * In-band movement below this, px of a 320 px wide picture, is ignored: the heartbeat itself nods the head by some
 * tenths of a pixel (Balakrishnan, Durand & Guttag 2013, doi:10.1109/CVPR.2013.440).
 */
const MIN_MOTION_PX = 0.5;
const REACH_HZ = 0.3;
/** Skin may respond to a movement with a delay: an eighth of a second covers the phase of any rate here. */
const LAG_S = 0.13;

/**
 * Share of the wave's power around the pulse that is explained by the head's movements, current and slightly delayed.
 */
function followedShare(
  { f0, nuisance, path }: PulseEstimate,
  { rate, usable }: Recording,
  wave: Float64Array,
): number {
  const moves = nuisance.motion.filter((move) => standardDeviation(move) >= MIN_MOTION_PX);
  if (moves.length === 0) return 0;
  const near = (series: Float64Array): Float64Array =>
    bandPass(path.straightened(series), rate, Math.max(0.5, f0 - REACH_HZ), f0 + REACH_HZ);
  const measured = straightenedMask(path, usable);
  const target = near(wave);
  const now = moves.map(near);
  const regressors = [...now, ...now.map((move) => delayed(move, Math.round(LAG_S * rate)))];
  return explainedShare(target, regressors, measured);
}

/** Share of the target's power that the regressors explain where it was measured. */
function explainedShare(
  target: Float64Array,
  regressors: readonly Float64Array[],
  measured: Uint8Array,
): number {
  const fit = ridgeOn(regressors, measured, 1e-3)(target);
  const explained = zeros(target.length);
  regressors.forEach((one, k) => {
    addTimes(explained, one, fit[k] ?? 0);
  });
  let total = 0;
  let rest = 0;
  for (let i = 0; i < target.length; i++) {
    if (measured[i] !== 1) continue;
    const value = target[i] ?? 0;
    total += value * value;
    rest += (value - (explained[i] ?? 0)) ** 2;
  }
  return total > 0 ? 1 - rest / total : 0;
}

function delayed(series: Float64Array, by: number): Float64Array {
  const out = copyOf(series);
  out.copyWithin(by, 0);
  return out;
}

/** Half width of the lines of a slow heart and of its second harmonic, Hz. */
const SLOW_LINE_HZ = 0.08;
/**
 * A slow heart's own oscillation is stronger than its second harmonic by more than this, and its square explains more
 * than this share of the harmonic: in simulated films at least 2.2 and 0.29; for other hearts, in simulated films and
 * the faces of docs/accuracy, at most 1.2 and 0.13.
 */
const SLOW_STRENGTH = 1.5;
const SLOW_SHARE = 0.22;

/**
 * Whether the pulse is the second harmonic of a heart at half its rate, which is below the band: the two are coupled.
 */
export function isDoubleOfSlower(
  { f0, skin, path }: PulseEstimate,
  { rate, usable }: Recording,
): boolean {
  const near = (series: Float64Array, hz: number): Float64Array =>
    bandPass(series, rate, hz - SLOW_LINE_HZ, hz + SLOW_LINE_HZ);
  const colour = path.straightened(chrominanceOf(skin));
  const slow = near(colour, f0 / 2);
  const double = near(colour, f0);
  if (!(standardDeviation(slow) > SLOW_STRENGTH * standardDeviation(double))) return false;
  const squared = near(
    slow.map((value) => value * value),
    f0,
  );
  // A copy delayed by a quarter of its cycle covers any phase.
  const regressors = [squared, delayed(squared, Math.round(rate / (4 * f0)))];
  return explainedShare(double, regressors, straightenedMask(path, usable)) > SLOW_SHARE;
}
