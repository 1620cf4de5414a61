// SPDX-License-Identifier: Apache-2.0
// Sums for the movement between two pictures (see src/movement.ts). Its twin in TypeScript is src/script/movement.ts;
// both must give the same integers for the same bytes, so change them together.
//
// A grid is a part of a picture made smaller: means of blocks of step x step pixels, in quarters of a level, as u16.

/** Even bytes of sixteen pixels of four bytes: their greens, which stand for their luma. */
function greens(at: usize): v128 {
  const first = i8x16.shuffle(
    v128.load(at),
    v128.load(at, 16),
    1,
    5,
    9,
    13,
    17,
    21,
    25,
    29,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
  );
  const second = i8x16.shuffle(
    v128.load(at, 32),
    v128.load(at, 48),
    1,
    5,
    9,
    13,
    17,
    21,
    25,
    29,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
  );
  return i8x16.shuffle(first, second, 0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23);
}

function pairSums(at: usize, bytes: i32): v128 {
  return i16x8.extadd_pairwise_i8x16_u(bytes == 1 ? v128.load(at) : greens(at));
}

/**
 * Fills a grid. Of pixels of four bytes green is taken. The blocks must lie inside the plane.
 * @param plane the first pixel of the first block. @param step side of a block, pixels: a power of two, 1 to 16.
 */
export function shrink(
  plane: usize,
  stride: i32,
  bytes: i32,
  step: i32,
  columns: i32,
  rows: i32,
  grid: usize,
): void {
  const shift = 2 * <i32>ctz(step) - 2;
  const channel: usize = bytes == 1 ? 0 : 1;
  for (let row: i32 = 0; row < rows; row++) {
    const line = plane + <usize>(row * step * stride);
    const out = grid + ((<usize>(row * columns)) << 1);
    let column: i32 = 0;
    if (ASC_FEATURE_SIMD) {
      if (step == 2) {
        for (; column + 8 <= columns; column += 8) {
          const at = line + <usize>(column * 2 * bytes);
          const sums = i16x8.add(pairSums(at, bytes), pairSums(at + <usize>stride, bytes));
          v128.store(out + ((<usize>column) << 1), sums);
        }
      }
    }
    for (; column < columns; column++) {
      let sum: i32 = 0;
      for (let y: i32 = 0; y < step; y++) {
        let at = line + <usize>(y * stride + column * step * bytes) + channel;
        for (let x: i32 = 0; x < step; x++) {
          sum += <i32>load<u8>(at);
          at += <usize>bytes;
        }
      }
      store<u16>(out + ((<usize>column) << 1), <u16>(shift < 0 ? sum << 2 : sum >> shift));
    }
  }
}

function total(v: v128): f64 {
  return <f64>(
    (i32x4.extract_lane(v, 0) +
      i32x4.extract_lane(v, 1) +
      i32x4.extract_lane(v, 2) +
      i32x4.extract_lane(v, 3))
  );
}

function add(sums: usize, place: usize, value: f64): void {
  store<f64>(sums + (place << 3), load<f64>(sums + (place << 3)) + value);
}

/** How many sums `sumMovement` writes, f64. */
export const MOVEMENT_SUMS: i32 = 14;

/**
 * Over all cells but the outermost, with s the sum of both grids, x and y its central differences and d the later
 * minus the earlier: sums of xx, xy, yy, xs, ys, ss, x, y, s, xd, yd, sd, d, dd. Grids of at most 320 columns, so that
 * a row's sums keep within 32 bits.
 */
export function sumMovement(
  before: usize,
  after: usize,
  columns: i32,
  rows: i32,
  sums: usize,
): void {
  memory.fill(sums, 0, (<usize>MOVEMENT_SUMS) << 3);
  const line = (<usize>columns) << 1;
  for (let row: i32 = 1; row < rows - 1; row++) {
    let column: i32 = 1;
    if (ASC_FEATURE_SIMD) {
      const one = i16x8.splat(1);
      const zero = i32x4.splat(0);
      let xx = zero,
        xy = zero,
        yy = zero,
        xs = zero,
        ys = zero,
        ss = zero;
      let x1 = zero,
        y1 = zero,
        s1 = zero;
      let xd = zero,
        yd = zero,
        sd = zero,
        d1 = zero,
        dd = zero;
      for (; column + 8 <= columns - 1; column += 8) {
        const at = (<usize>(row * columns + column)) << 1;
        const b = before + at;
        const a = after + at;
        const earlier = v128.load(b);
        const later = v128.load(a);
        const s = i16x8.add(earlier, later);
        const d = i16x8.sub(later, earlier);
        const x = i16x8.sub(
          i16x8.add(v128.load(b + 2), v128.load(a + 2)),
          i16x8.add(v128.load(b - 2), v128.load(a - 2)),
        );
        const y = i16x8.sub(
          i16x8.add(v128.load(b + line), v128.load(a + line)),
          i16x8.add(v128.load(b - line), v128.load(a - line)),
        );
        xx = i32x4.add(xx, i32x4.dot_i16x8_s(x, x));
        xy = i32x4.add(xy, i32x4.dot_i16x8_s(x, y));
        yy = i32x4.add(yy, i32x4.dot_i16x8_s(y, y));
        xs = i32x4.add(xs, i32x4.dot_i16x8_s(x, s));
        ys = i32x4.add(ys, i32x4.dot_i16x8_s(y, s));
        ss = i32x4.add(ss, i32x4.dot_i16x8_s(s, s));
        x1 = i32x4.add(x1, i32x4.dot_i16x8_s(x, one));
        y1 = i32x4.add(y1, i32x4.dot_i16x8_s(y, one));
        s1 = i32x4.add(s1, i32x4.dot_i16x8_s(s, one));
        xd = i32x4.add(xd, i32x4.dot_i16x8_s(x, d));
        yd = i32x4.add(yd, i32x4.dot_i16x8_s(y, d));
        sd = i32x4.add(sd, i32x4.dot_i16x8_s(s, d));
        d1 = i32x4.add(d1, i32x4.dot_i16x8_s(d, one));
        dd = i32x4.add(dd, i32x4.dot_i16x8_s(d, d));
      }
      add(sums, 0, total(xx));
      add(sums, 1, total(xy));
      add(sums, 2, total(yy));
      add(sums, 3, total(xs));
      add(sums, 4, total(ys));
      add(sums, 5, total(ss));
      add(sums, 6, total(x1));
      add(sums, 7, total(y1));
      add(sums, 8, total(s1));
      add(sums, 9, total(xd));
      add(sums, 10, total(yd));
      add(sums, 11, total(sd));
      add(sums, 12, total(d1));
      add(sums, 13, total(dd));
    }
    let xx: i32 = 0,
      xy: i32 = 0,
      yy: i32 = 0,
      xs: i32 = 0,
      ys: i32 = 0,
      ss: i32 = 0;
    let x1: i32 = 0,
      y1: i32 = 0,
      s1: i32 = 0;
    let xd: i32 = 0,
      yd: i32 = 0,
      sd: i32 = 0,
      d1: i32 = 0,
      dd: i32 = 0;
    for (; column < columns - 1; column++) {
      const at = (<usize>(row * columns + column)) << 1;
      const b = before + at;
      const a = after + at;
      const earlier = <i32>load<u16>(b);
      const later = <i32>load<u16>(a);
      const s = earlier + later;
      const d = later - earlier;
      const x =
        <i32>load<u16>(b + 2) +
        <i32>load<u16>(a + 2) -
        <i32>load<u16>(b - 2) -
        <i32>load<u16>(a - 2);
      const y =
        <i32>load<u16>(b + line) +
        <i32>load<u16>(a + line) -
        <i32>load<u16>(b - line) -
        <i32>load<u16>(a - line);
      xx += x * x;
      xy += x * y;
      yy += y * y;
      xs += x * s;
      ys += y * s;
      ss += s * s;
      x1 += x;
      y1 += y;
      s1 += s;
      xd += x * d;
      yd += y * d;
      sd += s * d;
      d1 += d;
      dd += d * d;
    }
    add(sums, 0, xx);
    add(sums, 1, xy);
    add(sums, 2, yy);
    add(sums, 3, xs);
    add(sums, 4, ys);
    add(sums, 5, ss);
    add(sums, 6, x1);
    add(sums, 7, y1);
    add(sums, 8, s1);
    add(sums, 9, xd);
    add(sums, 10, yd);
    add(sums, 11, sd);
    add(sums, 12, d1);
    add(sums, 13, dd);
  }
}
