// SPDX-License-Identifier: Apache-2.0
/** Figures over errors; NaN of none. */
export interface ErrorFigures {
  readonly n: number;
  readonly mae: number;
  readonly median: number;
  readonly rmse: number;
  readonly bias: number;
  readonly worst: number;
}

export function figures(errors: readonly number[]): ErrorFigures {
  const n = errors.length;
  const mean = (values: readonly number[]): number =>
    n > 0 ? values.reduce((sum, one) => sum + one, 0) / n : Number.NaN;
  const sizes = errors.map(Math.abs).sort((a, b) => a - b);
  return {
    n,
    mae: mean(sizes),
    median: quantile(sizes, 0.5),
    rmse: Math.sqrt(mean(errors.map((error) => error * error))),
    bias: mean(errors),
    worst: sizes.at(-1) ?? Number.NaN,
  };
}

/** Linear between the neighbours. @param sorted ascending. */
export function quantile(sorted: readonly number[], share: number): number {
  const at = share * (sorted.length - 1);
  const low = sorted[Math.floor(at)] ?? Number.NaN;
  const high = sorted[Math.ceil(at)] ?? Number.NaN;
  return low + (high - low) * (at - Math.floor(at));
}
