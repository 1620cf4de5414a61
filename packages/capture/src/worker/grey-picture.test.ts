// SPDX-License-Identifier: Apache-2.0
import { describe, expect, test } from 'vitest';
import { blurOf, noiseOf, type GreyPicture } from './grey-picture.ts';

const SIZE = 120;

/** Small numbers that repeat in every run. */
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

/** Dark discs on a bright ground, their edges this many pixels wide. */
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

describe('blur', () => {
  test('grows with the width of the edges', () => {
    const found = [1, 3, 6, 12, 20].map((edge) => blurOf(discs(edge)));
    expect([...found].sort((a, b) => a - b)).toEqual(found);
    expect(found[0]).toBeLessThan(0.4);
    expect(found.at(-1)).toBeGreaterThan(0.8);
  });

  test('is the same in bright, dark and flat pictures', () => {
    const usual = blurOf(discs(4));
    expect(blurOf(discs(4, 10, 30))).toBeCloseTo(usual, 5);
    expect(blurOf(discs(4, 150, 250))).toBeCloseTo(usual, 5);
  });

  test('is not claimed where there is nothing to see', () => {
    expect(blurOf(draw(() => 90))).toBe(0);
    expect(blurOf({ levels: new Float32Array(), width: 0, height: 0 })).toBe(0);
  });
});

describe('noise', () => {
  test.each([0, 2, 5, 10])('of %i levels is found in spite of edges', (deviation) => {
    expect(Math.abs(noiseOf(noisy(discs(3), deviation)) - deviation)).toBeLessThan(0.5);
  });

  test('is not claimed where there is nothing to see', () => {
    expect(noiseOf({ levels: new Float32Array(4), width: 2, height: 2 })).toBe(0);
  });
});
