// SPDX-License-Identifier: Apache-2.0
import { extent } from '../signal/elementwise.ts';
import type { PulseEstimate } from './estimate.ts';

/** Largest standard deviation a heart rate is given with, per minute. */
export const MAX_DEVIATION = 3;

/** Parts of the variance of a heart rate from a recording of {@link FULL_S}; per minute. */
const FLOOR = 0.18;
const NOISE = 0.45;
const PER_SPREAD = 0.3;
const PER_RANGE = 0.015;
const FULL_S = 30;
/** A recording of half the length is so much less certain: phase noise weighs more, and fewer beats make the mean. */
const LENGTH_POWER = 0.8;

/** What a heart rate's deviation is told from. */
export interface DeviationInput {
  /** Fused SNR along the path, dB. */
  readonly snrDb: number;
  /** Time measured, s. */
  readonly usableS: number;
  /** Median distance between the parts' rates and the whole's, per minute. */
  readonly spread: number;
  readonly path: PulseEstimate['path'];
}

/**
 * One standard deviation of a heart rate, per minute.
 *
 * Independent parts added in squares: a floor, the noise's part, which goes with its amplitude over the pulse's
 * (10^(-SNR/20)), what the parts of the recording differ by, and what the path of the rate moved through, whose ends
 * are least sure; all of it longer for a shorter look. The form is that of the error of a frequency in noise (Rife &
 * Boorstyn 1974, doi:10.1109/TIT.1974.1055282); the amounts were set on some 1100 accepted heart rates with known
 * truth (synthetic traces, also bent in time, synthetic skins in good and bad light with and without a codec, 10 to
 * 45 s long), so that in every band of SNR and length at least two thirds of the errors lie within one deviation and
 * 92 % or more within two, 96 % over all. Errors of synthetic recordings lack what living skin and a finger sensor's
 * own error add, so the deviations were left that much wider than those recordings alone would need.
 */
export function rateDeviation({ snrDb, usableS, spread, path }: DeviationInput): number {
  const variance =
    FLOOR ** 2 +
    NOISE ** 2 * 10 ** (-snrDb / 10) +
    (PER_SPREAD * spread) ** 2 +
    (PER_RANGE * rangeOf(path)) ** 2;
  return Math.sqrt(variance) * (FULL_S / usableS) ** LENGTH_POWER;
}

/** From the slowest to the fastest, per minute. */
function rangeOf({ moves, hz }: PulseEstimate['path']): number {
  if (!moves) return 0;
  const [slowest, fastest] = extent(hz);
  return 60 * (fastest - slowest);
}
