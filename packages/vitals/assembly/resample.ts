// SPDX-License-Identifier: Apache-2.0
// Monotone piecewise cubic interpolation (see src/signal/pchip.ts) of two series at once.

/** Bytes of the values of both series at one position. */
const PAIR: usize = 16;

/** Slope at an end from the distances and secants of the two nearest intervals, kept monotone. */
function endSlope(h0: f64, h1: f64, d0: f64, d1: f64): f64 {
  const slope = ((2 * h0 + h1) * d0 - h0 * d1) / (h0 + h1);
  if (slope * d0 <= 0) return 0;
  return d0 * d1 <= 0 && abs(slope) > 3 * abs(d0) ? 3 * d0 : slope;
}

function endSlopes(h0: f64, h1: f64, d0: v128, d1: v128): v128 {
  const x = endSlope(h0, h1, f64x2.extract_lane(d0, 0), f64x2.extract_lane(d1, 0));
  const y = endSlope(h0, h1, f64x2.extract_lane(d0, 1), f64x2.extract_lane(d1, 1));
  return f64x2.replace_lane(f64x2.splat(x), 1, y);
}

/** The secants after a position. @param at its values. */
function secants(at: usize, h: f64): v128 {
  return f64x2.div(f64x2.sub(v128.load(at, PAIR), v128.load(at)), f64x2.splat(h));
}

/** Computes the slopes of `length` pairs, at least 3. @param h distances of their positions. */
function slopes(pairs: usize, length: i32, h: usize, out: usize): void {
  const none = f64x2.splat(0);
  let hBefore = load<f64>(h);
  let before = secants(pairs, hBefore);
  const second = secants(pairs + PAIR, load<f64>(h, 8));
  v128.store(out, endSlopes(hBefore, load<f64>(h, 8), before, second));
  let beforeThat = before;
  let hBeforeThat = hBefore;
  for (let i: i32 = 1; i < length - 1; i++) {
    const offset = (<usize>i) << 4;
    const hAfter = load<f64>(h + ((<usize>i) << 3));
    const after = secants(pairs + offset, hAfter);
    const product = f64x2.mul(before, after);
    const w1 = 2 * hAfter + hBefore;
    const w2 = hAfter + 2 * hBefore;
    const slope = f64x2.div(
      f64x2.mul(f64x2.splat(w1 + w2), product),
      f64x2.add(f64x2.mul(f64x2.splat(w1), after), f64x2.mul(f64x2.splat(w2), before)),
    );
    v128.store(out + offset, v128.andnot(slope, f64x2.le(product, none)));
    beforeThat = before;
    hBeforeThat = hBefore;
    before = after;
    hBefore = hAfter;
  }
  const last = (<usize>(length - 1)) << 4;
  v128.store(out + last, endSlopes(hBefore, hBeforeThat, before, beforeThat));
}

/**
 * Interpolates two series, which may be the same one.
 * @param length of each series, at least 3. @param h distances of their positions. @param count of each result.
 * @param pieces for each value of a result, the position before it, i32. @param weights for each value: of the values
 * before and after it, and of the slopes there. @param work room for `4 length` numbers.
 */
export function resample(
  x: usize,
  y: usize,
  length: i32,
  h: usize,
  count: i32,
  pieces: usize,
  weights: usize,
  outX: usize,
  outY: usize,
  work: usize,
): void {
  const inclines = work + ((<usize>length) << 4);
  for (let i: i32 = 0; i < length; i++) {
    const offset = (<usize>i) << 3;
    const pair = f64x2.replace_lane(v128.load64_splat(x + offset), 1, load<f64>(y + offset));
    v128.store(work + ((<usize>i) << 4), pair);
  }
  slopes(work, length, h, inclines);
  for (let i: i32 = 0; i < count; i++) {
    const piece = (<usize>load<u32>(pieces + ((<usize>i) << 2))) << 4;
    const w = weights + ((<usize>i) << 5);
    const values = work + piece;
    const there = inclines + piece;
    let sum = f64x2.mul(v128.load(values), v128.load64_splat(w));
    sum = f64x2.add(sum, f64x2.mul(v128.load(values, PAIR), v128.load64_splat(w, 8)));
    sum = f64x2.add(sum, f64x2.mul(v128.load(there), v128.load64_splat(w, 16)));
    sum = f64x2.add(sum, f64x2.mul(v128.load(there, PAIR), v128.load64_splat(w, 24)));
    const offset = (<usize>i) << 3;
    store<f64>(outX + offset, f64x2.extract_lane(sum, 0));
    store<f64>(outY + offset, f64x2.extract_lane(sum, 1));
  }
}
