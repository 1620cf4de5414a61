// SPDX-License-Identifier: Apache-2.0
import { expect, test } from 'vitest';
import { bandIndex } from './bands.ts';
import { formatEdge, formatPercent, formatUncertainty, formatValue } from './metric-format.ts';
import { METRICS, type Metric } from './metrics.ts';

test.each([
  ['heartRate', 66.5, '67', 'bpm'],
  ['irregularBeats', 2, '2', 'beats'],
  ['breathing', 14.49, '14', 'breaths'],
  ['systolic', 121.5, '122', 'mmHg'],
  ['diastolic', 79.4, '79', 'mmHg'],
  ['heartRateVariability', 41.84, '41.8', 'ms'],
  ['cardiacWorkload', 3.9, '3.90', 'none'],
  ['stressIndex', 2.25, '2.3', 'none'],
  ['bodyMassIndex', 25.88, '26', 'bmi'],
  ['skinAge', 43.6, '44', 'years'],
  ['waistToHeight', 53.36, '53.4', 'percent'],
  ['bodyShapeIndex', 8.053, '8.1', 'none'],
  ['cardiovascularRisk', 4.2, '4', 'percent'],
  ['heartAttackRisk', 1.4, '1', 'percent'],
  ['strokeRisk', 2.5, '3', 'percent'],
  ['overallMetabolicRisk', 30.2, '30', 'percent'],
  ['fattyLiverRisk', 0.2, '0.2', 'percent'],
  ['fattyLiverRisk', 0, '0', 'percent'],
  ['hypertensionRisk', 77.5, '78', 'percent'],
  ['triglyceridesRisk', 12, '12', 'percent'],
  ['cholesterolRisk', 99.6, '100', 'percent'],
  ['diabetesRisk', 2.055, '2', 'percent'],
  ['hba1cRisk', 44.2, '44', 'percent'],
  ['fastingGlucoseRisk', 55, '55', 'percent'],
  ['wellnessScore', 71.4, '71', 'none'],
] as const)('%s of %d is written %s in %s', (id, value, text, unit) => {
  expect(formatValue(METRICS[id], value, 'en')).toBe(text);
  expect(METRICS[id].unit).toBe(unit);
});

test.each([
  ['bodyMassIndex', 24.96, '24.96'],
  ['bodyMassIndex', 24.6, '24.6'],
  ['bodyMassIndex', 24.4, '24'],
  ['bodyMassIndex', 25, '25'],
  ['bodyMassIndex', 18.6, '19'],
  ['heartRate', 59.7, '59.7'],
  ['heartRate', 99.51, '99.5'],
  ['heartRate', 99.99, '99.99'],
  ['cardiovascularRisk', 4.6, '4.6'],
  ['heartAttackRisk', 1.6, '1.6'],
  ['heartAttackRisk', 1.7, '2'],
  ['stressIndex', 1.96, '1.96'],
  ['cardiacWorkload', 3.8964, '3.896'],
  ['hba1cRisk', 44.9, '44.9'],
] as const)(
  'where rounding would cross an edge, %s of %d shows more decimals: %s',
  (id, value, text) => {
    expect(formatValue(METRICS[id], value, 'en')).toBe(text);
  },
);

test('a formatted value lies in the same band as the value itself, for every metric', () => {
  for (const [id, metric] of Object.entries<Metric>(METRICS)) {
    const { scale } = metric;
    if (scale === undefined) continue;
    for (const edge of scale.edges) {
      for (let step = -20_000; step <= 20_000; step += 499) {
        const value = Math.round(10_000 * edge + step) / 10_000;
        const written = Number(formatValue(metric, value, 'en').replaceAll(',', ''));
        expect(bandIndex(scale, written), `${id} ${String(value)}`).toBe(bandIndex(scale, value));
      }
    }
  }
});

test.each(Object.entries<Metric>(METRICS))(
  'a missing %s is written as a question mark',
  (_, metric) => {
    expect(formatValue(metric, null, 'en')).toBe('?');
  },
);

test.each([
  ['strokeRisk', 2.5, 'en', '3%'],
  ['strokeRisk', 0, 'en', '0%'],
  ['waistToHeight', 53.36, 'en', '53.4%'],
  ['strokeRisk', 12, 'de', '12\u00a0%'],
] as const)('%s of %d per cent is written in %s as %s', (id, value, language, text) => {
  expect(formatPercent(value, METRICS[id].decimals, language)).toBe(text);
});

test('numbers follow the conventions of the language', () => {
  expect(formatValue(METRICS.cardiacWorkload, 3.876, 'de')).toBe('3,88');
});

test.each([
  ['heartRate', 1.44, '1.4'],
  ['systolic', 14.2, '14'],
  ['systolic', 9.96, '10.0'],
  ['cardiacWorkload', 0.052, '0.05'],
  ['strokeRisk', 3.25, '3.3'],
  ['strokeRisk', 0.04, '0.04'],
  ['cardiacWorkload', 0.0042, '0.004'],
  ['strokeRisk', 1e-7, '0.0001'],
  ['strokeRisk', 0, '0.0'],
] as const)('an uncertainty of %s by %d is written %s', (id, amount, text) => {
  expect(formatUncertainty(METRICS[id], amount, 'en')).toBe(text);
});

test.each([
  [60, '60'],
  [7.25, '7.25'],
  [10.8, '10.8'],
])('the edge %d is written %s', (edge, text) => {
  expect(formatEdge(edge, 'en')).toBe(text);
});
