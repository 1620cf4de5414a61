// SPDX-License-Identifier: Apache-2.0
import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

/** The metrics of a build with this setting. */
async function metricsOf(setting: 'corrected' | 'literal') {
  vi.resetModules();
  vi.stubGlobal('__PERFUSE_QUIRKS__', setting);
  return (await import('./metrics.ts')).METRICS;
}

test('the literal setting rounds as specified, even across an edge', async () => {
  const { bodyMassIndex } = await metricsOf('literal');
  const { formatValue } = await import('./metric-format.ts');
  expect(formatValue(bodyMassIndex, 24.96, 'en')).toBe('25');
});

test('the literal setting rates a value that is only expected for the profile', async () => {
  await metricsOf('literal');
  const { hasBand } = await import('./origin.ts');
  const value = { kind: 'estimated', source: 'own_nhanes_expected_bp_v1' } as const;
  expect(hasBand('BP_SYSTOLIC', value)).toBe(true);
});

test('by default each risk shows its own channel and ratios are percentages', async () => {
  const metrics = await metricsOf('corrected');
  expect(metrics.diabetesRisk.channel).toBe('DBT_RISK_PROB');
  expect(metrics.waistToHeight.unit).toBe('percent');
});

test('the literal setting restores every row to the letter of the specification', async () => {
  const metrics = await metricsOf('literal');
  expect(metrics.triglyceridesRisk.channel).toBe('DBT_RISK_PROB');
  expect(metrics.cholesterolRisk.channel).toBe('TG_RISK_PROB');
  expect(metrics.diabetesRisk.channel).toBe('HDLTC_RISK_PROB');
  expect(metrics.waistToHeight.unit).toBe('cm2');
  expect(metrics.cardiacWorkload.unit).toBe('dB');
});
