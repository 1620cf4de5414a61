// SPDX-License-Identifier: Apache-2.0
// Natural logarithms by the method of fdlibm's e_log.c (Sun Microsystems 1993, freely available), which V8's Math.log
// uses too: the same bits.

/** Math.log. */
export declare function logOf(x: f64): f64;

const FRACTION: i64 = 0x000fffffffffffff;
const ONE: i64 = 0x3ff0000000000000;
/** The exponent of 2 ** 52, in whose fraction a whole number keeps its bits. */
const WHOLE: i64 = 0x4330000000000000;
/** Fractions from about the square root of 2 on belong to the next power of two. */
const TO_NEXT: i64 = 0x95f6400000000;
const NEXT: i64 = 0x0010000000000000;

function scaled(value: v128, by: f64): v128 {
  return f64x2.mul(value, f64x2.splat(by));
}

function sum(value: v128, other: f64): v128 {
  return f64x2.add(value, f64x2.splat(other));
}

/** Whether both are normal, above 0, finite and not so close to a power of two that Math.log takes a shorter way. */
function isUsual(x: v128, f: v128): bool {
  const inside = v128.and(
    f64x2.ge(x, f64x2.splat(f64.MIN_NORMAL_VALUE)),
    f64x2.le(x, f64x2.splat(f64.MAX_VALUE)),
  );
  return i64x2.all_true(v128.and(inside, f64x2.ge(f64x2.abs(f), f64x2.splat(2.0 ** -19))));
}

/** The logarithms of two numbers. */
function logOfBoth(x: v128): v128 {
  const fraction = v128.and(x, i64x2.splat(FRACTION));
  const next = v128.and(i64x2.add(fraction, i64x2.splat(TO_NEXT)), i64x2.splat(NEXT));
  const f = sum(v128.or(fraction, v128.xor(next, i64x2.splat(ONE))), -1);
  if (!isUsual(x, f)) {
    const first = logOf(f64x2.extract_lane(x, 0));
    return f64x2.replace_lane(f64x2.splat(first), 1, logOf(f64x2.extract_lane(x, 1)));
  }
  const power = i64x2.add(i64x2.shr_u(x, 52), i64x2.shr_u(next, 52));
  const k = sum(v128.or(power, i64x2.splat(WHOLE)), -4503599627370496.0 - 1023.0);
  const s = f64x2.div(f, sum(f, 2));
  const z = f64x2.mul(s, s);
  const w = f64x2.mul(z, z);
  const even = sum(scaled(w, 1.531383769920937332e-1), 2.222219843214978396e-1);
  const t1 = f64x2.mul(w, sum(f64x2.mul(w, even), 3.999999999940941908e-1));
  const odd = sum(scaled(w, 1.479819860511658591e-1), 1.818357216161805012e-1);
  const most = sum(f64x2.mul(w, odd), 2.857142874366239149e-1);
  const t2 = f64x2.mul(z, sum(f64x2.mul(w, most), 6.66666666666673513e-1));
  const r = f64x2.add(t2, t1);
  const high = scaled(k, 6.9314718036912381649e-1);
  const low = scaled(k, 1.90821492927058770002e-10);
  const half = f64x2.mul(scaled(f, 0.5), f);
  // Far from 1 the square is taken out of the remainder.
  const near = f64x2.sub(f64x2.mul(s, f64x2.sub(f, r)), low);
  const far = f64x2.sub(half, f64x2.add(f64x2.mul(s, f64x2.add(half, r)), low));
  const isFar = v128.and(
    i64x2.ge_s(fraction, i64x2.splat(0x6147a00000000)),
    i64x2.lt_s(fraction, i64x2.splat(0x6b85200000000)),
  );
  return f64x2.sub(high, f64x2.sub(v128.bitselect(far, near, isFar), f));
}

/** Writes the logarithms of a series. */
export function logs(series: usize, length: i32, into: usize): void {
  const end = (<usize>length) << 3;
  const paired = end & ~15;
  for (let at: usize = 0; at < paired; at += 16) {
    v128.store(into + at, logOfBoth(v128.load(series + at)));
  }
  if (paired < end) store<f64>(into + paired, logOf(load<f64>(series + paired)));
}
