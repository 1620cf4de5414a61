// SPDX-License-Identifier: Apache-2.0
/** A value and its truth, in the same unit. */
export interface Pair {
  readonly truth: number;
  readonly value: number;
}

/** Agreement of values with their truths; NaN where there are too few. */
export interface Agreement {
  readonly n: number;
  /** Mean absolute error. */
  readonly mae: number;
  /** Median absolute error. */
  readonly median: number;
  readonly rmse: number;
  /** Mean of value minus truth. */
  readonly bias: number;
  /**
   * Bias minus and plus 1.96 sample deviations of the errors (Bland and Altman 1986,
   * doi:10.1016/S0140-6736(86)90837-8).
   */
  readonly lowerLimit: number;
  readonly upperLimit: number;
  /** Pearson's correlation of values and truths. */
  readonly r: number;
  /** Largest absolute error. */
  readonly worst: number;
}

const NORMAL_95 = 1.96;

export const mean = (values: readonly number[]): number =>
  values.reduce((sum, one) => sum + one, 0) / values.length;

export function agreement(pairs: readonly Pair[]): Agreement {
  const errors = pairs.map(({ truth, value }) => value - truth);
  const sizes = errors.map(Math.abs).sort((a, b) => a - b);
  const bias = mean(errors);
  const spread = NORMAL_95 * sampleDeviation(errors);
  return {
    n: pairs.length,
    mae: mean(sizes),
    median: quantile(sizes, 0.5),
    rmse: Math.sqrt(mean(errors.map((error) => error * error))),
    bias,
    lowerLimit: bias - spread,
    upperLimit: bias + spread,
    r: correlation(pairs),
    worst: sizes.at(-1) ?? Number.NaN,
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
