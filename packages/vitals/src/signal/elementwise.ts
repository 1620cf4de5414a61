// SPDX-License-Identifier: Apache-2.0
/**
 * Sums and products over whole series. Written as loops, because a function passed to `map` lives no longer than the
 * call: its optimised code is discarded with it at the next full garbage collection and has to be compiled again. In
 * loops over samples, a pair of numbers made as an array, a sum that a closure changes, and a parameter that takes
 * several kinds of arrays each put every number on the heap.
 */
import { zeros } from './scratch.ts';

/** Each value plus the same amount. */
export function plus(values: Float64Array, amount: number): Float64Array {
  const out = zeros(values.length);
  for (let i = 0; i < out.length; i++) out[i] = (values[i] ?? 0) + amount;
  return out;
}

/** Each value times the same factor. */
export function times(values: Float64Array, factor: number): Float64Array {
  const out = zeros(values.length);
  for (let i = 0; i < out.length; i++) out[i] = (values[i] ?? 0) * factor;
  return out;
}

/** Adds a multiple of one series to another in place. */
export function addTimes(sum: Float64Array, one: Float64Array, factor: number): void {
  for (let i = 0; i < sum.length; i++) sum[i] = (sum[i] ?? 0) + factor * (one[i] ?? 0);
}

/** Multiplies the values by as many factors in place; those beyond are kept. */
export function multiply(values: Float64Array, factors: Float64Array): void {
  for (let i = 0; i < factors.length; i++) values[i] = (values[i] ?? 0) * (factors[i] ?? 0);
}

/** The sum of two series, each with its own factor. */
export function mixed(
  one: Float64Array,
  ofOne: number,
  other: Float64Array,
  ofOther: number,
): Float64Array {
  const out = zeros(one.length);
  for (let i = 0; i < out.length; i++) {
    out[i] = ofOne * (one[i] ?? 0) + ofOther * (other[i] ?? 0);
  }
  return out;
}

/** The measured values, with zeros elsewhere. @param measured 1 where a sample was. */
export function masked(values: Float64Array, measured: Uint8Array): Float64Array {
  const out = zeros(values.length);
  for (let i = 0; i < out.length; i++) out[i] = measured[i] === 1 ? (values[i] ?? 0) : 0;
  return out;
}

/** Sum of the products of two series. */
export function dot(one: Float64Array, other: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < one.length; i++) sum += (one[i] ?? 0) * (other[i] ?? 0);
  return sum;
}

/** The same over the measured samples. @param measured 1 where a sample was. */
export function dotWhere(one: Float64Array, other: Float64Array, measured: Uint8Array): number {
  let sum = 0;
  for (let i = 0; i < one.length; i++) {
    if (measured[i] === 1) sum += (one[i] ?? 0) * (other[i] ?? 0);
  }
  return sum;
}

/** Number of marked entries. @param mask 1 where something holds, 0 elsewhere. */
export function countOf(mask: Uint8Array): number {
  let count = 0;
  // oxlint-disable-next-line typescript/prefer-for-of -- iterators of typed arrays are slow
  for (let i = 0; i < mask.length; i++) count += mask[i] ?? 0;
  return count;
}

/** Sum of the values before each index; one entry more than values. */
export function runningSums(values: Float64Array): Float64Array {
  const sums = zeros(values.length + 1);
  for (let i = 0; i < values.length; i++) sums[i + 1] = (sums[i] ?? 0) + (values[i] ?? 0);
  return sums;
}

/** The lowest and the highest value. */
export function extent(values: Float64Array): [lowest: number, highest: number] {
  let lowest = Number.POSITIVE_INFINITY;
  let highest = Number.NEGATIVE_INFINITY;
  for (const value of values) {
    lowest = Math.min(lowest, value);
    highest = Math.max(highest, value);
  }
  return [lowest, highest];
}
