// SPDX-License-Identifier: Apache-2.0
/** The shirt: it covers the neck and moves with the chest, not with the head. */
import type { Picture } from './picture.ts';
import { shifted } from './shift.ts';
import { blueDifferenceOf, halved, lumaOf, redDifferenceOf } from './yuv.ts';

/** Rows of a picture from `top` to its lower edge, as in FigurePlanes; chroma planes have half the size. */
export interface ShirtPlanes {
  readonly width: number;
  /** Even. */
  readonly top: number;
  readonly luma: Float32Array;
  readonly cover: Float32Array;
  readonly blueDifference: Float32Array;
  readonly redDifference: Float32Array;
  readonly halfCover: Float32Array;
}

/**
 * @param picture of the shirt alone.
 * @param reach maximum lift, pixels.
 * @returns null when no shirt is in the picture.
 */
export function shirtPlanes(picture: Picture, reach: number): ShirtPlanes | null {
  const { width, height, red, green, blue, cover } = picture;
  const first = cover.findIndex((share) => share > 0);
  if (first < 0) return null;
  const top = Math.max(0, 2 * Math.floor((Math.floor(first / width) - reach - 1) / 2));
  const rows = height - top;
  const convert = (of: (red: number, green: number, blue: number) => number): Float32Array =>
    red
      .subarray(top * width)
      .map((value, at) => of(value, green[top * width + at] ?? 0, blue[top * width + at] ?? 0));
  const below = cover.subarray(top * width);
  return {
    width,
    top,
    luma: convert(lumaOf),
    cover: below,
    blueDifference: halved(convert(blueDifferenceOf), width, rows),
    redDifference: halved(convert(redDifferenceOf), width, rows),
    halfCover: halved(below, width, rows),
  };
}

/** A plane of the picture with the shirt on top, which is moved by dx and dy in pixels of the whole picture. */
export function dressed(
  plane: Float32Array,
  shirt: ShirtPlanes,
  name: 'luma' | 'blueDifference' | 'redDifference',
  dx: number,
  dy: number,
): Float32Array {
  const scale = name === 'luma' ? 1 : 2;
  const [width, top] = [shirt.width / scale, shirt.top / scale];
  const whole = name === 'luma' ? shirt.cover : shirt.halfCover;
  const move = (values: Float32Array): Float32Array =>
    shifted(values, width, values.length / width, dx / scale, dy / scale);
  const cloth = move(shirt[name]);
  const cover = move(whole);
  const out = plane.slice();
  for (let at = 0; at < cloth.length; at += 1) {
    const place = top * width + at;
    out[place] = (out[place] ?? 0) * (1 - (cover[at] ?? 0)) + (cloth[at] ?? 0);
  }
  return out;
}
