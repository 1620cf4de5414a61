// SPDX-License-Identifier: Apache-2.0
import { bandPass } from '../signal/butterworth.ts';
import { addTimes, dot } from '../signal/elementwise.ts';
import { ridgeOn } from '../signal/ridge.ts';
import { standardDeviation } from '../signal/statistics.ts';
import { chrominanceOf, type LogTrace } from './logs.ts';
import type { Rectifier } from './rectify.ts';

/** Half width of the band around a frequency in which colours are compared, Hz. */
const REACH_HZ = 0.12;

/**
 * Colour of what oscillates at one frequency, from the channels' logs: how far red and blue go along with green. Blood
 * takes the most of green and little of red, whatever the skin (red 0.1 to 0.45 of green; de Haan & van Leest 2014,
 * doi:10.1088/0967-3334/35/9/1913). Of blue it takes as much as of green in light skin and nothing in dark, where
 * melanin has left no blue light to take from. White light takes all alike, coloured light anything, and a codec that
 * drops colour brings all of it nearer to white.
 */
export interface Signature {
  /** Red's oscillation along green's, and its standard error. */
  readonly red: number;
  readonly redError: number;
  /** Blue's likewise. */
  readonly blue: number;
  readonly blueError: number;
}

const NO_SIGNATURE: Signature = { red: 0, redError: 0, blue: 0, blueError: 0 };

const RIDGE_STRENGTH = 1e-3;

/**
 * @param skin logs of the colours, rate in samples/s. @param moves the head's movements beside them: what follows them
 * is gloss and shade, whose colour is not the skin's, the darker the skin the less, and is left out.
 */
export function signatureAt(
  skin: LogTrace,
  rate: number,
  hz: number,
  moves: readonly Float64Array[] = [],
): Signature {
  if (!Number.isFinite(hz)) return NO_SIGNATURE;
  const passed = (series: Float64Array): Float64Array =>
    bandPass(series, rate, hz - REACH_HZ, hz + REACH_HZ);
  const near = unmoved(moves.map(passed), passed);
  const green = near(skin.green);
  const power = dot(green, green);
  if (!(power > 0)) return NO_SIGNATURE;
  // A band of this width has so many independent values.
  const values = Math.max(2, (4 * REACH_HZ * green.length) / rate);
  const along = (channel: Float64Array): { share: number; error: number } => {
    const share = dot(channel, green) / power;
    const rest = Math.max(0, dot(channel, channel) / power - share * share);
    return { share, error: Math.sqrt(rest / (values - 1)) };
  };
  const [red, blue] = [along(near(skin.red)), along(near(skin.blue))];
  return { red: red.share, redError: red.error, blue: blue.share, blueError: blue.error };
}

/** Band-passed series without what follows the movements. */
function unmoved(
  moves: readonly Float64Array[],
  passed: (series: Float64Array) => Float64Array,
): (series: Float64Array) => Float64Array {
  const [first] = moves;
  if (first === undefined) return passed;
  const regression = ridgeOn(moves, new Uint8Array(first.length).fill(1), RIDGE_STRENGTH);
  return (series) => {
    const near = passed(series);
    const fit = regression(near);
    moves.forEach((move, k) => {
      addTimes(near, move, -(fit[k] ?? 0));
    });
    return near;
  };
}

/** Parts of a face must be so many to compare. */
const LEAST_PARTS = 3;

/**
 * Standard deviation of the chroma over the parts of a face at one frequency: blood has one colour wherever it
 * flows, light that drifts in colour falls on each part from another side. 0 with too few parts to tell.
 * @param rectified takes the light's changes out.
 */
export function chromaSpread(
  parts: readonly LogTrace[],
  rectified: Rectifier,
  rate: number,
  hz: number,
): number {
  if (parts.length < LEAST_PARTS) return 0;
  const near = (log: Float64Array): Float64Array =>
    bandPass(rectified(log), rate, hz - REACH_HZ, hz + REACH_HZ);
  return standardDeviation(
    parts.map((part) => chromaOf(near(part.green), near(chrominanceOf(part)))),
  );
}

/** Part of green's oscillation that the chrominance follows. */
function chromaOf(green: Float64Array, chrominance: Float64Array): number {
  const power = dot(green, green);
  return power > 0 ? dot(green, chrominance) / power : 0;
}

/** Red's share of a green oscillation from which on it is light, and up to which it is blood; between, partly trusted. */
const LIGHT_RED = 0.85;
const BLOOD_RED = 0.65;

/** Share of trust, 0..1, in GREEN when what it sees at its own peak has this signature. */
export function bloodShare({ red }: Signature): number {
  return Math.max(0, Math.min(1, (LIGHT_RED - red) / (LIGHT_RED - BLOOD_RED)));
}
