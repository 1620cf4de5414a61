// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SCALES } from '../../../metrics/bands.ts';
import { dialBands, needleAngle, SUB_STEPS } from './dial.ts';

const scales = Object.entries(SCALES);
const MIDDLE = ['heartRate', 'breathing'];

describe.each(scales)('the dial of %s', (name, scale) => {
  const bands = dialBands(scale);

  test('has the five bands of the specification', () => {
    const starts = MIDDLE.includes(name) ? [0, 51, 77, 103, 129] : [0, 36, 72, 108, 144];
    expect(bands.map((band) => band.fromDegrees)).toEqual(starts);
    expect(bands.at(-1)?.toDegrees).toBe(180);
  });

  test('points to the start of a band at its lower edge', () => {
    for (const band of bands) {
      expect(needleAngle(scale, band.fromValue)).toBeCloseTo(band.fromDegrees, 9);
    }
  });

  test('moves linearly through the ten steps of each band', () => {
    for (const { fromValue, toValue, fromDegrees, toDegrees } of bands) {
      for (let step = 0; step <= SUB_STEPS; step += 1) {
        const share = step / SUB_STEPS;
        expect(needleAngle(scale, fromValue + share * (toValue - fromValue))).toBeCloseTo(
          fromDegrees + share * (toDegrees - fromDegrees),
          6,
        );
      }
    }
  });

  test('stays between 0 and 180 degrees and is monotonic', () => {
    const [low, high] = scale.drawn;
    expect(needleAngle(scale, low - 1000)).toBe(0);
    expect(needleAngle(scale, high)).toBeCloseTo(180, 9);
    expect(needleAngle(scale, high + 1000)).toBe(180);
    const amount = fc.double({ min: low - 5, max: high + 5, noNaN: true });
    fc.assert(
      fc.property(amount, amount, (one, other) => {
        const [less, more] = one < other ? [one, other] : [other, one];
        expect(needleAngle(scale, less)).toBeLessThanOrEqual(needleAngle(scale, more) + 1e-9);
      }),
    );
  });
});

test.each([
  ['heartRate', 40, 0],
  ['heartRate', 50, 25.5],
  ['heartRate', 60, 51],
  ['heartRate', 80, 90],
  ['heartRate', 100, 129],
  ['heartRate', 140, 154.5],
  ['heartRate', 180, 180],
  ['heartRate', 220, 180],
  ['breathing', 12, 51],
  ['breathing', 18.5, 90],
  ['breathing', 25, 129],
  ['systolic', 90, 36],
  ['systolic', 105, 54],
  ['systolic', 120, 72],
  ['systolic', 130, 108],
  ['systolic', 140, 144],
  ['stressIndex', 1, 0],
  ['stressIndex', 1.5, 18],
  ['stressIndex', 5, 144],
  ['cardiovascularRisk', 5, 36],
  ['cardiovascularRisk', 7.25, 72],
  ['hba1cRisk', 50, 90],
  ['wellnessScore', 50, 90],
  ['wellnessScore', 100, 180],
] as const)('%s of %d points to %d degrees', (metric, value, degrees) => {
  expect(needleAngle(SCALES[metric], value)).toBeCloseTo(degrees, 6);
});

test('the usual range of heart rates is divided into the three middle bands, of equal width and one colour', () => {
  const bands = dialBands(SCALES.heartRate);
  expect(bands.map((band) => band.colour)).toEqual([
    'yellow',
    'green',
    'green',
    'green',
    'light-red',
  ]);
  const widths = bands.slice(1, 4).map((band) => band.toValue - band.fromValue);
  for (const width of widths) expect(width).toBeCloseTo(40 / 3, 9);
});

test('a scale with another number of edges has no dial', () => {
  expect(() => dialBands({ ...SCALES.systolic, edges: [1, 2, 3] })).toThrow(RangeError);
});
