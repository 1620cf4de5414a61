// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bandIndex, bandOf, positionOn, SCALES } from './bands.ts';

const scales = Object.entries(SCALES);

describe.each(scales)('the scale of %s', (_, scale) => {
  test('has one more band than edges, and ascending edges within the drawn range', () => {
    expect(scale.bands).toHaveLength(scale.edges.length + 1);
    const all = [scale.drawn[0], ...scale.edges, scale.drawn[1]];
    for (const [at, edge] of all.entries()) expect(edge).toBeGreaterThan(all[at - 1] ?? -Infinity);
  });

  test('assigns an edge to the band above it', () => {
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

/** Edges of the specification's section 9 and the colour of every band from the lowest (decision 19). */
const SPECIFIED = {
  heartRate: ['60/100', 'yellow green light-red'],
  breathing: ['12/25', 'yellow green light-red'],
  systolic: ['90/120/130/140', 'yellow green light-green light-red red'],
  diastolic: ['60/70/80/90', 'yellow green light-green light-red red'],
  heartRateVariability: ['10.8/16.4/35.5/51.5', 'red light-red yellow light-green green'],
  cardiacWorkload: ['3.8/3.9/4.08/4.18', 'green light-green yellow light-red red'],
  stressIndex: ['2/3/4/5', 'green light-green yellow light-red red'],
  bodyMassIndex: ['18.5/25/30/35', 'yellow green yellow light-red red'],
  waistToHeight: ['43/53/58/63', 'yellow green yellow light-red red'],
  bodyShapeIndex: ['7.1/7.6/8.6/9.1', 'green light-green yellow light-red red'],
  cardiovascularRisk: ['5/7.25/10/20', 'green light-green yellow light-red red'],
  strokeRisk: ['3.3/4.79/6.6/13.2', 'green light-green yellow light-red red'],
  heartAttackRisk: ['1.65/2.39/3.3/6.6', 'green light-green yellow light-red red'],
  hypertensionRisk: ['20/40/60/80', 'green light-green yellow light-red red'],
  triglyceridesRisk: ['20/40/60/80', 'green light-green yellow light-red red'],
  cholesterolRisk: ['20/40/60/80', 'green light-green yellow light-red red'],
  diabetesRisk: ['20/40/60/80', 'green light-green yellow light-red red'],
  hba1cRisk: ['25/45/55/77.5', 'green light-green yellow light-red red'],
  fastingGlucoseRisk: ['25/45/55/77.5', 'green light-green yellow light-red red'],
  fattyLiverRisk: ['25/45/55/77.5', 'green light-green yellow light-red red'],
  overallMetabolicRisk: ['25/45/55/77.5', 'green light-green yellow light-red red'],
  wellnessScore: ['20/40/60/80', 'red light-red yellow light-green green'],
} as const satisfies Record<keyof typeof SCALES, readonly [string, string]>;

describe.each(Object.entries(SPECIFIED))('%s', (metric, [edges, colours]) => {
  const scale = new Map(scales).get(metric);
  if (scale === undefined) throw new Error(`There is no scale ${metric}.`);
  const colour = colours.split(' ');
  const values = edges.split('/').map(Number);

  test.each(values.map((edge, index) => [edge, index] as const))(
    'values from %d are in the band above edge %d, lower ones in the band before',
    (edge, index) => {
      expect(bandOf(scale, edge).colour).toBe(colour[index + 1]);
      expect(bandOf(scale, edge - 1e-9).colour).toBe(colour[index]);
    },
  );

  test('is open at both ends', () => {
    expect(bandOf(scale, -1e9).colour).toBe(colour[0]);
    expect(bandOf(scale, 1e9).colour).toBe(colour.at(-1));
    expect(scale.edges).toEqual(values);
  });
});

test('the edges of heart attack and stroke risk are a third and two thirds of the cardiovascular ones', () => {
  for (const [at, edge] of SCALES.cardiovascularRisk.edges.entries()) {
    expect(SCALES.heartAttackRisk.edges[at]).toBeCloseTo(edge * 0.33, 2);
    expect(SCALES.strokeRisk.edges[at]).toBeCloseTo(edge * 0.66, 2);
  }
});
