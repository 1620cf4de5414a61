// SPDX-License-Identifier: Apache-2.0
import { zeros } from './scratch.ts';
import { runningSums } from './elementwise.ts';
import { mean } from './statistics.ts';

/** Subtracts the least-squares straight line. */
export function linearlyDetrended(values: Float64Array): Float64Array {
  const n = values.length;
  const centre = (n - 1) / 2;
  const level = mean(values);
  let product = 0;
  let square = 0;
  for (let i = 0; i < n; i++) {
    product += (i - centre) * ((values[i] ?? 0) - level);
    square += (i - centre) ** 2;
  }
  const slope = square > 0 ? product / square : 0;
  const out = zeros(n);
  for (let i = 0; i < n; i++) out[i] = (values[i] ?? 0) - level - slope * (i - centre);
  return out;
}

/** Centred running mean over `reach` samples to either side, shorter at the ends. */
export function runningMean(values: Float64Array, reach: number): Float64Array {
  const sums = runningSums(values);
  const out = zeros(values.length);
  for (let i = 0; i < out.length; i++) {
    const from = Math.max(0, i - reach);
    const to = Math.min(values.length, i + reach + 1);
    out[i] = ((sums[to] ?? 0) - (sums[from] ?? 0)) / (to - from);
  }
  return out;
}

/** Differences of neighbours, the first repeated to keep the length. */
export function differenced(values: Float64Array): Float64Array {
  const out = zeros(values.length);
  for (let i = 1; i < out.length; i++) out[i] = (values[i] ?? 0) - (values[i - 1] ?? 0);
  if (out.length > 1) out[0] = out[1] ?? 0;
  return out;
}
