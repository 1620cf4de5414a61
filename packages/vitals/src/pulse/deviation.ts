// SPDX-License-Identifier: Apache-2.0
import { extent } from '../signal/elementwise.ts';
import type { PulseEstimate } from './estimate.ts';

/** Largest standard deviation that a heart rate is given with, per minute. */
export const MAX_DEVIATION = 3;

/** Components of the variance of a heart rate from a recording of {@link FULL_S}; per minute. */
const FLOOR = 0.18;
const NOISE = 0.45;
const PER_SPREAD = 0.3;
const PER_RANGE = 0.015;
const FULL_S = 30;
/** Exponent by which a shorter recording is less certain: phase noise weighs more, and the mean is over fewer beats. */
const LENGTH_POWER = 0.8;

/** What a heart rate's deviation is computed from. */
export interface DeviationInput {
  /** Fused SNR along the path, dB. */
  readonly snrDb: number;
  /** Time measured, s. */
  readonly usableS: number;
  /** Median distance between the parts' rates and the whole recording's, per minute. */
  readonly spread: number;
  readonly path: PulseEstimate['path'];
}

/**
 * One standard deviation of a heart rate, per minute.
 *
 * Independent components added in squares: a floor, the noise's component, which is proportional to its amplitude over
 * the pulse's (10^(-SNR/20)), the differences between the parts of the recording, and the range of the rate's path,
 * whose ends are least certain; all of it larger for a shorter recording. The form is that of the error of a frequency
 * in noise (Rife & Boorstyn 1974, doi:10.1109/TIT.1974.1055282); the amounts were set on some 1100 accepted heart rates
 * with known truth (synthetic traces, also bent in time, synthetic skins in good and bad light with and without a
 * codec, 10 to 45 s long), so that in every band of SNR and length at least two thirds of the errors lie within one
 * deviation and 92 % or more within two, 96 % over all. Errors of synthetic recordings lack the contributions of living
 * skin and of a finger sensor's own error, so the deviations were left wider by that amount than those recordings alone
 * would need.
 */
export function rateDeviation({ snrDb, usableS, spread, path }: DeviationInput): number {
  const variance =
    FLOOR ** 2 +
    NOISE ** 2 * 10 ** (-snrDb / 10) +
    (PER_SPREAD * spread) ** 2 +
    (PER_RANGE * rangeOf(path)) ** 2;
  return Math.sqrt(variance) * (FULL_S / usableS) ** LENGTH_POWER;
}

/** Difference between the slowest and the fastest rate, per minute. */
function rangeOf({ moves, hz }: PulseEstimate['path']): number {
  if (!moves) return 0;
  const [slowest, fastest] = extent(hz);
  return 60 * (fastest - slowest);
}
