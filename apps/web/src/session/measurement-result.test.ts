// SPDX-License-Identifier: Apache-2.0
import { describe, expect, test } from 'vitest';
import { resultsAfter, type MeasurementOutcome } from './measurement-result.ts';

const outcome = (name: string, more: Partial<MeasurementOutcome> = {}): MeasurementOutcome => ({
  measurementId: name,
  status: 'measured',
  snr: 5,
  stars: 4,
  frames: { seen: 900, dropped: 0, rate: 30 },
  channels: {},
  finishedAt: 0,
  ...more,
});
const own = outcome('own');
const sample = outcome('sample', { isSample: true, fromRecording: true });
const weak = outcome('weak', { status: 'refused', snr: -1 });

describe('what the results screen shows', () => {
  test.each([
    ['the newest good one alone', [own], outcome('next'), ['next']],
    ['one without a signal, and the last good one behind it', [own], weak, ['weak', 'own']],
    ['nothing of an attempt that broke off', [own], outcome('x', { status: 'failed' }), ['own']],
    ['the sample, and the own one behind it', [own], sample, ['sample', 'own']],
    ['the sample once', [sample, own], sample, ['sample', 'own']],
    ['the own one alone after the sample', [sample, own], outcome('next'), ['next']],
    ['never the sample behind one without a signal', [sample], weak, ['weak']],
  ] as const)('is %s', (_, before, after, names) => {
    expect(resultsAfter(before, after).map(({ measurementId }) => measurementId)).toEqual(names);
  });
});
