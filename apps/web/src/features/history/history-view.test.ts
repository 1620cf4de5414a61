// SPDX-License-Identifier: Apache-2.0
import type { HistoryItem } from '@perfuse/contract/account/history';
import { encodeChannels } from '@perfuse/contract/results/message';
import { SNR_CODES } from '@perfuse/contract/results/signal';
import type { ChannelValues } from '@perfuse/contract/results/channels';
import { expect, test } from 'vitest';
import { metricsWithValues, pastMeasurement, trendOf } from './history-view.ts';

const item = (ID: string, Completed: number, channels: ChannelValues): HistoryItem => ({
  ID,
  StudyID: 's',
  Created: Completed - 30_000,
  Completed,
  Multiplier: 10_000,
  Channels: encodeChannels({ SNR: measured(6.2), ...channels }),
});
const measured = (value: number, uncertainty?: number) => ({
  value,
  kind: 'measured' as const,
  source: 'pos',
  uncertainty,
});
const missing = { value: null, kind: 'missing' as const, source: '', reason: 'low-signal' };

const PAST = [
  item('c', 3000, { HR_BPM: measured(71, 1.5), BR_BPM: missing }),
  item('b', 2000, { HR_BPM: missing, BR_BPM: missing }),
  item('a', 1000, { HR_BPM: measured(64) }),
].map(pastMeasurement);

test('a trend contains the available values, oldest first, each with its uncertainty', () => {
  expect(trendOf(PAST, 'heartRate')).toEqual([
    { at: 1000, value: 64, decimals: 0, uncertainty: null, origin: 'measured' },
    { at: 3000, value: 71, decimals: 0, uncertainty: 1.5, origin: 'measured' },
  ]);
});

test('a value beside the edge of a band is written as on the results: an expected one has no band', () => {
  const pressure = {
    value: 119.7,
    kind: 'estimated' as const,
    source: 'own_nhanes_expected_bp_v1',
  };
  const past = [item('p', 1000, { HR_BPM: measured(59.7), BP_SYSTOLIC: pressure })].map(
    pastMeasurement,
  );
  expect(trendOf(past, 'systolic').map(({ decimals }) => decimals)).toEqual([0]);
  expect(trendOf(past, 'heartRate').map(({ decimals }) => decimals)).toEqual([1]);
});

const { noSignal, notAlive, replayed } = SNR_CODES;
test.each([noSignal, notAlive, replayed, -2])(
  'a measurement with SNR %d shows no value, not even one from the profile',
  (snr) => {
    const profile = { value: 24.1, kind: 'derived' as const, source: 'kg_per_m2' };
    const refused = item('r', 4000, { SNR: measured(snr), HR_BPM: missing, BMI_CALC: profile });
    expect(pastMeasurement(refused)).toEqual({ id: 'r', at: 4000, values: {} });
  },
);

test('a metric that never had a value is not offered', () => {
  expect(metricsWithValues(PAST, ['breathing', 'heartRate'])).toEqual(['heartRate']);
  expect(metricsWithValues(PAST, ['breathing'])).toEqual([]);
  expect(trendOf(PAST, 'breathing')).toEqual([]);
});

test('channels that this version does not know are left out', () => {
  const foreign = { Channel: 'x', Data: [1], Multiplier: 1 };
  const known = item('x', 1, { HR_BPM: measured(70) });
  const past = pastMeasurement({ ...known, Channels: { ...known.Channels, NEW_THING: foreign } });
  expect(Object.keys(past.values)).toEqual(['heartRate']);
});
