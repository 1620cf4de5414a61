// SPDX-License-Identifier: Apache-2.0
import { zeros } from '../signal/scratch.ts';
import type { ColourTrace, Recording } from '../frames/recording.ts';
import { bandPassAll } from '../signal/butterworth.ts';
import { standardDeviation } from '../signal/statistics.ts';
import type { Band } from './method.ts';

/** Least in-band movement worth a penalty, px of a 320 px wide picture (degrees for roll). */
const MIN_MOTION = 0.05;
/** Least in-band relative change of the background's light worth a penalty. */
const MIN_LIGHT = 2e-4;

/** Signals that may imitate a pulse: in-band head movement and light, as series on the recording's grid. */
export interface Nuisance {
  readonly motion: readonly Float64Array[];
  readonly light: readonly Float64Array[];
}

export function nuisanceOf(recording: Recording, band: Band): Nuisance {
  const { rate, motion, background } = recording;
  const changing = (series: readonly Float64Array[], least: number): Float64Array[] =>
    bandPassAll(series, rate, band.lowHz, band.highHz).filter(
      (filtered) => standardDeviation(filtered) >= least,
    );
  const moves = motion === null ? [] : [motion.x, motion.y];
  const tilt = motion?.roll ?? null;
  return {
    motion: changing(tilt === null ? moves : [...moves, tilt], MIN_MOTION),
    light: changing(background === null ? [] : [brightness(background)], MIN_LIGHT),
  };
}

/** Log of the luma. */
function brightness({ red, green, blue }: ColourTrace): Float64Array {
  const out = zeros(green.length);
  for (let i = 0; i < out.length; i++) {
    out[i] = Math.log(0.3 * (red[i] ?? 0) + 0.59 * (green[i] ?? 0) + 0.11 * (blue[i] ?? 0));
  }
  return out;
}
