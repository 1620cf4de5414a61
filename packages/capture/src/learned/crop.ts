// SPDX-License-Identifier: Apache-2.0
import { channelsOf, isSubsampled, rgbFromYuv, type Channel } from '@perfuse/extractor';
import type { Patch } from '../face/background.ts';
import type { FramePixels } from '../source/video-frame.ts';

/** Side of the network's input picture, px. */
export const CROP_SIDE = 36;
const CHANNELS = 3;

/** Bounds of the cells along one side, in values of the plane; each cell has at least one. */
function cellsOf(from: number, to: number, pixels: number, shared: number): Int32Array {
  const most = Math.floor(pixels / shared) - 1;
  return Int32Array.from({ length: CROP_SIDE + 1 }, (_, cell) => {
    const at = (from + ((to - from) * cell) / CROP_SIDE) * (pixels / shared);
    return Math.min(most, Math.max(0, Math.round(at)));
  });
}

/** Means of a channel over the cells, row by row. */
function meansOf(
  { offset, byte, step, stride, shared }: Channel,
  { bytes, layout }: FramePixels,
  { left, right, top, bottom }: Patch,
): Float32Array {
  const columns = cellsOf(left, right, layout.width, shared);
  const rows = cellsOf(top, bottom, layout.height, shared);
  const means = new Float32Array(CROP_SIDE * CROP_SIDE);
  for (let row = 0; row < CROP_SIDE; row += 1) {
    const firstY = rows[row] ?? 0;
    const lastY = Math.max(firstY + 1, rows[row + 1] ?? 0);
    for (let column = 0; column < CROP_SIDE; column += 1) {
      const firstX = columns[column] ?? 0;
      const lastX = Math.max(firstX + 1, columns[column + 1] ?? 0);
      let sum = 0;
      for (let y = firstY; y < lastY; y += 1) {
        const line = offset + byte + y * stride;
        for (let x = firstX; x < lastX; x += 1) sum += bytes[line + x * step] ?? 0;
      }
      means[row * CROP_SIDE + column] = sum / ((lastY - firstY) * (lastX - firstX));
    }
  }
  return means;
}

/**
 * The face as a small picture: each pixel is the mean over its part of the face's bounds; outside the frame, edge
 * values are repeated. Planes are averaged before conversion, as in the extractor.
 * @param face bounds in fractions of the frame's sides.
 * @returns red, green and blue of each pixel, 0..1, row by row.
 */
export function cropFace(pixels: FramePixels, face: Patch): Float32Array<ArrayBuffer> {
  const { layout, space } = pixels;
  const [first, second, third] = channelsOf(layout).map((channel) =>
    meansOf(channel, pixels, face),
  );
  const isRgb = !isSubsampled(layout.format);
  const out = new Float32Array(CROP_SIDE * CROP_SIDE * CHANNELS);
  for (let i = 0; i < CROP_SIDE * CROP_SIDE; i += 1) {
    const [a, b, c] = [first?.[i] ?? 0, second?.[i] ?? 0, third?.[i] ?? 0];
    const { red, green, blue } = isRgb ? { red: a, green: b, blue: c } : rgbFromYuv(a, b, c, space);
    out[CHANNELS * i] = red / 255;
    out[CHANNELS * i + 1] = green / 255;
    out[CHANNELS * i + 2] = blue / 255;
  }
  return out;
}
