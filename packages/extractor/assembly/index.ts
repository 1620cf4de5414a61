// SPDX-License-Identifier: Apache-2.0
// Polygon sums over image planes. AssemblyScript, compiled twice: with SIMD and plain. Its twin in TypeScript is
// src/script/; both must give the same integers for the same bytes, so change them together.
//
// Memory from __heap_base on: scratch areas (below), then the caller's frame slots. Nothing is allocated.
// A shape is up to MAX_RINGS closed rings; each adds its inside or, when its count is negative, takes it away.
// A pixel belongs to a ring when its centre does (even-odd rule).

import { MOVEMENT_SUMS } from './movement';

export { shrink, sumMovement, MOVEMENT_SUMS } from './movement';

// What the scratch areas hold; src/wasm.ts compares them with what it lets through.
export const MAX_POINTS: i32 = 1024;
export const MAX_RINGS: i32 = 32;
export const MAX_WIDTH: i32 = 4096;
export const MAX_CELLS: i32 = 320 * 160;

const SCRATCH: usize = (__heap_base + 15) & ~15;
/** x, y pairs as f32, in luma pixels. */
const POINTS: usize = SCRATCH;
/** Point count of each ring as i32, negative for a hole. */
const RINGS: usize = POINTS + <usize>MAX_POINTS * 8;
/** Sums as f64; see the SUM_* places. */
const SUMS: usize = RINGS + <usize>MAX_RINGS * 4;
/** x, y pairs as f64, scaled to the plane at hand. */
const SCALED: usize = SUMS + 8 * 8;
/** First and last row of each ring as i32. */
const ROWS: usize = SCALED + <usize>MAX_POINTS * 16;
/** Crossings of one ring with one row, f64. */
const CROSSINGS: usize = ROWS + <usize>MAX_RINGS * 8;
/** One row of 0 and 255, up to four bytes a pixel, with room for a vector to run over. */
const MASK: usize = CROSSINGS + <usize>MAX_POINTS * 8;
/** Sums of `sumMovement`, f64. */
const MOVED: usize = (MASK + <usize>MAX_WIDTH * 4 + 64 + 15) & ~15;
/** Two grids of u16, for what is followed from frame to frame. */
const GRIDS: usize = (MOVED + <usize>MOVEMENT_SUMS * 8 + 15) & ~15;
const SLOTS: usize = GRIDS + 2 * <usize>MAX_CELLS * 2;

const SUM_PIXELS: usize = 0;
const SUM_LUMA: usize = 8;
const SUM_SQUARES: usize = 16;
const SUM_CLIPPED: usize = 24;
const SUM_CHROMA_PIXELS: usize = 32;
const SUM_A: usize = 40;
const SUM_B: usize = 48;
const SUM_C: usize = 56;

export function pointsAt(): usize {
  return POINTS;
}
export function ringsAt(): usize {
  return RINGS;
}
export function sumsAt(): usize {
  return SUMS;
}
export function movedAt(): usize {
  return MOVED;
}
export function gridsAt(): usize {
  return GRIDS;
}
export function slotsAt(): usize {
  return SLOTS;
}

/** Scales the points to a plane and finds the rows each ring may touch. */
function prepare(ringCount: i32, scale: f64, height: i32): void {
  let point: usize = 0;
  for (let ring: i32 = 0; ring < ringCount; ring++) {
    const count = abs(load<i32>(RINGS + ((<usize>ring) << 2)));
    let top: f64 = height;
    let bottom: f64 = 0;
    for (let i: i32 = 0; i < count; i++) {
      const x = <f64>load<f32>(POINTS + point * 8) * scale;
      const y = <f64>load<f32>(POINTS + point * 8, 4) * scale;
      store<f64>(SCALED + point * 16, x);
      store<f64>(SCALED + point * 16, y, 8);
      top = min(top, y);
      bottom = max(bottom, y);
      point++;
    }
    store<i32>(ROWS + ((<usize>ring) << 3), <i32>max(0, floor(top)));
    store<i32>(ROWS + ((<usize>ring) << 3), <i32>min(<f64>height, ceil(bottom)), 4);
  }
}

/** Crossings of a ring with the line through the centres of a row, sorted. */
function cross(first: usize, count: i32, line: f64): i32 {
  let found: i32 = 0;
  let at = SCALED + (first + <usize>count - 1) * 16;
  let x0 = load<f64>(at);
  let y0 = load<f64>(at, 8);
  at = SCALED + first * 16;
  for (let i: i32 = 0; i < count; i++) {
    const x1 = load<f64>(at);
    const y1 = load<f64>(at, 8);
    if (y0 <= line != y1 <= line) {
      const x = x0 + ((line - y0) * (x1 - x0)) / (y1 - y0);
      let place = found;
      while (place > 0 && load<f64>(CROSSINGS + ((<usize>(place - 1)) << 3)) > x) {
        store<f64>(
          CROSSINGS + ((<usize>place) << 3),
          load<f64>(CROSSINGS + ((<usize>(place - 1)) << 3)),
        );
        place--;
      }
      store<f64>(CROSSINGS + ((<usize>place) << 3), x);
      found++;
    }
    x0 = x1;
    y0 = y1;
    at += 16;
  }
  return found;
}

let paintedFrom: i32 = 0;
let paintedTo: i32 = 0;

/** Paints one row of the mask; the painted pixels lie in paintedFrom..paintedTo. */
function paint(ringCount: i32, row: i32, width: i32, bytes: i32): bool {
  paintedFrom = width;
  paintedTo = 0;
  let first: usize = 0;
  for (let ring: i32 = 0; ring < ringCount; ring++) {
    const signed = load<i32>(RINGS + ((<usize>ring) << 2));
    const count = abs(signed);
    const top = load<i32>(ROWS + ((<usize>ring) << 3));
    const bottom = load<i32>(ROWS + ((<usize>ring) << 3), 4);
    if (row >= top && row < bottom) {
      const found = cross(first, count, <f64>row + 0.5);
      for (let i: i32 = 0; i + 1 < found; i += 2) {
        const left = load<f64>(CROSSINGS + ((<usize>i) << 3));
        const right = load<f64>(CROSSINGS + ((<usize>i) << 3), 8);
        const from = <i32>min(<f64>width, max(0, ceil(left - 0.5)));
        const to = <i32>min(<f64>width, max(0, ceil(right - 0.5)));
        if (to > from) {
          memory.fill(
            MASK + <usize>(from * bytes),
            signed > 0 ? 255 : 0,
            <usize>((to - from) * bytes),
          );
          if (signed > 0) {
            paintedFrom = min(paintedFrom, from);
            paintedTo = max(paintedTo, to);
          }
        }
      }
    }
    first += <usize>count;
  }
  return paintedTo > paintedFrom;
}

function wipe(bytes: i32): void {
  memory.fill(MASK + <usize>(paintedFrom * bytes), 0, <usize>((paintedTo - paintedFrom) * bytes));
}

function addTo(place: usize, value: f64): void {
  store<f64>(SUMS + place, load<f64>(SUMS + place) + value);
}

function clear(from: usize, to: usize): void {
  for (let place = from; place <= to; place += 8) store<f64>(SUMS + place, 0);
}

function lanes(v: v128): i32 {
  return (
    i32x4.extract_lane(v, 0) +
    i32x4.extract_lane(v, 1) +
    i32x4.extract_lane(v, 2) +
    i32x4.extract_lane(v, 3)
  );
}

/** One byte a pixel: pixels, sum, squares, share outside low..high. */
export function sumLuma(
  plane: usize,
  stride: i32,
  width: i32,
  height: i32,
  ringCount: i32,
  low: i32,
  high: i32,
): void {
  clear(SUM_PIXELS, SUM_CLIPPED);
  prepare(ringCount, 1, height);
  for (let row: i32 = 0; row < height; row++) {
    if (!paint(ringCount, row, width, 1)) continue;
    const line = plane + <usize>(row * stride);
    let pixels: i32 = 0;
    let sum: i32 = 0;
    let squares: i32 = 0;
    let clipped: i32 = 0;
    if (ASC_FEATURE_SIMD) {
      let sums = i32x4.splat(0);
      let powers = i32x4.splat(0);
      const lows = i8x16.splat(<i8>low);
      const highs = i8x16.splat(<i8>high);
      for (let x = paintedFrom; x < paintedTo; x += 16) {
        const mask = v128.load(MASK + <usize>x);
        const values = v128.and(v128.load(line + <usize>x), mask);
        sums = i32x4.add(
          sums,
          i32x4.extadd_pairwise_i16x8_u(i16x8.extadd_pairwise_i8x16_u(values)),
        );
        powers = i32x4.add(
          powers,
          i32x4.extadd_pairwise_i16x8_u(i16x8.extmul_low_i8x16_u(values, values)),
        );
        powers = i32x4.add(
          powers,
          i32x4.extadd_pairwise_i16x8_u(i16x8.extmul_high_i8x16_u(values, values)),
        );
        pixels += popcnt(i8x16.bitmask(mask));
        const outside = v128.or(i8x16.lt_u(values, lows), i8x16.gt_u(values, highs));
        clipped += popcnt(i8x16.bitmask(v128.and(outside, mask)));
      }
      sum = lanes(sums);
      squares = lanes(powers);
    } else {
      for (let x = paintedFrom; x < paintedTo; x++) {
        if (!load<u8>(MASK + <usize>x)) continue;
        const value = <i32>load<u8>(line + <usize>x);
        pixels++;
        sum += value;
        squares += value * value;
        if (value < low || value > high) clipped++;
      }
    }
    wipe(1);
    addTo(SUM_PIXELS, pixels);
    addTo(SUM_LUMA, sum);
    addTo(SUM_SQUARES, squares);
    addTo(SUM_CLIPPED, clipped);
  }
}

/** Two planes of one byte a sample at half the luma resolution (I420). */
export function sumChroma(
  planeA: usize,
  planeB: usize,
  stride: i32,
  width: i32,
  height: i32,
  ringCount: i32,
): void {
  clear(SUM_CHROMA_PIXELS, SUM_C);
  prepare(ringCount, 0.5, height);
  for (let row: i32 = 0; row < height; row++) {
    if (!paint(ringCount, row, width, 1)) continue;
    const lineA = planeA + <usize>(row * stride);
    const lineB = planeB + <usize>(row * stride);
    let pixels: i32 = 0;
    let a: i32 = 0;
    let b: i32 = 0;
    if (ASC_FEATURE_SIMD) {
      let sumsA = i32x4.splat(0);
      let sumsB = i32x4.splat(0);
      for (let x = paintedFrom; x < paintedTo; x += 16) {
        const mask = v128.load(MASK + <usize>x);
        const valuesA = v128.and(v128.load(lineA + <usize>x), mask);
        const valuesB = v128.and(v128.load(lineB + <usize>x), mask);
        sumsA = i32x4.add(
          sumsA,
          i32x4.extadd_pairwise_i16x8_u(i16x8.extadd_pairwise_i8x16_u(valuesA)),
        );
        sumsB = i32x4.add(
          sumsB,
          i32x4.extadd_pairwise_i16x8_u(i16x8.extadd_pairwise_i8x16_u(valuesB)),
        );
        pixels += popcnt(i8x16.bitmask(mask));
      }
      a = lanes(sumsA);
      b = lanes(sumsB);
    } else {
      for (let x = paintedFrom; x < paintedTo; x++) {
        if (!load<u8>(MASK + <usize>x)) continue;
        pixels++;
        a += <i32>load<u8>(lineA + <usize>x);
        b += <i32>load<u8>(lineB + <usize>x);
      }
    }
    wipe(1);
    addTo(SUM_CHROMA_PIXELS, pixels);
    addTo(SUM_A, a);
    addTo(SUM_B, b);
  }
}

/** One plane of interleaved pairs at half the luma resolution (NV12). Width counts pairs. */
export function sumPairs(plane: usize, stride: i32, width: i32, height: i32, ringCount: i32): void {
  clear(SUM_CHROMA_PIXELS, SUM_C);
  prepare(ringCount, 0.5, height);
  for (let row: i32 = 0; row < height; row++) {
    if (!paint(ringCount, row, width, 2)) continue;
    const line = plane + <usize>(row * stride);
    let pixels: i32 = 0;
    let a: i32 = 0;
    let b: i32 = 0;
    if (ASC_FEATURE_SIMD) {
      let sumsA = i32x4.splat(0);
      let sumsB = i32x4.splat(0);
      for (let x = paintedFrom; x < paintedTo; x += 8) {
        const mask = v128.load(MASK + ((<usize>x) << 1));
        const values = v128.and(v128.load(line + ((<usize>x) << 1)), mask);
        sumsA = i32x4.add(sumsA, i32x4.extadd_pairwise_i16x8_u(v128.and(values, i16x8.splat(255))));
        sumsB = i32x4.add(sumsB, i32x4.extadd_pairwise_i16x8_u(i16x8.shr_u(values, 8)));
        pixels += popcnt(i16x8.bitmask(mask));
      }
      a = lanes(sumsA);
      b = lanes(sumsB);
    } else {
      for (let x = paintedFrom; x < paintedTo; x++) {
        if (!load<u8>(MASK + ((<usize>x) << 1))) continue;
        pixels++;
        a += <i32>load<u8>(line + ((<usize>x) << 1));
        b += <i32>load<u8>(line + ((<usize>x) << 1), 1);
      }
    }
    wipe(2);
    addTo(SUM_CHROMA_PIXELS, pixels);
    addTo(SUM_A, a);
    addTo(SUM_B, b);
  }
}

/**
 * Four bytes a pixel, the fourth ignored; sums in their order. Luma is (77 R + 150 G + 29 B + 128) >> 8: red's and blue's
 * weights are those of the first and the third byte.
 */
export function sumColours(
  plane: usize,
  stride: i32,
  width: i32,
  height: i32,
  ringCount: i32,
  low: i32,
  high: i32,
  firstWeight: i32,
  thirdWeight: i32,
): void {
  clear(SUM_PIXELS, SUM_C);
  prepare(ringCount, 1, height);
  for (let row: i32 = 0; row < height; row++) {
    if (!paint(ringCount, row, width, 4)) continue;
    const line = plane + <usize>(row * stride);
    let pixels: i32 = 0;
    let sum: i32 = 0;
    let squares: i32 = 0;
    let clipped: i32 = 0;
    let r: i32 = 0;
    let g: i32 = 0;
    let b: i32 = 0;
    if (ASC_FEATURE_SIMD) {
      const low8 = i32x4.splat(255);
      let sums = i32x4.splat(0);
      let powers = i32x4.splat(0);
      let firsts = i32x4.splat(0);
      let greens = i32x4.splat(0);
      let thirds = i32x4.splat(0);
      for (let x = paintedFrom; x < paintedTo; x += 4) {
        const mask = v128.load(MASK + ((<usize>x) << 2));
        const values = v128.and(v128.load(line + ((<usize>x) << 2)), mask);
        const first = v128.and(values, low8);
        const green = v128.and(i32x4.shr_u(values, 8), low8);
        const third = v128.and(i32x4.shr_u(values, 16), low8);
        let luma = i32x4.mul(first, i32x4.splat(firstWeight));
        luma = i32x4.add(luma, i32x4.mul(green, i32x4.splat(150)));
        luma = i32x4.add(luma, i32x4.mul(third, i32x4.splat(thirdWeight)));
        luma = i32x4.shr_u(i32x4.add(luma, i32x4.splat(128)), 8);
        firsts = i32x4.add(firsts, first);
        greens = i32x4.add(greens, green);
        thirds = i32x4.add(thirds, third);
        sums = i32x4.add(sums, luma);
        powers = i32x4.add(powers, i32x4.mul(luma, luma));
        pixels += popcnt(i32x4.bitmask(mask));
        const outside = v128.or(
          i32x4.lt_s(luma, i32x4.splat(low)),
          i32x4.gt_s(luma, i32x4.splat(high)),
        );
        clipped += popcnt(i32x4.bitmask(v128.and(outside, mask)));
      }
      sum = lanes(sums);
      squares = lanes(powers);
      r = lanes(firsts);
      g = lanes(greens);
      b = lanes(thirds);
    } else {
      for (let x = paintedFrom; x < paintedTo; x++) {
        if (!load<u8>(MASK + ((<usize>x) << 2))) continue;
        const first = <i32>load<u8>(line + ((<usize>x) << 2));
        const green = <i32>load<u8>(line + ((<usize>x) << 2), 1);
        const third = <i32>load<u8>(line + ((<usize>x) << 2), 2);
        const luma = (firstWeight * first + 150 * green + thirdWeight * third + 128) >> 8;
        pixels++;
        sum += luma;
        squares += luma * luma;
        if (luma < low || luma > high) clipped++;
        r += first;
        g += green;
        b += third;
      }
    }
    wipe(4);
    addTo(SUM_PIXELS, pixels);
    addTo(SUM_LUMA, sum);
    addTo(SUM_SQUARES, squares);
    addTo(SUM_CLIPPED, clipped);
    addTo(SUM_CHROMA_PIXELS, pixels);
    addTo(SUM_A, r);
    addTo(SUM_B, g);
    addTo(SUM_C, b);
  }
}
