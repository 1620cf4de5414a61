// SPDX-License-Identifier: Apache-2.0
// What precedes and follows the transform of a power spectrum (see src/signal/spectrum.ts).

/**
 * Writes a series minus its mean, times a window of the same length.
 * @returns whether any value is not zero.
 */
export function windowed(series: usize, length: i32, window: usize, into: usize): bool {
  const end = (<usize>length) << 3;
  const paired = end & ~15;
  let sums = f64x2.splat(0);
  for (let at: usize = 0; at < paired; at += 16) sums = f64x2.add(sums, v128.load(series + at));
  let sum = f64x2.extract_lane(sums, 0) + f64x2.extract_lane(sums, 1);
  if (paired < end) sum += load<f64>(series + paired);
  const centre = sum / <f64>length;
  const centres = f64x2.splat(centre);
  const none = f64x2.splat(0);
  let changes = none;
  for (let at: usize = 0; at < paired; at += 16) {
    const value = f64x2.mul(f64x2.sub(v128.load(series + at), centres), v128.load(window + at));
    v128.store(into + at, value);
    changes = v128.or(changes, f64x2.ne(value, none));
  }
  if (paired < end) {
    const value = (load<f64>(series + paired) - centre) * load<f64>(window + paired);
    store<f64>(into + paired, value);
    if (value != 0) return true;
  }
  return v128.any_true(changes);
}

/** Powers of a series from sums and differences of bins and their mirrors. */
function power(even: v128, odd: v128): v128 {
  return f64x2.mul(f64x2.add(f64x2.mul(even, even), f64x2.mul(odd, odd)), f64x2.splat(0.25));
}

/**
 * Writes the powers of two real series from the transform of the first plus i times the second.
 * @param size of the transform. @param bins of each result, at most half the size.
 */
export function separate(
  re: usize,
  im: usize,
  size: i32,
  bins: i32,
  first: usize,
  second: usize,
): void {
  const r0 = load<f64>(re);
  const i0 = load<f64>(im);
  store<f64>(first, r0 * r0);
  store<f64>(second, i0 * i0);
  const end = (<usize>bins) << 3;
  let mirror = (<usize>(size - 2)) << 3;
  for (let at: usize = 8; at < end; at += 16, mirror -= 16) {
    const r = v128.load(re + at);
    const i = v128.load(im + at);
    const backR = v128.load(re + mirror);
    const backI = v128.load(im + mirror);
    const rm = v128.shuffle<f64>(backR, backR, 1, 0);
    const jm = v128.shuffle<f64>(backI, backI, 1, 0);
    const ofFirst = power(f64x2.add(r, rm), f64x2.sub(i, jm));
    const ofSecond = power(f64x2.add(i, jm), f64x2.sub(rm, r));
    if (at + 8 < end) {
      v128.store(first + at, ofFirst);
      v128.store(second + at, ofSecond);
    } else {
      store<f64>(first + at, f64x2.extract_lane(ofFirst, 0));
      store<f64>(second + at, f64x2.extract_lane(ofSecond, 0));
    }
  }
}
