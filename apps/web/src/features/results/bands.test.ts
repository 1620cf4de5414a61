// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bandIndex, bandOf, positionOn, SCALES, type BandScale } from './bands.ts';

const scales = Object.entries(SCALES) as [string, BandScale][];

describe.each(scales)('the scale of %s', (_, scale) => {
  test('has one band more than edges, and ascending edges inside what is drawn', () => {
    expect(scale.bands).toHaveLength(scale.edges.length + 1);
    const all = [scale.drawn[0], ...scale.edges, scale.drawn[1]];
    for (const [at, edge] of all.entries()) expect(edge).toBeGreaterThan(all[at - 1] ?? -Infinity);
  });

  test('gives an edge to the band above it', () => {
    for (const [at, edge] of scale.edges.entries()) {
      expect(bandIndex(scale, edge)).toBe(at + 1);
      expect(bandIndex(scale, edge - 1e-6)).toBe(at);
    }
  });

  test('places every value inside its own band, in order', () => {
    fc.assert(
      fc.property(fc.double({ min: -1000, max: 1000, noNaN: true }), (value) => {
        const position = positionOn(scale, value);
        const index = bandIndex(scale, value);
        expect(position).toBeGreaterThanOrEqual(index / scale.bands.length);
        expect(position).toBeLessThanOrEqual((index + 1) / scale.bands.length + 1e-12);
        expect(positionOn(scale, value + 0.5)).toBeGreaterThanOrEqual(position - 1e-12);
      }),
    );
  });
});

test.each([
  ['heartRate', 59.9, 'yellow'],
  ['heartRate', 60, 'green'],
  ['heartRate', 100, 'light-red'],
  ['breathing', 12, 'green'],
  ['breathing', 25, 'light-red'],
  ['heartRateVariability', 10.7, 'red'],
  ['heartRateVariability', 51.5, 'green'],
  ['stressIndex', 1.9, 'green'],
  ['stressIndex', 5, 'red'],
  ['bodyMassIndex', 18.4, 'yellow'],
  ['bodyMassIndex', 22, 'green'],
  ['bodyMassIndex', 35, 'red'],
  ['systolic', 89, 'yellow'],
  ['systolic', 119, 'green'],
  ['systolic', 140, 'red'],
  ['cardiovascularRisk', 7.25, 'yellow'],
  ['fattyLiverRisk', 77.5, 'red'],
] as const)('%s of %d is %s', (metric, value, colour) => {
  expect(bandOf(SCALES[metric], value).colour).toBe(colour);
});
