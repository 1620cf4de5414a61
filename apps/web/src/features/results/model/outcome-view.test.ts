// SPDX-License-Identifier: Apache-2.0
import { CHANNEL_CODES } from '@perfuse/contract/results/channels';
import { describe, expect, test } from 'vitest';
import type { ChannelOutcome, MeasurementOutcome } from '../../../session/measurement-result.ts';
import { METRICS, SECTION_IDS, SECTIONS } from '../../../metrics/metrics.ts';
import { isRestored, shownSnr, viewOutcome } from './outcome-view.ts';

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

const view = (change: Partial<MeasurementOutcome>) => viewOutcome(outcome(change), SECTION_IDS);

const valuesOf = (channels: MeasurementOutcome['channels']) => {
  const shown = view({ channels });
  if (shown.kind !== 'values') throw new Error(`Values were expected, not ${shown.kind}.`);
  return new Map(
    shown.sections.flatMap(({ metrics }) => metrics).map(({ id, channel }) => [id, channel]),
  );
};

describe('sections', () => {
  test('are the requested ones, in their order', () => {
    const shown = viewOutcome(outcome({}), ['mental', 'overall']);
    expect(shown.kind === 'values' && shown.sections.map(({ id }) => id)).toEqual([
      'mental',
      'overall',
    ]);
  });

  test('show every metric, whether it was sent or not', () => {
    const shown = valuesOf({ HR_BPM: value(66), IHB_COUNT: missing });
    expect([...shown.keys()]).toEqual(Object.values(SECTIONS).flat());
    expect(shown.get('heartRate')?.value).toBe(66);
    expect(shown.get('irregularBeats')).toEqual(missing);
    expect(shown.get('stressIndex')).toMatchObject({ value: null, kind: 'missing' });
  });

  test('leave out a metric that has no method, which is listed as unavailable', () => {
    const shown = view({ channels: { AGE: { ...missing, reason: 'no-method' }, ABSI: missing } });
    if (shown.kind !== 'values') throw new Error('Values were expected.');
    const body = shown.sections.find(({ id }) => id === 'physical');
    expect(body?.metrics.map(({ id }) => id)).toEqual([
      'bodyMassIndex',
      'waistToHeight',
      'bodyShapeIndex',
    ]);
    expect(shown.unavailable.map(({ id }) => id)).toEqual(['skinAge']);
  });

  test('show the skin age of a service that has one', () => {
    expect(valuesOf({ AGE: value(41) }).get('skinAge')?.value).toBe(41);
  });

  test('leave out channels that the app does not know', () => {
    expect(valuesOf({ NEW_CHANNEL: value(1) }).size).toBe(Object.keys(METRICS).length);
  });

  test('contain every metric once, and every channel except the SNR', () => {
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
  expect(view({ channels, ...change })).toEqual({ kind: 'no-signal', sections: SECTION_IDS });
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

test('results from before the page was loaded count as restored', () => {
  expect(isRestored(outcome({ finishedAt: 1000 }), 2000)).toBe(true);
  expect(isRestored(outcome({ finishedAt: 2000 }), 1000)).toBe(false);
});
