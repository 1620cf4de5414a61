// SPDX-License-Identifier: Apache-2.0
// Zero-phase filter of two second-order sections (see src/signal/butterworth.ts), for two series at once.

/** Coefficients of one section, f64: b0, b1, b2, a1, a2, and its first state for the input 1. */
const SECTION: usize = 6 * 8;

function coefficient(sections: usize, at: usize): v128 {
  return v128.load64_splat(sections + (at << 3));
}

/** Runs both sections over `length` pairs in place. @param step from one pair to the next, bytes. */
function run(at: usize, length: i32, step: usize, sections: usize): void {
  const b0 = coefficient(sections, 0);
  const b1 = coefficient(sections, 1);
  const b2 = coefficient(sections, 2);
  const a1 = coefficient(sections, 3);
  const a2 = coefficient(sections, 4);
  const other = sections + SECTION;
  const d0 = coefficient(other, 0);
  const d1 = coefficient(other, 1);
  const d2 = coefficient(other, 2);
  const c1 = coefficient(other, 3);
  const c2 = coefficient(other, 4);
  const first = v128.load(at);
  let z1 = f64x2.mul(first, coefficient(sections, 5));
  let z2 = f64x2.sub(f64x2.mul(b2, first), f64x2.mul(a2, z1));
  const second = f64x2.add(f64x2.mul(b0, first), z1);
  let w1 = f64x2.mul(second, coefficient(other, 5));
  let w2 = f64x2.sub(f64x2.mul(d2, second), f64x2.mul(c2, w1));
  for (let i: i32 = 0; i < length; i++, at += step) {
    const value = v128.load(at);
    const between = f64x2.add(f64x2.mul(b0, value), z1);
    const nextZ = f64x2.sub(f64x2.add(f64x2.mul(b1, value), z2), f64x2.mul(a1, z1));
    z2 = f64x2.sub(f64x2.mul(b2, value), f64x2.mul(a2, z1));
    z1 = nextZ;
    v128.store(at, f64x2.add(f64x2.mul(d0, between), w1));
    const nextW = f64x2.sub(f64x2.add(f64x2.mul(d1, between), w2), f64x2.mul(c1, w1));
    w2 = f64x2.sub(f64x2.mul(d2, between), f64x2.mul(c2, w1));
    w1 = nextW;
  }
}

/** The value of both series at an index. */
function pairAt(x: usize, y: usize, index: i32): v128 {
  const offset = (<usize>index) << 3;
  return f64x2.replace_lane(v128.load64_splat(x + offset), 1, load<f64>(y + offset));
}

/**
 * Filters two series, which may be the same one, forward and backward in place, both ends continued by point reflection.
 * @param length of each series, at least 2. @param by values of each continuation, less than the length. @param work
 * room for `2 (length + 2 by)` numbers.
 */
export function zeroPhase(
  x: usize,
  y: usize,
  length: i32,
  by: i32,
  sections: usize,
  work: usize,
): void {
  const last = length - 1;
  const inner = work + ((<usize>by) << 4);
  for (let i: i32 = 0; i < length; i++) {
    v128.store(inner + ((<usize>i) << 4), pairAt(x, y, i));
  }
  const firsts = pairAt(x, y, 0);
  const lasts = pairAt(x, y, last);
  const twiceFirst = f64x2.add(firsts, firsts);
  const twiceLast = f64x2.add(lasts, lasts);
  for (let i: i32 = 1; i <= by; i++) {
    const offset = (<usize>i) << 4;
    v128.store(inner - offset, f64x2.sub(twiceFirst, v128.load(inner + offset)));
    const end = inner + ((<usize>last) << 4);
    v128.store(end + offset, f64x2.sub(twiceLast, v128.load(end - offset)));
  }
  const all = length + 2 * by;
  run(work, all, 16, sections);
  run(work + ((<usize>(all - 1)) << 4), all, -16, sections);
  for (let i: i32 = 0; i < length; i++) {
    const pair = v128.load(inner + ((<usize>i) << 4));
    store<f64>(x + ((<usize>i) << 3), f64x2.extract_lane(pair, 0));
    store<f64>(y + ((<usize>i) << 3), f64x2.extract_lane(pair, 1));
  }
}
