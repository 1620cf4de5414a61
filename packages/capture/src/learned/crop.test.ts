// SPDX-License-Identifier: Apache-2.0
import { frameBytes, type FrameFormat } from '@perfuse/extractor';
import { describe, expect, test } from 'vitest';
import type { FramePixels } from '../source/video-frame.ts';
import { CROP_SIDE, cropFace } from './crop.ts';

const WIDTH = 160;
const HEIGHT = 120;
const WHOLE = { left: 0, top: 0, right: 1, bottom: 1 };
const FULL_RANGE = { matrix: 'bt709', fullRange: true } as const;

/** A picture in which `level` gives the luma or the colour of each position. */
function picture(
  format: FrameFormat,
  level: (x: number, y: number) => readonly [number, number, number],
): FramePixels {
  const layout = { format, width: WIDTH, height: HEIGHT };
  const bytes = new Uint8Array(frameBytes(layout)).fill(128);
  for (let y = 0; y < HEIGHT; y += 1) {
    for (let x = 0; x < WIDTH; x += 1) {
      const [red, green, blue] = level(x, y);
      const at = y * WIDTH + x;
      if (format === 'RGBA') bytes.set([red, green, blue, 255], 4 * at);
      else if (format === 'BGRA') bytes.set([blue, green, red, 255], 4 * at);
      else bytes[at] = green;
    }
  }
  return { bytes, layout, space: FULL_RANGE };
}

const pixel = (crop: Float32Array, row: number, column: number): number[] =>
  [0, 1, 2].map((channel) => crop[3 * (row * CROP_SIDE + column) + channel] ?? NaN);

describe('the crop of a face', () => {
  test.each(['I420', 'NV12', 'RGBA', 'BGRA'] as const)(
    'has red, green and blue of each cell within the bounds, from %s',
    (format) => {
      const grey = (value: number) => [value, value, value] as const;
      const frame = picture(format, (x) => grey(x < WIDTH / 2 ? 51 : 204));
      const crop = cropFace(frame, WHOLE);
      expect(crop).toHaveLength(CROP_SIDE * CROP_SIDE * 3);
      for (const value of pixel(crop, 20, 3)) expect(value).toBeCloseTo(0.2, 5);
      for (const value of pixel(crop, 3, 30)) expect(value).toBeCloseTo(0.8, 5);
      const right = cropFace(frame, { ...WHOLE, left: 0.5 });
      expect(Math.min(...right)).toBeCloseTo(0.8, 5);
    },
  );

  test.each(['RGBA', 'BGRA'] as const)('respects the channel order of %s', (format) => {
    const crop = cropFace(
      picture(format, () => [255, 102, 0]),
      WHOLE,
    );
    expect(pixel(crop, 0, 0).map((value) => Math.round(100 * value))).toEqual([100, 40, 0]);
  });

  test.each([
    // Every second byte of the second plane.
    ['NV12', WIDTH * HEIGHT + 1, 2],
    ['I420', (WIDTH * HEIGHT * 5) / 4, 1],
  ] as const)('converts the Cr of %s as the extractor does', (format, firstAt, step) => {
    const frame = picture(format, () => [0, 100, 0]);
    for (let at = firstAt; at < frame.bytes.length; at += step) frame.bytes[at] = 178;
    const [red = 0, green = 0, blue = 0] = pixel(cropFace(frame, WHOLE), 10, 10);
    expect(red).toBeGreaterThan(0.6);
    expect(green).toBeLessThan(100 / 255);
    expect(blue).toBeCloseTo(100 / 255, 3);
  });

  test('averages its cells, which removes single-pixel noise', () => {
    let sign = 1;
    const noisy = picture('RGBA', () => {
      sign = -sign;
      return [128 + 50 * sign, 128 + 50 * sign, 128 + 50 * sign];
    });
    for (const value of cropFace(noisy, WHOLE)) expect(Math.abs(value - 0.5)).toBeLessThan(0.08);
  });

  test('stays within the frame when the face leaves it, or is smaller than the crop', () => {
    const frame = picture('I420', () => [0, 80, 0]);
    for (const bounds of [
      { left: -0.4, right: 0.3, top: -1, bottom: 0.2 },
      { left: 0.9, right: 1.6, top: 0.8, bottom: 1.4 },
      { left: 0.5, right: 0.51, top: 0.5, bottom: 0.51 },
      { left: 2, right: 3, top: 2, bottom: 3 },
    ]) {
      for (const value of cropFace(frame, bounds)) expect(value).toBeCloseTo(80 / 255, 5);
    }
  });
});
