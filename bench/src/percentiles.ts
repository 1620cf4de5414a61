// SPDX-License-Identifier: Apache-2.0
export interface Percentiles {
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly most: number;
  readonly samples: number;
}

/** By the nearest rank, so each is an actual sample; NaN without samples. */
export function percentiles(samples: readonly number[]): Percentiles {
  const sorted = [...samples].sort((a, b) => a - b);
  const at = (share: number): number => sorted[Math.ceil(share * sorted.length) - 1] ?? NaN;
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99), most: at(1), samples: sorted.length };
}
