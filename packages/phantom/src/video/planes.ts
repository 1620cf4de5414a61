// SPDX-License-Identifier: Apache-2.0
import type { Picture } from './picture.ts';
import { blueDifferenceOf, halved, lumaOf, redDifferenceOf } from './yuv.ts';

/** Grey of the wall behind the person, levels, from top to bottom. */
const WALL = { top: 176, bottom: 140 } as const;

/** The person in YUV without offsets, premultiplied by the cover; chroma planes have half the size. */
export interface FigurePlanes {
  readonly width: number;
  readonly height: number;
  readonly luma: Float32Array;
  readonly cover: Float32Array;
  readonly pulse: Float32Array;
  readonly blueDifference: Float32Array;
  readonly redDifference: Float32Array;
  readonly halfPulse: Float32Array;
  /** Luma of the wall per row. */
  readonly wall: Float32Array;
}

export function figurePlanes(picture: Picture): FigurePlanes {
  const { width, height, red, green, blue, cover, pulse } = picture;
  const convert = (of: (red: number, green: number, blue: number) => number): Float32Array =>
    red.map((value, at) => of(value, green[at] ?? 0, blue[at] ?? 0));
  const wall = Float32Array.from({ length: height }, (_, row) => {
    const grey = WALL.top + ((WALL.bottom - WALL.top) * row) / (height - 1);
    return lumaOf(grey, grey, grey);
  });
  return {
    width,
    height,
    luma: convert(lumaOf),
    cover,
    pulse,
    blueDifference: halved(convert(blueDifferenceOf), width, height),
    redDifference: halved(convert(redDifferenceOf), width, height),
    halfPulse: halved(pulse, width, height),
    wall,
  };
}
