// SPDX-License-Identifier: Apache-2.0
import { expect, test } from 'vitest';
import { formatEdge, formatPercent, formatUncertainty, formatValue } from './metric-format.ts';
import { METRICS, type Metric } from './metrics.ts';

test.each([
  ['heartRate', 66.5, '67', 'bpm'],
  ['irregularBeats', 2, '2', 'beats'],
  ['breathing', 14.49, '14', 'breaths'],
  ['systolic', 121.5, '122', 'mmHg'],
  ['diastolic', 79.4, '79', 'mmHg'],
  ['heartRateVariability', 41.84, '41.8', 'ms'],
  ['cardiacWorkload', 3.9, '3.90', 'dB'],
  ['stressIndex', 2.25, '2.3', 'none'],
  ['bodyMassIndex', 25.88, '26', 'bmi'],
  ['skinAge', 43.6, '44', 'years'],
  ['waistToHeight', 53.36, '53.4', 'percent'],
  ['bodyShapeIndex', 8.053, '8.1', 'none'],
  ['cardiovascularRisk', 4.6, '5', 'percent'],
  ['heartAttackRisk', 1.4, '1', 'percent'],
  ['strokeRisk', 2.5, '3', 'percent'],
  ['overallMetabolicRisk', 30.2, '30', 'percent'],
  ['fattyLiverRisk', 0.2, '0', 'percent'],
  ['hypertensionRisk', 77.5, '78', 'percent'],
  ['triglyceridesRisk', 12, '12', 'percent'],
  ['cholesterolRisk', 99.6, '100', 'percent'],
  ['diabetesRisk', 2.055, '2', 'percent'],
  ['hba1cRisk', 44.9, '45', 'percent'],
  ['fastingGlucoseRisk', 55, '55', 'percent'],
  ['wellnessScore', 71.4, '71', 'none'],
] as const)('%s of %d is written %s in %s', (id, value, text, unit) => {
  expect(formatValue(METRICS[id], value, 'en')).toBe(text);
  expect(METRICS[id].unit).toBe(unit);
});

test.each(Object.entries<Metric>(METRICS))('a missing %s is a question mark', (_, metric) => {
  expect(formatValue(metric, null, 'en')).toBe('?');
});

test.each([
  ['strokeRisk', 2.5, 'en', '3%'],
  ['strokeRisk', 0, 'en', '0%'],
  ['waistToHeight', 53.36, 'en', '53.4%'],
  ['strokeRisk', 12, 'de', '12\u00a0%'],
] as const)('%s of %d per cent is written in %s as %s', (id, value, language, text) => {
  expect(formatPercent(value, METRICS[id].decimals, language)).toBe(text);
});

test('numbers are written in the way of the language', () => {
  expect(formatValue(METRICS.cardiacWorkload, 3.876, 'de')).toBe('3,88');
});

test.each([
  ['heartRate', 1.44, '1.4'],
  ['systolic', 14.2, '14'],
  ['systolic', 9.96, '10.0'],
  ['cardiacWorkload', 0.052, '0.05'],
  ['strokeRisk', 3.25, '3.3'],
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
