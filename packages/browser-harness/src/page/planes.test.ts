// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  emptyPicture,
  fromNv12,
  fromRgba,
  limitRange,
  rotated,
  scaled,
  type Picture,
} from './planes.ts';
import { fittedSize } from './size.ts';

const evenSize = fc.integer({ min: 1, max: 12 }).map((half) => 2 * half);

const pictures = fc
  .tuple(evenSize, evenSize)
  .chain(([width, height]) =>
    fc
      .uint8Array({ minLength: (width * height * 3) / 2, maxLength: (width * height * 3) / 2 })
      .map((data): Picture => ({ width, height, data })),
  );

const meanLuma = ({ width, height, data }: Picture): number =>
  data.subarray(0, width * height).reduce((sum, value) => sum + value, 0) / (width * height);

describe('Scaling a picture down', () => {
  it('keeps the mean of every plane', () => {
    fc.assert(
      fc.property(pictures, evenSize, evenSize, (picture, width, height) => {
        const small = scaled(picture, width, height);
        expect(small.data).toHaveLength((width * height * 3) / 2);
        expect(Math.abs(meanLuma(small) - meanLuma(picture))).toBeLessThanOrEqual(0.51);
      }),
    );
  });

  it('averages exactly the pixels that a new pixel covers', () => {
    const picture = emptyPicture(6, 2);
    picture.data.set([10, 20, 30, 40, 50, 60, 10, 20, 30, 40, 50, 60]);
    expect(Array.from(scaled(picture, 2, 2).data.subarray(0, 4))).toEqual([20, 50, 20, 50]);
    // Each of four covers one and a half.
    const four = Array.from(scaled(picture, 4, 2).data.subarray(0, 4));
    expect(four).toEqual([13, 27, 43, 57]);
  });
});

describe('Rotating a picture', () => {
  it('is the identity after four quarter turns, and after two half turns', () => {
    fc.assert(
      fc.property(pictures, (picture) => {
        const quarter = (from: Picture): Picture => rotated(from, 90);
        expect(quarter(quarter(quarter(quarter(picture))))).toEqual(picture);
        expect(rotated(rotated(picture, 180), 180)).toEqual(picture);
        expect(rotated(picture, 270)).toEqual(rotated(rotated(picture, 180), 90));
      }),
    );
  });

  it('is clockwise: the top left corner moves to the top right', () => {
    const picture = emptyPicture(4, 2);
    picture.data[0] = 99;
    const turned = rotated(picture, 90);
    expect([turned.width, turned.height]).toEqual([2, 4]);
    expect(turned.data[1]).toBe(99);
  });
});

describe('Other pixel formats', () => {
  it('have the interleaved chroma of NV12 split into planes', () => {
    const picture = fromNv12(Uint8Array.of(1, 2, 3, 4, 100, 200), 2, 2);
    expect(Array.from(picture.data)).toEqual([1, 2, 3, 4, 100, 200]);
    const wide = fromNv12(Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8, 90, 91, 92, 93), 4, 2);
    expect(Array.from(wide.data.subarray(8))).toEqual([90, 92, 91, 93]);
  });

  it('have black and white of RGBA mapped to the limits of the range', () => {
    const rgba = (level: number): Uint8Array =>
      Uint8Array.from({ length: 16 }, (_, at) => (at % 4 === 3 ? 255 : level));
    expect(Array.from(fromRgba(rgba(0), 2, 2).data)).toEqual([16, 16, 16, 16, 128, 128]);
    expect(Array.from(fromRgba(rgba(255), 2, 2).data)).toEqual([235, 235, 235, 235, 128, 128]);
  });

  it('have full-range levels compressed into the limited range', () => {
    const data = Uint8Array.of(0, 255, 128, 0, 0, 255);
    expect(Array.from(limitRange({ width: 2, height: 2, data }).data)).toEqual([
      16, 235, 126, 16, 16, 240,
    ]);
  });
});

describe('The size of the camera file', () => {
  it.each([
    [640, 480, 640, 480],
    [1280, 720, 640, 360],
    [1080, 1920, 360, 640],
    [320, 240, 320, 240],
    [641, 481, 640, 480],
    [4000, 10, 640, 2],
  ])('for %i x %i is %i x %i', (width, height, toWidth, toHeight) => {
    expect(fittedSize(width, height, 640)).toEqual({ width: toWidth, height: toHeight });
  });
});
