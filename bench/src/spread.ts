// SPDX-License-Identifier: Apache-2.0
/** Milliseconds over all samples. */
export interface Spread {
  readonly median: number;
  readonly p95: number;
  /** The browser's clock has steps of 0.1 ms; over many samples the mean is finer than the median. */
  readonly mean: number;
  readonly samples: number;
}

export function spread(samples: readonly number[]): Spread {
  const sorted = [...samples].sort((a, b) => a - b);
  const at = (share: number): number => sorted[Math.floor(share * (sorted.length - 1))] ?? NaN;
  const mean = samples.reduce((sum, value) => sum + value, 0) / samples.length;
  return { median: at(0.5), p95: at(0.95), mean, samples: samples.length };
}
