// SPDX-License-Identifier: Apache-2.0
import { zeros } from './scratch.ts';

/** Arithmetic mean over `[start, end)`; NaN when empty. */
export function mean(values: Float64Array, start = 0, end = values.length): number {
  let sum = 0;
  for (let i = start; i < end; i++) sum += values[i] ?? 0;
  return end > start ? sum / (end - start) : Number.NaN;
}

/** Population standard deviation over `[start, end)`; NaN when empty. */
export function standardDeviation(values: Float64Array, start = 0, end = values.length): number {
  const centre = mean(values, start, end);
  let sum = 0;
  for (let i = start; i < end; i++) sum += ((values[i] ?? 0) - centre) ** 2;
  return end > start ? Math.sqrt(sum / (end - start)) : Number.NaN;
}

/** Sample standard deviation (n - 1); NaN with fewer than two values. */
export function sampleDeviation(values: Float64Array): number {
  const n = values.length;
  return n < 2 ? Number.NaN : standardDeviation(values) * Math.sqrt(n / (n - 1));
}

/** Scales to zero mean and unit standard deviation; a constant becomes all zeros. */
export function standardised(values: Float64Array): Float64Array {
  const centre = mean(values);
  const sd = standardDeviation(values);
  const scale = sd > 0 && Number.isFinite(sd) ? 1 / sd : 0;
  const out = zeros(values.length);
  for (let i = 0; i < out.length; i++) out[i] = ((values[i] ?? 0) - centre) * scale;
  return out;
}
