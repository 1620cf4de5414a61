// SPDX-License-Identifier: Apache-2.0
import { zeros } from '../signal/scratch.ts';
import { times } from '../signal/elementwise.ts';
import { resampler } from '../signal/pchip.ts';
import { mean } from '../signal/statistics.ts';

/** Course of the heart's frequency through a recording. */
export interface RatePath {
  /** Heart frequency at each sample of the recording's grid, Hz; one value throughout where it did not change. */
  readonly hz: Float64Array;
  /** Whether the rate was followed; false: it is assumed constant. */
  readonly moves: boolean;
  /**
   * Resamples a series of the recording's grid to a time that runs uniformly with the heart, keeping the mean
   * frequency: what follows the heart then has one frequency (order tracking; Fyfe & Munck 1997,
   * doi:10.1006/mssp.1996.0056). The same length; the series itself where the rate is constant.
   */
  readonly straightened: (series: Float64Array) => Float64Array;
}

/** Turns of a heart since the first sample. @param hz its frequency at each sample, Hz. @param rate samples/s. */
export function turnsOf(hz: Float64Array, rate: number): Float64Array {
  const turns = zeros(hz.length);
  for (let i = 1; i < turns.length; i++) {
    turns[i] = (turns[i - 1] ?? 0) + ((hz[i - 1] ?? 0) + (hz[i] ?? 0)) / (2 * rate);
  }
  return turns;
}

/** A constant rate. @param length samples. */
export function steadyPath(hz: number, length: number): RatePath {
  const straightened = (series: Float64Array): Float64Array => series;
  return { hz: zeros(length).fill(hz), moves: false, straightened };
}

/** A changing rate. @param hz Hz, above 0, at each sample of the recording's grid. */
export function movingPath(hz: Float64Array): RatePath {
  // In turns per sample, since it is scaled to the samples of the grid.
  const at = turnsOf(hz, 1);
  const scale = (at.length - 1) / (at[at.length - 1] ?? 1);
  const onTurns = resampler(times(at, scale), 0, 1, at.length);
  return { hz, moves: true, straightened: (series) => onTurns(series)[0] };
}

/** The same course with another mean. */
export function withMean(path: RatePath, hz: number): RatePath {
  if (!path.moves) return { ...path, hz: zeros(path.hz.length).fill(hz) };
  return { ...path, hz: times(path.hz, hz / mean(path.hz)) };
}

/** Which samples of the straightened time were measured. */
export function straightenedMask(
  { moves, straightened }: RatePath,
  usable: Uint8Array,
): Uint8Array {
  if (!moves || !usable.includes(0)) return usable;
  return Uint8Array.from(straightened(Float64Array.from(usable)), (share) => (share > 0.5 ? 1 : 0));
}
