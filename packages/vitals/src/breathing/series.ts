// SPDX-License-Identifier: Apache-2.0
import { zeros } from '../signal/scratch.ts';
import type { SignalSourceId } from '@perfuse/contract/results/sources';
import { pchip } from '../signal/pchip.ts';

/** Sampling rate for breathing, samples/s. */
export const BREATHING_RATE = 5;

/**
 * Signals that breathing may show in: the rate, strength, level and width of the pulse (Karlen et al. 2013,
 * doi:10.1109/TBME.2013.2246160; width: Lázaro et al. 2015, doi:10.1088/0967-3334/36/11/2317; more of them: Charlton et
 * al. 2018, doi:10.1109/RBME.2017.2763681), the height of the head, and the movement of shoulders and chest.
 */
export type BreathingSource = Extract<
  SignalSourceId,
  'rifv' | 'riav' | 'riiv' | 'riwv' | 'motion' | 'chest'
>;

/** One signal that breathing may show in. */
export interface BreathingSeries {
  readonly source: BreathingSource;
  /** Samples at 5 Hz from the recording's start. */
  readonly values: Float64Array;
  /**
   * Weights of its spectra: of its own, and of that of its first differences, in which slow drift is small. The natural
   * logarithm of a rate's odds rises by the weight with the share of the power around it. Default 0: not used.
   */
  readonly weights: { readonly plain?: number; readonly differenced?: number };
}

/** Least number of beats to follow a breath. */
const MIN_BEATS = 8;

/** Values of single beats, interpolated over time. @param at s, ascending. @returns null with too few. */
export function interpolated(
  at: readonly number[],
  values: readonly number[],
  length: number,
): Float64Array | null {
  if (at.length < MIN_BEATS) return null;
  return pchip(Float64Array.from(at), Float64Array.from(values), 0, 1 / BREATHING_RATE, length);
}

/** A series of the recording's grid averaged down to 5 Hz. @param rate samples/s of `values`. */
export function downsampled(values: Float64Array, rate: number, length: number): Float64Array {
  const every = rate / BREATHING_RATE;
  const out = zeros(length);
  for (let i = 0; i < length; i++) {
    const from = Math.max(0, Math.round((i - 0.5) * every));
    const to = Math.min(values.length, Math.max(from + 1, Math.round((i + 0.5) * every)));
    let sum = 0;
    for (let k = from; k < to; k++) sum += values[k] ?? 0;
    out[i] = sum / (to - from);
  }
  return out;
}
