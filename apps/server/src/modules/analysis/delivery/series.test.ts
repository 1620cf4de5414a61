// SPDX-License-Identifier: Apache-2.0
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
  it.each([[[]], [[700]]])('keeps evidence with the beats %j as it is', (Data) => {
    const beats = { [EVIDENCE_CODES.beats]: { Channel: 'beats', Data } };
    const channels = { ...encodeEvidence(evidence), ...beats };
    const live = { position: 0, channels: { HR_BPM: oneValue(70) } };
    expect(seriesOf([live, { position: 1, channels }])).toEqual(channels);
  });
});
