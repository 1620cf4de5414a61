// SPDX-License-Identifier: Apache-2.0
import { bandPassAll } from '../signal/butterworth.ts';
import { addTimes, dot } from '../signal/elementwise.ts';
import { ridgeOn } from '../signal/ridge.ts';
import { standardDeviation } from '../signal/statistics.ts';
import { chrominanceOf, eachChannel, type LogTrace } from './logs.ts';
import type { Rectifier } from './rectify.ts';

/** Half width of the band around a frequency in which colours are compared, Hz. */
const REACH_HZ = 0.12;

/**
 * Colour of the oscillation at one frequency, from the channels' logs: how strongly red and blue follow green. Blood
 * absorbs green most and red little, whatever the skin (red 0.1 to 0.45 of green; de Haan & van Leest 2014,
 * doi:10.1088/0967-3334/35/9/1913). It absorbs as much blue as green in light skin and none in dark skin, where melanin
 * has left no blue light to absorb. White light changes all colours equally, coloured light in any ratio, and a codec
 * that reduces colour brings everything closer to white.
 */
export interface Signature {
  /** Red's oscillation relative to green's, and its standard error. */
  readonly red: number;
  readonly redError: number;
  /** The same for blue. */
  readonly blue: number;
  readonly blueError: number;
}

const NO_SIGNATURE: Signature = { red: 0, redError: 0, blue: 0, blueError: 0 };

const RIDGE_STRENGTH = 1e-3;

/**
 * @param skin logs of the colours, rate in samples/s. @param moves the head's movements on the same grid: whatever
 * follows them is gloss and shade, whose colour differs from the skin's, more so in darker skin, and is removed.
 */
export function signatureAt(
  skin: LogTrace,
  rate: number,
  hz: number,
  moves: readonly Float64Array[] = [],
): Signature {
  if (!Number.isFinite(hz)) return NO_SIGNATURE;
  const passed = (series: readonly Float64Array[]): Float64Array[] =>
    bandPassAll(series, rate, hz - REACH_HZ, hz + REACH_HZ);
  const { red, green, blue } = eachChannel(skin, passed);
  removeMoves([red, green, blue], passed(moves));
  const power = dot(green, green);
  if (!(power > 0)) return NO_SIGNATURE;
  // Number of independent values in a band of this width.
  const values = Math.max(2, (4 * REACH_HZ * green.length) / rate);
  const along = (channel: Float64Array): { share: number; error: number } => {
    const share = dot(channel, green) / power;
    const rest = Math.max(0, dot(channel, channel) / power - share * share);
    return { share, error: Math.sqrt(rest / (values - 1)) };
  };
  const [ofRed, ofBlue] = [along(red), along(blue)];
  return { red: ofRed.share, redError: ofRed.error, blue: ofBlue.share, blueError: ofBlue.error };
}

/** Removes the part that follows the movements from series, all band-passed, in place. */
function removeMoves(series: readonly Float64Array[], moves: readonly Float64Array[]): void {
  const [first] = moves;
  if (first === undefined) return;
  const regression = ridgeOn(moves, new Uint8Array(first.length).fill(1), RIDGE_STRENGTH);
  for (const one of series) {
    const fit = regression(one);
    moves.forEach((move, k) => {
      addTimes(one, move, -(fit[k] ?? 0));
    });
  }
}

/** Least number of parts of a face to compare. */
const MIN_PARTS = 3;

/**
 * Standard deviation of the chroma over the parts of a face at one frequency: blood has one colour wherever it flows,
 * while light that drifts in colour falls on each part from another side. 0 with too few parts.
 * @param rectified removes the light's changes.
 */
export function chromaSpread(
  parts: readonly LogTrace[],
  rectified: Rectifier,
  rate: number,
  hz: number,
): number {
  if (parts.length < MIN_PARTS) return 0;
  const near = (logs: readonly Float64Array[]): Float64Array[] =>
    bandPassAll(rectified(logs), rate, hz - REACH_HZ, hz + REACH_HZ);
  const green = near(parts.map((part) => part.green));
  const chrominance = near(parts.map(chrominanceOf));
  return standardDeviation(
    Float64Array.from(green, (one, k) => chromaOf(one, chrominance[k] ?? one)),
  );
}

/** Part of green's oscillation that the chrominance follows. */
function chromaOf(green: Float64Array, chrominance: Float64Array): number {
  const power = dot(green, green);
  return power > 0 ? dot(green, chrominance) / power : 0;
}

/**
 * Red's share of a green oscillation above which it is light, and below which it is blood; in between, partly trusted.
 */
const LIGHT_RED = 0.85;
const BLOOD_RED = 0.65;

/** Trust, 0..1, in GREEN when the oscillation at its own peak has this signature. */
export function bloodShare({ red }: Signature): number {
  return Math.max(0, Math.min(1, (LIGHT_RED - red) / (LIGHT_RED - BLOOD_RED)));
}
