// SPDX-License-Identifier: Apache-2.0
/** ITU-R BT.601, limited range: the default of webcams. */
import type { Rgb } from '../appearance.ts';

const LUMA: Rgb = [65.481 / 255, 128.553 / 255, 24.966 / 255];
const BLUE_DIFFERENCE: Rgb = [-37.797 / 255, -74.203 / 255, 112 / 255];
const RED_DIFFERENCE: Rgb = [112 / 255, -93.786 / 255, -18.214 / 255];

export const LUMA_OFFSET = 16;
export const CHROMA_OFFSET = 128;

const weigh = (weights: Rgb, red: number, green: number, blue: number): number =>
  weights[0] * red + weights[1] * green + weights[2] * blue;

/** Without the offsets, so that colours can be added and multiplied by a cover. Levels in, levels out. */
export const lumaOf = (red: number, green: number, blue: number): number =>
  weigh(LUMA, red, green, blue);
export const blueDifferenceOf = (red: number, green: number, blue: number): number =>
  weigh(BLUE_DIFFERENCE, red, green, blue);
export const redDifferenceOf = (red: number, green: number, blue: number): number =>
  weigh(RED_DIFFERENCE, red, green, blue);

/** Mean of every 2 x 2 pixels; the chroma planes of 4:2:0. */
export function halved(plane: Float32Array, width: number, height: number): Float32Array {
  const out = new Float32Array((width / 2) * (height / 2));
  let at = 0;
  for (let row = 0; row < height; row += 2) {
    for (let column = 0; column < width; column += 2) {
      const from = row * width + column;
      const top = (plane[from] ?? 0) + (plane[from + 1] ?? 0);
      const bottom = (plane[from + width] ?? 0) + (plane[from + width + 1] ?? 0);
      out[at] = (top + bottom) / 4;
      at += 1;
    }
  }
  return out;
}
