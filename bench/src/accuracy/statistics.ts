// SPDX-License-Identifier: Apache-2.0
import type { Agreement } from './report.ts';

/** A value and its truth, in the same unit. */
export interface Pair {
  readonly truth: number;
  readonly value: number;
}

const NORMAL_95 = 1.96;

export const mean = (values: readonly number[]): number =>
  values.reduce((sum, one) => sum + one, 0) / values.length;

/** Null where there are too few values. */
export const finite = (value: number): number | null => (Number.isFinite(value) ? value : null);

/** Agreement of values with their truths. @param known number of recordings with a truth. */
export function agreement(pairs: readonly Pair[], known = pairs.length): Agreement {
  const errors = pairs.map(({ truth, value }) => value - truth);
  const sizes = errors.map(Math.abs).sort((a, b) => a - b);
  const bias = mean(errors);
  const spread = NORMAL_95 * sampleDeviation(errors);
  return {
    known,
    n: pairs.length,
    mae: finite(mean(sizes)),
    median: finite(quantile(sizes, 0.5)),
    rmse: finite(Math.sqrt(mean(errors.map((error) => error * error)))),
    bias: finite(bias),
    lowerLimit: finite(bias - spread),
    upperLimit: finite(bias + spread),
    r: finite(correlation(pairs)),
    worst: sizes.at(-1) ?? null,
  };
}

/** Square root of the variance with n - 1; NaN with fewer than two. */
export function sampleDeviation(values: readonly number[]): number {
  const centre = mean(values);
  const squares = values.reduce((sum, one) => sum + (one - centre) ** 2, 0);
  return values.length > 1 ? Math.sqrt(squares / (values.length - 1)) : Number.NaN;
}

/** Pearson's r; NaN with fewer than three pairs, or when either side does not vary. */
function correlation(pairs: readonly Pair[]): number {
  if (pairs.length < 3) return Number.NaN;
  const truth = mean(pairs.map((pair) => pair.truth));
  const value = mean(pairs.map((pair) => pair.value));
  let [both, first, second] = [0, 0, 0];
  for (const pair of pairs) {
    both += (pair.truth - truth) * (pair.value - value);
    first += (pair.truth - truth) ** 2;
    second += (pair.value - value) ** 2;
  }
  const scale = Math.sqrt(first * second);
  return scale > 0 ? both / scale : Number.NaN;
}

/** Interpolates linearly between neighbours; NaN without values. @param sorted ascending. */
export function quantile(sorted: readonly number[], share: number): number {
  const at = share * (sorted.length - 1);
  const low = sorted[Math.floor(at)] ?? Number.NaN;
  const high = sorted[Math.ceil(at)] ?? Number.NaN;
  return low + (high - low) * (at - Math.floor(at));
}
