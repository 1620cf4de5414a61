// SPDX-License-Identifier: Apache-2.0
import { kernels, MAX_SERIES } from '../kernels/kernels.ts';
import { copyOf, zeros } from './scratch.ts';

/** One second-order section in direct form; `a0` is 1. */
interface Section {
  readonly b0: number;
  readonly b1: number;
  readonly b2: number;
  readonly a1: number;
  readonly a2: number;
}

/** Second-order Butterworth sections by the bilinear transform (Butterworth 1930). */
function section(kind: 'low' | 'high', cutoffHz: number, rate: number): Section {
  const k = Math.tan((Math.PI * cutoffHz) / rate);
  const norm = 1 / (1 + Math.SQRT2 * k + k * k);
  const a1 = 2 * (k * k - 1) * norm;
  const a2 = (1 - Math.SQRT2 * k + k * k) * norm;
  const b0 = kind === 'low' ? k * k * norm : norm;
  return { b0, b1: (kind === 'low' ? 2 : -2) * b0, b2: b0, a1, a2 };
}

/** Direction of a run through a series. */
type Way = 1 | -1;

/** All-pass: used where there is one section only. */
const OPEN: Section = { b0: 1, b1: 0, b2: 0, a1: 0, a2: 0 };

/**
 * Runs two sections in sequence over the first `length` values of `x` in place, each starting in its steady state for
 * its first input. In one loop, since each alone would mostly wait for its own previous state; and with the output
 * substituted into the next state, which shortens that wait by an addition.
 */
function run(x: Float64Array, length: number, one: Section, other: Section, way: Way): void {
  const start = way === 1 ? 0 : length - 1;
  const { b0, a1, a2 } = one;
  const { b0: d0, a1: c1, a2: c2 } = other;
  const [b1, b2] = [one.b1 - a1 * b0, one.b2 - a2 * b0];
  const [d1, d2] = [other.b1 - c1 * d0, other.b2 - c2 * d0];
  const first = x[start] ?? 0;
  let z1 = first * restOf(one);
  let z2 = b2 * first - a2 * z1;
  const second = b0 * first + z1;
  let w1 = second * restOf(other);
  let w2 = d2 * second - c2 * w1;
  for (let i = start; i >= 0 && i < length; i += way) {
    const value = x[i] ?? 0;
    const between = b0 * value + z1;
    const nextZ = b1 * value + z2 - a1 * z1;
    z2 = b2 * value - a2 * z1;
    z1 = nextZ;
    x[i] = d0 * between + w1;
    const nextW = d1 * between + w2 - c1 * w1;
    w2 = d2 * between - c2 * w1;
    w1 = nextW;
  }
}

/** First state of a section in its steady state for the input 1. */
function restOf({ b0, b1, b2, a1, a2 }: Section): number {
  return (b0 + b1 + b2) / (1 + a1 + a2) - b0;
}

/** Buffer for the padded series, as long as the longest so far. */
let work = new Float64Array(1280);

/**
 * Copies a series to the middle of `work`, both ends continued by point reflection, so that filters start without a
 * jump.
 */
function pad(x: Float64Array, by: number): void {
  const last = x.length - 1;
  if (work.length < x.length + 2 * by) work = new Float64Array(x.length + 2 * by);
  work.set(x, by);
  const twiceFirst = 2 * (x[0] ?? 0);
  const twiceLast = 2 * (x[last] ?? 0);
  for (let i = 1; i <= by; i++) {
    work[by - i] = twiceFirst - (x[i] ?? 0);
    work[by + last + i] = twiceLast - (x[last - i] ?? 0);
  }
}

/** Two sections in sequence, and the period of the slowest kept oscillation, samples. */
interface Filter {
  readonly one: Section;
  readonly other: Section;
  readonly slowest: number;
}

/** Filters two series of one length; one that is given twice is filtered once. */
function zeroPhase(
  x: Float64Array,
  y: Float64Array,
  { one, other, slowest }: Filter,
): [x: Float64Array, y: Float64Array] {
  const { length } = x;
  if (length < 2) return [zeros(length), zeros(length)];
  const by = Math.min(length - 1, Math.ceil(slowest));
  const compiled = length + 2 * by <= MAX_SERIES ? kernels() : null;
  const [outX, outY] = [copyOf(x), y === x ? null : copyOf(y)];
  if (compiled !== null) {
    const coefficients = [...coefficientsOf(one), ...coefficientsOf(other)];
    compiled.zeroPhase(outX, outY ?? outX, by, coefficients);
  } else {
    for (const out of [outX, outY]) if (out !== null) filter(out, by, one, other);
  }
  return [outX, outY ?? outX];
}

/** For the compiled filter (assembly/filter.ts), with the output substituted into the next state as in {@link run}. */
function coefficientsOf(of: Section): number[] {
  const { b0, b1, b2, a1, a2 } = of;
  return [b0, b1 - a1 * b0, b2 - a2 * b0, a1, a2, restOf(of)];
}

/** Filters a series in place. */
function filter(x: Float64Array, by: number, one: Section, other: Section): void {
  pad(x, by);
  for (const way of [1, -1] as const) run(work, x.length + 2 * by, one, other, way);
  x.set(work.subarray(by, by + x.length));
}

/**
 * Zero-phase band-pass, second-order Butterworth at each edge, run forward and backward (-6 dB at the edges).
 * @param x uniform samples without NaN. @param rate samples/s. @param lowHz,highHz band edges; a high edge at or
 * above 0.49 of the rate leaves the top open.
 */
export function bandPass(
  x: Float64Array,
  rate: number,
  lowHz: number,
  highHz: number,
): Float64Array {
  return bandPassBoth(x, x, rate, lowHz, highHz)[0];
}

/** {@link bandPass} of two series of one length, in little more time than of one. */
export function bandPassBoth(
  x: Float64Array,
  y: Float64Array,
  rate: number,
  lowHz: number,
  highHz: number,
): [x: Float64Array, y: Float64Array] {
  const one = section('high', lowHz, rate);
  const other = highHz < 0.49 * rate ? section('low', highHz, rate) : OPEN;
  return zeroPhase(x, y, { one, other, slowest: (1.5 * rate) / lowHz });
}

/** {@link bandPass} of any number of series of one length. */
export function bandPassAll(
  series: readonly Float64Array[],
  rate: number,
  lowHz: number,
  highHz: number,
): Float64Array[] {
  const passed: Float64Array[] = [];
  for (const [at, x] of series.entries()) {
    const y = series[at + 1] ?? x;
    if (at % 2 === 0) passed.push(...bandPassBoth(x, y, rate, lowHz, highHz));
  }
  return passed.slice(0, series.length);
}

/** Zero-phase low-pass of the same kind. */
export function lowPass(x: Float64Array, rate: number, highHz: number): Float64Array {
  return lowPassBoth(x, x, rate, highHz)[0];
}

/** {@link lowPass} of two series of one length, in little more time than of one. */
export function lowPassBoth(
  x: Float64Array,
  y: Float64Array,
  rate: number,
  highHz: number,
): [x: Float64Array, y: Float64Array] {
  if (highHz >= 0.49 * rate) return [copyOf(x), copyOf(y)];
  const one = section('low', highHz, rate);
  return zeroPhase(x, y, { one, other: OPEN, slowest: (1.5 * rate) / highHz });
}
