// SPDX-License-Identifier: Apache-2.0
import { zeros } from '../signal/scratch.ts';

/** Spectra use every second sample: no content is left above 4 Hz. */
export const DECIMATION = 2;
/** Least transform size for a whole recording. */
export const FULL_SIZE = 2048;

export function decimated(series: Float64Array): Float64Array {
  const out = zeros(Math.ceil(series.length / DECIMATION));
  for (let i = 0; i < out.length; i++) out[i] = series[i * DECIMATION] ?? 0;
  return out;
}
