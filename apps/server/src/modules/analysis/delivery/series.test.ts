// SPDX-License-Identifier: Apache-2.0
import type { ChannelData } from '@perfuse/contract/results/message';
import type { Evidence } from '@perfuse/contract/results/evidence';
import { encodeEvidence, EVIDENCE_CODES } from '@perfuse/contract/results/evidence-codec';
import { describe, expect, it } from 'vitest';
import { seriesOf } from './series.ts';

const evidence: Evidence = {
  withheld: 'poor-signal',
  wave: { rateHz: 30, samples: [0, 0.5] },
  beatsMs: [],
  intervals: [],
  spectrum: {
    fromHz: 0.5,
    stepHz: 0.01,
    power: [1],
    peakHz: 1.2,
    lineHz: 0.12,
    harmonicHz: 0.18,
  },
  methods: [{ id: 'pos', rate: 72.5, snrDb: 4.2, weight: 0.8 }],
};

const oneValue = (value: number, ...Notes: string[]) => ({
  Channel: 'c',
  Data: [value],
  Multiplier: 1,
  Notes,
});

describe('the series of a measurement', () => {
  it.each([[[]], [[700]]])('keeps evidence with the beats %j unchanged', (Data) => {
    const beats = { [EVIDENCE_CODES.beats]: { Channel: 'beats', Data } };
    const channels = { ...encodeEvidence(evidence), ...beats };
    const live = { channels: { HR_BPM: oneValue(70) } };
    expect(seriesOf([live, { channels }])).toEqual(channels);
  });

  it('holds only found values, the final one last', () => {
    const results: Record<string, ChannelData>[] = [
      { HR_BPM: oneValue(-1, 'kind=missing', 'reason=too-short') },
      { HR_BPM: oneValue(70), SNR: oneValue(-100, 'kind=measured', 'reason=poor-signal') },
      { HR_BPM: oneValue(66), SNR: oneValue(2) },
      {
        HR_BPM: { ...oneValue(680), Multiplier: 10 },
        SNR: oneValue(4),
        BP_SYSTOLIC: oneValue(120),
      },
    ];
    expect(seriesOf(results.map((channels) => ({ channels })))).toEqual({
      HR_BPM: { Channel: 'c', Data: [700, 660, 680], Multiplier: 10, Notes: ['series=chunk'] },
      SNR: { ...oneValue(0, 'series=chunk'), Data: [2, 4] },
      BP_SYSTOLIC: oneValue(120),
    });
  });

  it('is missing if the final value is missing', () => {
    const missing = { HR_BPM: oneValue(-1, 'kind=missing', 'reason=poor-signal') };
    const found = { HR_BPM: oneValue(70) };
    const results = [found, found, missing].map((channels) => ({ channels }));
    expect(seriesOf(results)).toEqual(missing);
  });
});
