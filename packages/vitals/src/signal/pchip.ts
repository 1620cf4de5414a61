// SPDX-License-Identifier: Apache-2.0
import { kernels, MAX_SERIES } from '../kernels/kernels.ts';
import { integers, zeros } from './scratch.ts';

/** Slope at an end from the two nearest intervals, kept monotone. */
function endSlope(h0: number, h1: number, d0: number, d1: number): number {
  const slope = ((2 * h0 + h1) * d0 - h0 * d1) / (h0 + h1);
  if (slope * d0 <= 0) return 0;
  return d0 * d1 <= 0 && Math.abs(slope) > 3 * Math.abs(d0) ? 3 * d0 : slope;
}

/** Puts the slopes at the positions of a series into `m`. @param h distances of the positions. */
function putSlopes(h: Float64Array, y: Float64Array, m: Float64Array): void {
  const n = y.length;
  const secant = (i: number): number => ((y[i + 1] ?? 0) - (y[i] ?? 0)) / (h[i] ?? 1);
  let before = secant(0);
  if (n === 2) {
    m.fill(before);
    return;
  }
  m[0] = endSlope(h[0] ?? 0, h[1] ?? 0, before, secant(1));
  for (let i = 1; i < n - 1; i++) {
    const after = secant(i);
    const product = before * after;
    const w1 = 2 * (h[i] ?? 0) + (h[i - 1] ?? 0);
    const w2 = (h[i] ?? 0) + 2 * (h[i - 1] ?? 0);
    m[i] = product <= 0 ? 0 : ((w1 + w2) * product) / (w1 * after + w2 * before);
    before = after;
  }
  m[n - 1] = endSlope(h[n - 2] ?? 0, h[n - 3] ?? 0, before, secant(n - 3));
}

/** Interpolates series with one value per position on the grid. @param series finite values. */
export type Resampler = <Series extends readonly Float64Array[]>(
  ...series: Series
) => { [K in keyof Series]: Float64Array };

/**
 * Monotone piecewise cubic interpolation on a uniform grid (Fritsch & Butland 1984, doi:10.1137/0905021): follows
 * uneven frame times and never overshoots, so one bad frame stays one bad frame. The location of the grid points among
 * the positions is computed once for all series.
 * @param x strictly increasing positions.
 * @returns a function that gives `length` values at `start + i * step`; outside `x` the nearest end value.
 */
export function resampler(x: Float64Array, start: number, step: number, length: number): Resampler {
  const places = x.length < 2 ? null : placesOf(x, start, step, length);
  return (...series) => {
    const results = series.map(() => zeros(length));
    if (places !== null) resample(series, places, results);
    else for (const [k, y] of series.entries()) results[k]?.fill(y[0] ?? 0);
    // `map` loses the number of its results.
    return results as { [K in keyof typeof series]: Float64Array };
  };
}

/** Where the values of a grid are among the positions of a series. */
interface Places {
  /** Distances of the positions. */
  readonly h: Float64Array;
  /** For each value, the position before it. */
  readonly pieces: Int32Array;
  /** For each value: the weights of the values before and after it, and of the slopes there. */
  readonly weights: Float64Array;
}

function placesOf(x: Float64Array, start: number, step: number, length: number): Places {
  const n = x.length;
  const h = zeros(n - 1);
  for (let i = 0; i < n - 1; i++) h[i] = (x[i + 1] ?? 0) - (x[i] ?? 0);
  const pieces = integers(length);
  const weights = zeros(4 * length);
  for (let i = 0, k = 0; i < length; i++) {
    const at = start + i * step;
    while (k < n - 2 && (x[k + 1] ?? 0) <= at) k++;
    pieces[i] = k;
    const width = h[k] ?? 1;
    const t = Math.min(1, Math.max(0, (at - (x[k] ?? 0)) / width));
    const u = 1 - t;
    weights[4 * i] = (1 + 2 * t) * u * u;
    weights[4 * i + 1] = t * t * (3 - 2 * t);
    weights[4 * i + 2] = width * t * u * u;
    weights[4 * i + 3] = -width * t * t * u;
  }
  return { h, pieces, weights };
}

/** Puts the values of each series on the grid into its result. */
function resample(
  series: readonly Float64Array[],
  places: Places,
  results: readonly Float64Array[],
): void {
  const { h, pieces, weights } = places;
  const compiled = h.length > 1 && h.length < MAX_SERIES ? kernels() : null;
  if (compiled?.has([h, pieces, weights, ...series, ...results]) === true) {
    compiled.resample(series, results, h, pieces, weights);
    return;
  }
  const slopes = zeros(h.length + 1);
  for (const [k, y] of series.entries()) {
    putSlopes(h, y, slopes);
    weigh(y, slopes, places, results[k] ?? y);
  }
}

/** Each value from those at both ends of its piece and the slopes `m` there, by its four weights. */
function weigh(
  y: Float64Array,
  m: Float64Array,
  { pieces, weights }: Places,
  out: Float64Array,
): void {
  for (let i = 0, w = 0; i < out.length; i++, w += 4) {
    const k = pieces[i] ?? 0;
    out[i] =
      (y[k] ?? 0) * (weights[w] ?? 0) +
      (y[k + 1] ?? 0) * (weights[w + 1] ?? 0) +
      (m[k] ?? 0) * (weights[w + 2] ?? 0) +
      (m[k + 1] ?? 0) * (weights[w + 3] ?? 0);
  }
}

/** Interpolates one series on a uniform grid: see {@link resampler}. */
export function pchip(
  x: Float64Array,
  y: Float64Array,
  start: number,
  step: number,
  length: number,
): Float64Array {
  return resampler(x, start, step, length)(y)[0];
}
