// SPDX-License-Identifier: Apache-2.0
import { zeros } from './scratch.ts';

/** Slope at an end from the two nearest intervals, kept monotone. */
function endSlope(h0: number, h1: number, d0: number, d1: number): number {
  const slope = ((2 * h0 + h1) * d0 - h0 * d1) / (h0 + h1);
  if (slope * d0 <= 0) return 0;
  return d0 * d1 <= 0 && Math.abs(slope) > 3 * Math.abs(d0) ? 3 * d0 : slope;
}

/**
 * Computes the slopes at the positions; `d` is overwritten with the secant slopes. @param h distances of the positions.
 */
function putSlopes(h: Float64Array, y: Float64Array, d: Float64Array, m: Float64Array): void {
  const n = y.length;
  for (let i = 0; i < n - 1; i++) d[i] = ((y[i + 1] ?? 0) - (y[i] ?? 0)) / (h[i] ?? 1);
  if (n === 2) {
    m.fill(d[0] ?? 0);
    return;
  }
  for (let i = 1; i < n - 1; i++) {
    const before = d[i - 1] ?? 0;
    const after = d[i] ?? 0;
    const product = before * after;
    if (product <= 0) {
      m[i] = 0;
      continue;
    }
    const w1 = 2 * (h[i] ?? 0) + (h[i - 1] ?? 0);
    const w2 = (h[i] ?? 0) + 2 * (h[i - 1] ?? 0);
    m[i] = ((w1 + w2) * product) / (w1 * after + w2 * before);
  }
  m[0] = endSlope(h[0] ?? 0, h[1] ?? 0, d[0] ?? 0, d[1] ?? 0);
  m[n - 1] = endSlope(h[n - 2] ?? 0, h[n - 3] ?? 0, d[n - 2] ?? 0, d[n - 3] ?? 0);
}

/** Interpolates a series with one value per position on the grid. @param y finite values. */
export type Resampler = (y: Float64Array) => Float64Array;

/**
 * Monotone piecewise cubic interpolation on a uniform grid (Fritsch & Butland 1984, doi:10.1137/0905021): follows
 * uneven frame times and never overshoots, so one bad frame stays one bad frame. The location of the grid points among
 * the positions is computed once for all series.
 * @param x strictly increasing positions.
 * @returns a function that gives `length` values at `start + i * step`; outside `x` the nearest end value.
 */
export function resampler(x: Float64Array, start: number, step: number, length: number): Resampler {
  const n = x.length;
  if (n < 2) return (y) => zeros(length).fill(y[0] ?? 0);
  const h = zeros(n - 1);
  for (let i = 0; i < n - 1; i++) h[i] = (x[i + 1] ?? 0) - (x[i] ?? 0);
  const piece = new Uint32Array(length);
  // Per sample: weights of the values before and after it, and of the slopes there.
  const weights = zeros(4 * length);
  for (let i = 0, k = 0; i < length; i++) {
    const at = start + i * step;
    while (k < n - 2 && (x[k + 1] ?? 0) <= at) k++;
    piece[i] = k;
    const width = h[k] ?? 1;
    const t = Math.min(1, Math.max(0, (at - (x[k] ?? 0)) / width));
    const u = 1 - t;
    weights[4 * i] = (1 + 2 * t) * u * u;
    weights[4 * i + 1] = t * t * (3 - 2 * t);
    weights[4 * i + 2] = width * t * u * u;
    weights[4 * i + 3] = -width * t * t * u;
  }
  const d = zeros(n - 1);
  const m = zeros(n);
  return (y) => {
    putSlopes(h, y, d, m);
    return weighed(piece, weights, y, m);
  };
}

/** Each sample from the values at both ends of its piece and the slopes there, by its four weights. */
function weighed(
  piece: Uint32Array,
  weights: Float64Array,
  y: Float64Array,
  m: Float64Array,
): Float64Array {
  const out = zeros(piece.length);
  for (let i = 0, w = 0; i < out.length; i++, w += 4) {
    const k = piece[i] ?? 0;
    out[i] =
      (y[k] ?? 0) * (weights[w] ?? 0) +
      (y[k + 1] ?? 0) * (weights[w + 1] ?? 0) +
      (m[k] ?? 0) * (weights[w + 2] ?? 0) +
      (m[k + 1] ?? 0) * (weights[w + 3] ?? 0);
  }
  return out;
}

/** Interpolates one series on a uniform grid: see {@link resampler}. */
export function pchip(
  x: Float64Array,
  y: Float64Array,
  start: number,
  step: number,
  length: number,
): Float64Array {
  return resampler(x, start, step, length)(y);
}
