// SPDX-License-Identifier: Apache-2.0
import type { RgbaPixels } from './pixels.ts';

/** A square of the frame, in fractional pixels; it may extend beyond the frame. */
export interface Square {
  readonly left: number;
  readonly top: number;
  readonly side: number;
}

/** Side of the square relative to the longer side of the face in it, as in the training of the mesh network. */
const MARGIN = 1.5;

/**
 * The square around a face for the mesh network.
 * @param points pairs of x and y, px.
 */
export function squareAround(points: ArrayLike<number>): Square {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let at = 0; at + 1 < points.length; at += 2) {
    const x = points[at] ?? NaN;
    const y = points[at + 1] ?? NaN;
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  const side = MARGIN * Math.max(right - left, bottom - top);
  return { left: (left + right - side) / 2, top: (top + bottom - side) / 2, side };
}

/** Bilinear samples along each side of an output pixel: a face larger than the output keeps its detail. */
const SAMPLES = 2;

/** Positions of the samples along one axis: the pixel before each, -1 outside the frame, and the next one's weight. */
function samplesOf(start: number, side: number, size: number, length: number) {
  const before = new Int32Array(size * SAMPLES);
  const share = new Float32Array(size * SAMPLES);
  for (let sample = 0; sample < before.length; sample += 1) {
    const position = start + ((sample + 0.5) * side) / before.length - 0.5;
    const pixel = Math.floor(position);
    before[sample] = pixel >= 0 && pixel + 1 < length ? pixel : -1;
    share[sample] = position - pixel;
  }
  return { before, share };
}

/**
 * Reads a square of the frame as `size` × `size` pixels of red, green and blue, 0..1, row by row. Outside the frame is
 * black.
 */
export function readSquare(
  { data, width, height }: RgbaPixels,
  { left, top, side }: Square,
  size: number,
): Float32Array {
  const read = new Float32Array(size * size * 3);
  const across = samplesOf(left, side, size, width);
  const down = samplesOf(top, side, size, height);
  const scale = 1 / (255 * SAMPLES * SAMPLES);
  for (let row = 0; row < size * SAMPLES; row += 1) {
    const y = down.before[row] ?? -1;
    if (y < 0) continue;
    const fy = down.share[row] ?? 0;
    const upper = y * width;
    const to = Math.floor(row / SAMPLES) * size;
    for (let column = 0; column < size * SAMPLES; column += 1) {
      const x = across.before[column] ?? -1;
      if (x < 0) continue;
      const fx = across.share[column] ?? 0;
      const at = (upper + x) * 4;
      const below = at + width * 4;
      const pixel = (to + Math.floor(column / SAMPLES)) * 3;
      for (let colour = 0; colour < 3; colour += 1) {
        const a = data[at + colour] ?? 0;
        const b = data[at + colour + 4] ?? 0;
        const c = data[below + colour] ?? 0;
        const d = data[below + colour + 4] ?? 0;
        const over = a + fx * (b - a);
        const under = c + fx * (d - c);
        read[pixel + colour] = (read[pixel + colour] ?? 0) + scale * (over + fy * (under - over));
      }
    }
  }
  return read;
}
