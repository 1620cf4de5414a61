// SPDX-License-Identifier: Apache-2.0
import { zeros } from '../signal/scratch.ts';
import type { ColourTrace, Recording } from '../frames/recording.ts';
import { bandPass, bandPassAll } from '../signal/butterworth.ts';
import { addTimes, dotWhere } from '../signal/elementwise.ts';
import { ridgeOn } from '../signal/ridge.ts';
import { FPS_SHARE, type PulseEstimate } from './estimate.ts';
import { straightenedMask } from './path.ts';
import { LINE_HZ } from './pool.ts';

/** Half width of the band in which the line is distinguished from its surroundings, Hz. */
const SURROUNDINGS_HZ = 0.9;
const LOWEST_HZ = 0.5;
/** The colours change almost equally with the light: a stronger ridge could not separate them. */
const RIDGE_STRENGTH = 1e-4;
/** Edges of the band that is kept, in multiples of the pulse's frequency: the pulse and its second harmonic. */
const KEPT_FROM = 0.6;
const KEPT_TO = 3;

/**
 * The pulse as one sum of the logs of colours with constant weights. POS and CHROM reweight the colours every few
 * beats, which evens out exactly the amplitude modulation that a breath causes. The weights are those that make the
 * pulse clearest relative to its surroundings: least squares of its line on the colours (a Wiener filter; with the
 * surroundings as the noise: Nikulin et al. 2011, doi:10.1016/j.neuroimage.2011.01.057). The whole skin and its parts
 * are then added, weighted by the pulse in them over the power of their noise (maximal-ratio combining: Brennan 1959,
 * doi:10.1109/JRPROC.1959.287136).
 * @param wave the pulse on the recording's grid, upwards means more blood.
 * @returns the same grid, in log units, upwards means more blood, the fundamental and its second harmonic.
 */
export function fixedSum(
  { f0, path, skin, parts, rectified }: PulseEstimate,
  recording: Recording,
  wave: Float64Array,
): Float64Array {
  const { rate, fps, usable } = recording;
  const measured = straightenedMask(path, usable);
  const straightened = (series: readonly Float64Array[]) => series.map(path.straightened);
  const within = (reachHz: number, series: readonly Float64Array[]): Float64Array[] =>
    bandPassAll(series, rate, Math.max(LOWEST_HZ, f0 - reachHz), f0 + reachHz);
  const [target = wave] = within(LINE_HZ, straightened([wave]));
  const colours = straightened([skin.red, skin.green, skin.blue]);
  const weights = ridgeOn(within(SURROUNDINGS_HZ, colours), measured, RIDGE_STRENGTH)(target);
  const sum = zeros(wave.length);
  const ofParts = rectified(parts().map((part) => weighed(part, weights)));
  const all = [weighed(skin, weights), ...ofParts];
  const straight = straightened(all);
  const pulses = within(LINE_HZ, straight);
  const surroundings = within(SURROUNDINGS_HZ, straight);
  for (const [k, one] of all.entries()) {
    const pulse = pulses[k] ?? one;
    const noise = squares(surroundings[k] ?? one, pulse, measured);
    if (!(noise > 0)) continue;
    addTimes(sum, one, dotWhere(pulse, target, measured) / noise);
  }
  return bandPass(
    sum,
    rate,
    Math.max(LOWEST_HZ, KEPT_FROM * f0),
    Math.min(FPS_SHARE * fps, KEPT_TO * f0),
  );
}

function weighed({ red, green, blue }: ColourTrace, [r = 0, g = 0, b = 0]: Float64Array) {
  const out = zeros(red.length);
  for (let i = 0; i < out.length; i++) {
    out[i] = r * (red[i] ?? 0) + g * (green[i] ?? 0) + b * (blue[i] ?? 0);
  }
  return out;
}

/** Sum of the squares of `a - b`. */
function squares(a: Float64Array, b: Float64Array, measured: Uint8Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) if (measured[i] === 1) sum += ((a[i] ?? 0) - (b[i] ?? 0)) ** 2;
  return sum;
}
