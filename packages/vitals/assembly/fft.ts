// SPDX-License-Identifier: Apache-2.0
// Radix-4 fast Fourier transform (see src/signal/fft.ts).

/** Bytes of the factors of two neighbouring indices. */
const PAIR: usize = 96;

// A product of a value with a factor: real and imaginary part.
function real(x: v128, y: v128, f: usize): v128 {
  return f64x2.sub(f64x2.mul(x, v128.load(f)), f64x2.mul(y, v128.load(f, 16)));
}
function imaginary(x: v128, y: v128, f: usize): v128 {
  return f64x2.add(f64x2.mul(x, v128.load(f, 16)), f64x2.mul(y, v128.load(f)));
}

/** Stores the sums and differences of four values, the second to fourth multiplied by their factors, `half` apart. */
function join(
  re: usize,
  im: usize,
  half: usize,
  f: usize,
  ax: v128,
  ay: v128,
  bx: v128,
  by: v128,
  cx: v128,
  cy: v128,
  dx: v128,
  dy: v128,
): void {
  const br = real(bx, by, f);
  const bi = imaginary(bx, by, f);
  const cr = real(cx, cy, f + 32);
  const ci = imaginary(cx, cy, f + 32);
  const dr = real(dx, dy, f + 64);
  const di = imaginary(dx, dy, f + 64);
  const sumR = f64x2.add(ax, br);
  const sumI = f64x2.add(ay, bi);
  const offR = f64x2.sub(ax, br);
  const offI = f64x2.sub(ay, bi);
  const addR = f64x2.add(cr, dr);
  const addI = f64x2.add(ci, di);
  const subR = f64x2.sub(cr, dr);
  const subI = f64x2.sub(ci, di);
  v128.store(re, f64x2.add(sumR, addR));
  v128.store(im, f64x2.add(sumI, addI));
  v128.store(re + half, f64x2.add(offR, subI));
  v128.store(im + half, f64x2.sub(offI, subR));
  v128.store(re + 2 * half, f64x2.sub(sumR, addR));
  v128.store(im + 2 * half, f64x2.sub(sumI, addI));
  v128.store(re + 3 * half, f64x2.sub(offR, subI));
  v128.store(im + 3 * half, f64x2.add(offI, subR));
}

/** A value of the input twice, or zeros after its end. */
function valueAt(values: usize, length: i32, at: i32): v128 {
  return at < length ? v128.load64_splat(values + ((<usize>at) << 3)) : f64x2.splat(0);
}

/**
 * The first radix-4 pass, on values in bit-reversed order, each `copies` times; zeros after `ofFirst` and `ofSecond` of
 * them. @param copies at least 2. @param reversed i32. @param factors those of half size `copies`.
 */
export function firstFours(
  first: usize,
  second: usize,
  ofFirst: i32,
  ofSecond: i32,
  copies: i32,
  size: i32,
  reversed: usize,
  factors: usize,
  re: usize,
  im: usize,
): void {
  const step = (<usize>copies) << 2;
  const bytes = (<usize>copies) << 3;
  for (let start: i32 = 0; start < size; start += 4 * copies) {
    const place = reversed + ((<usize>start) << 2);
    const a = load<i32>(place);
    const b = load<i32>(place + step);
    const c = load<i32>(place + 2 * step);
    const d = load<i32>(place + 3 * step);
    const ax = valueAt(first, ofFirst, a);
    const ay = valueAt(second, ofSecond, a);
    const bx = valueAt(first, ofFirst, b);
    const by = valueAt(second, ofSecond, b);
    const cx = valueAt(first, ofFirst, c);
    const cy = valueAt(second, ofSecond, c);
    const dx = valueAt(first, ofFirst, d);
    const dy = valueAt(second, ofSecond, d);
    let toRe = re + ((<usize>start) << 3);
    let toIm = im + ((<usize>start) << 3);
    const end = toRe + bytes;
    for (let f = factors; toRe < end; f += PAIR) {
      inline.always(join(toRe, toIm, bytes, f, ax, ay, bx, by, cx, cy, dx, dy));
      toRe += 16;
      toIm += 16;
    }
  }
}

/** A radix-4 pass. @param half at least 2. */
export function fours(re: usize, im: usize, size: i32, half: i32, factors: usize): void {
  const bytes = (<usize>half) << 3;
  const last = re + ((<usize>size) << 3);
  let toRe = re;
  let toIm = im;
  while (toRe < last) {
    const end = toRe + bytes;
    for (let f = factors; toRe < end; f += PAIR) {
      inline.always(
        join(
          toRe,
          toIm,
          bytes,
          f,
          v128.load(toRe),
          v128.load(toIm),
          v128.load(toRe + bytes),
          v128.load(toIm + bytes),
          v128.load(toRe + 2 * bytes),
          v128.load(toIm + 2 * bytes),
          v128.load(toRe + 3 * bytes),
          v128.load(toIm + 3 * bytes),
        ),
      );
      toRe += 16;
      toIm += 16;
    }
    toRe += 3 * bytes;
    toIm += 3 * bytes;
  }
}

/** A radix-2 pass. @param half at least 2. */
export function twos(re: usize, im: usize, size: i32, half: i32, factors: usize): void {
  const bytes = (<usize>half) << 3;
  const last = re + ((<usize>size) << 3);
  let toRe = re;
  let toIm = im;
  while (toRe < last) {
    const end = toRe + bytes;
    for (let f = factors; toRe < end; f += PAIR) {
      const x = v128.load(toRe + bytes);
      const y = v128.load(toIm + bytes);
      const r = real(x, y, f);
      const m = imaginary(x, y, f);
      const lowR = v128.load(toRe);
      const lowI = v128.load(toIm);
      v128.store(toRe + bytes, f64x2.sub(lowR, r));
      v128.store(toIm + bytes, f64x2.sub(lowI, m));
      v128.store(toRe, f64x2.add(lowR, r));
      v128.store(toIm, f64x2.add(lowI, m));
      toRe += 16;
      toIm += 16;
    }
    toRe += bytes;
    toIm += bytes;
  }
}
