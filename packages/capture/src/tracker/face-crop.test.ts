// SPDX-License-Identifier: Apache-2.0
import { describe, expect, test } from 'vitest';
import { readSquare, squareAround } from './face-crop.ts';

/** A picture whose red increases to the right and whose green increases downwards, by one level per pixel. */
function ramps(width: number, height: number) {
  const data = new Uint8Array(width * height * 4);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) data.set([x, y, 200, 255], (y * width + x) * 4);
  }
  return { data, width, height };
}

describe('the square around a face', () => {
  test('is centred on the face, with a side of 1.5 times its longer side', () => {
    expect(squareAround([10.5, 20, 30.5, 60])).toEqual({ left: -9.5, top: 10, side: 60 });
  });
});

describe('reading a square of the frame', () => {
  const frame = ramps(120, 100);

  test.each([
    { left: 20, top: 10, side: 40 },
    { left: 20.25, top: 10.75, side: 40 },
    { left: 33.6, top: 21.3, side: 57.7 },
  ])('interpolates fractions of a pixel: $left, $top, $side', (square) => {
    const size = 20;
    const pixels = readSquare(frame, square, size);
    for (const [row, column] of [
      [0, 0],
      [7, 12],
      [19, 19],
    ] as const) {
      const at = (row * size + column) * 3;
      const middle = (start: number, place: number): number =>
        start + ((place + 0.5) * square.side) / size - 0.5;
      expect((pixels[at] ?? NaN) * 255).toBeCloseTo(middle(square.left, column), 3);
      expect((pixels[at + 1] ?? NaN) * 255).toBeCloseTo(middle(square.top, row), 3);
      expect((pixels[at + 2] ?? NaN) * 255).toBeCloseTo(200, 3);
    }
  });

  test('gives black outside the frame', () => {
    const pixels = readSquare(frame, { left: -50, top: -50, side: 100 }, 10);
    expect([...pixels.slice(0, 15)].every((value) => value === 0)).toBe(true);
    expect(pixels[(9 * 10 + 9) * 3 + 2]).toBeGreaterThan(0.7);
  });

  test('gives black for a square entirely outside the frame', () => {
    const pixels = readSquare(frame, { left: 500, top: -900, side: 30 }, 4);
    expect(pixels).toEqual(new Float32Array(48));
  });
});
