// SPDX-License-Identifier: Apache-2.0
import { describe, expect, test } from 'vitest';
import { edgeWidthOf, noiseOf, type GreyPicture } from './grey-picture.ts';

const SIZE = 120;

/** Small pseudo-random numbers, the same in every run. */
function randomNumbers(): () => number {
  let state = 1;
  return () => {
    state = (state * 16_807) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

const draw = (level: (x: number, y: number) => number): GreyPicture => ({
  levels: Float32Array.from({ length: SIZE * SIZE }, (_, at) =>
    level(at % SIZE, Math.floor(at / SIZE)),
  ),
  width: SIZE,
  height: SIZE,
});

/** Dark discs on a bright background, with edges of this width in pixels. */
const discs = (edge: number, dark = 60, bright = 180): GreyPicture =>
  draw((x, y) => {
    const distance = Math.hypot((x % 40) - 20, (y % 40) - 20) - 12;
    const share = Math.min(1, Math.max(0, 0.5 + distance / edge));
    return dark + (bright - dark) * share;
  });

function noisy({ levels, ...size }: GreyPicture, deviation: number): GreyPicture {
  const random = randomNumbers();
  const normal = (): number =>
    Array.from({ length: 12 }, random).reduce((sum, value) => sum + value, -6);
  return { ...size, levels: levels.map((level) => level + deviation * normal()) };
}

const edgeWidth = (picture: GreyPicture): number => edgeWidthOf(picture, noiseOf(picture));

describe('the width of edges', () => {
  test.each([3, 6, 9, 12])('of %i px is measured', (edge) => {
    expect(Math.abs(edgeWidth(discs(edge)) - edge)).toBeLessThan(1.5);
  });

  test.each([1, 3, 5])('is hardly changed by noise of %i levels', (deviation) => {
    for (const edge of [3, 6, 12]) {
      expect(Math.abs(edgeWidth(noisy(discs(edge), deviation)) - edge)).toBeLessThan(2.5);
    }
  });

  test('is the same in bright, dark and low-contrast pictures', () => {
    const usual = edgeWidth(discs(8));
    expect(edgeWidth(discs(8, 10, 60))).toBeCloseTo(usual, 0);
    expect(edgeWidth(discs(8, 150, 250))).toBeCloseTo(usual, 0);
  });

  test('is 0 without edges', () => {
    expect(edgeWidth(draw(() => 90))).toBe(0);
    expect(
      edgeWidth(
        noisy(
          draw(() => 90),
          2,
        ),
      ),
    ).toBe(0);
    expect(edgeWidthOf({ levels: new Float32Array(), width: 0, height: 0 }, 0)).toBe(0);
  });
});

describe('noise', () => {
  test.each([0, 2, 5, 10])('of %i levels is measured despite edges', (deviation) => {
    expect(Math.abs(noiseOf(noisy(discs(3), deviation)) - deviation)).toBeLessThan(0.5);
  });

  test('is 0 in a picture that is too small', () => {
    expect(noiseOf({ levels: new Float32Array(4), width: 2, height: 2 })).toBe(0);
  });
});
