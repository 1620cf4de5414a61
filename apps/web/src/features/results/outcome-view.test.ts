// SPDX-License-Identifier: Apache-2.0
import { CHANNEL_CODES } from '@perfuse/contract/results/channels';
import { describe, expect, test } from 'vitest';
import type { ChannelOutcome, MeasurementOutcome } from '../../app/session/measurement-result.ts';
import { METRICS, SECTIONS } from './metrics.ts';
import { aboutId, shownSnr, viewOutcome } from './outcome-view.ts';

const value = (amount: number): ChannelOutcome => ({
  value: amount,
  unit: 'x',
  kind: 'measured',
  source: 's',
});
const missing: ChannelOutcome = {
  value: null,
  unit: 'x',
  kind: 'missing',
  source: '',
  reason: 'low-signal',
};

const outcome = (change: Partial<MeasurementOutcome>): MeasurementOutcome => ({
  measurementId: 'm1',
  status: 'measured',
  snr: 5,
  stars: 3,
  frames: { seen: 900, dropped: 0, rate: 30 },
  channels: {},
  finishedAt: 0,
  ...change,
});

const sectionsOf = (channels: MeasurementOutcome['channels']) => {
  const view = viewOutcome(outcome({ channels }));
  return view.kind === 'values'
    ? view.sections.map(({ id, metrics }) => [id, metrics.map((metric) => metric.id)])
    : view.kind;
};

describe('sections', () => {
  test('show what the analysis sent, in the order of the specification', () => {
    expect(sectionsOf({ MSI: value(2), BR_BPM: value(14), HR_BPM: value(66) })).toEqual([
      ['vitals-breathing', ['heartRate', 'breathing']],
      ['mental', ['stressIndex']],
    ]);
  });

  test('show a missing value with its reason beside values', () => {
    expect(sectionsOf({ HR_BPM: value(66), IHB_COUNT: missing })).toEqual([
      ['vitals-breathing', ['heartRate', 'irregularBeats']],
    ]);
  });

  test('without any value do not show', () => {
    expect(sectionsOf({ HR_BPM: value(66), HRV_SDNN: missing })).toEqual([
      ['vitals-breathing', ['heartRate']],
    ]);
  });

  test('leave out channels that the app does not know', () => {
    expect(sectionsOf({ HR_BPM: value(66), NEW_CHANNEL: value(1) })).toEqual([
      ['vitals-breathing', ['heartRate']],
    ]);
  });

  test('hold every metric once, and every channel but the SNR', () => {
    const listed = Object.values(SECTIONS).flat();
    expect(new Set(listed).size).toBe(listed.length);
    expect([...listed].sort()).toEqual(Object.keys(METRICS).sort());
    const channels = Object.values(METRICS).map((metric) => metric.channel);
    expect([...channels, 'SNR'].sort()).toEqual([...CHANNEL_CODES].sort());
  });
});

test('each risk shows its own channel', () => {
  expect(METRICS.triglyceridesRisk.channel).toBe('TG_RISK_PROB');
  expect(METRICS.cholesterolRisk.channel).toBe('HDLTC_RISK_PROB');
  expect(METRICS.diabetesRisk.channel).toBe('DBT_RISK_PROB');
});

test.each([
  ['a refused measurement', { status: 'refused' }],
  ['a negative SNR', { snr: -0.1 }],
  ['an SNR code', { snr: -90 }],
  ['no SNR', { snr: null }],
] as const)('%s shows no result, whatever else was sent', (_, change) => {
  const channels = { HR_BPM: value(66) };
  expect(viewOutcome(outcome({ channels, ...change })).kind).toBe('no-signal');
});

test('a failed measurement shows its error', () => {
  expect(viewOutcome(outcome({ status: 'failed', error: 'NETWORK_ERROR' }))).toEqual({
    kind: 'failed',
    error: 'NETWORK_ERROR',
  });
  expect(viewOutcome(outcome({ status: 'failed' }))).toMatchObject({ error: 'UNKNOWN_ERROR' });
});

test.each([
  [-3, -100],
  [null, -100],
  [0, 0],
  [7.4499, 7.4],
  [12.05, 12.1],
])('an SNR of %s is shown as %s', (snr, shown) => {
  expect(shownSnr(snr)).toBe(shown);
});

test.each([
  ['heartRate', 59.9, 'heartRateSlow'],
  ['heartRate', 60, 'heartRate'],
  ['heartRate', 120, 'heartRate'],
  ['heartRate', 120.1, 'heartRateFast'],
  ['heartRate', null, 'heartRate'],
  ['stressIndex', 1.4, 'stress1'],
  ['stressIndex', 2.5, 'stress3'],
  ['stressIndex', 5.9, 'stress5'],
  ['stressIndex', null, 'stressNone'],
  ['breathing', 14, 'breathing'],
] as const)('%s of %s is explained by %s', (id, amount, about) => {
  expect(aboutId(id, amount)).toBe(about);
});
