// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { measurementOutcomeSchema } from '../../../session/measurement-result.ts';
import { outcomeOf } from './outcome.ts';

const FRAMES = { seen: 897, dropped: 2, spanMs: 29_900 };
const reading = (snr: number) => ({
  index: 5,
  snr,
  stars: 3,
  bpm: 71.2,
  channels: {
    HR_BPM: { value: 71.2, kind: 'measured', source: 'pos', quality: 0.9, uncertainty: 0.4 },
    IHB_COUNT: { value: null, kind: 'missing', source: '', reason: 'too-few-beats' },
  } as const,
});
const ended = (snr: number) => ({
  failure: null,
  measurementId: 'm-1',
  reading: reading(snr),
  frames: FRAMES,
});

describe('the outcome of a measurement', () => {
  it('contains every channel with its unit, kind and uncertainty', () => {
    const outcome = outcomeOf(ended(6.5), 1000);
    expect(measurementOutcomeSchema.parse(outcome)).toEqual({
      measurementId: 'm-1',
      status: 'measured',
      snr: 6.5,
      stars: 3,
      frames: { seen: 897, dropped: 2, rate: 30 },
      channels: {
        HR_BPM: {
          value: 71.2,
          unit: 'bpm',
          kind: 'measured',
          source: 'pos',
          quality: 0.9,
          uncertainty: 0.4,
        },
        IHB_COUNT: {
          value: null,
          unit: 'beats',
          kind: 'missing',
          source: '',
          reason: 'too-few-beats',
        },
      },
      finishedAt: 1000,
    });
  });

  it.each([-3, -100])('is refused with %d dB and gets no stars', (snr) => {
    expect(outcomeOf(ended(snr), 0)).toMatchObject({
      status: 'refused',
      error: 'SNR_QUALITY',
      stars: 0,
    });
  });

  it('is refused when the signal rule cancelled it', () => {
    const outcome = outcomeOf({ ...ended(-100), failure: 'SNR_QUALITY' }, 0);
    expect(outcome).toMatchObject({ status: 'refused', error: 'SNR_QUALITY', snr: -100 });
  });

  it('contains the evidence when the service sent it, even when refused', () => {
    const evidence = {
      withheld: 'low-signal',
      wave: { rateHz: 30, samples: [0, null] },
      beatsMs: [],
      intervals: [],
      spectrum: {
        ...{ fromHz: 0.65, stepHz: 0.015, power: [1] },
        ...{ peakHz: 0.7, lineHz: 0.12, harmonicHz: 0.18 },
      },
      methods: [],
    };
    const withIt = { ...ended(-100), reading: { ...reading(-100), evidence } };
    const outcome = outcomeOf({ ...withIt, failure: 'SNR_QUALITY' }, 0);
    expect(measurementOutcomeSchema.parse(outcome).evidence).toEqual(evidence);
    expect(outcomeOf({ ...withIt, failure: 'NETWORK_ERROR' }, 0)).not.toHaveProperty('evidence');
  });

  it('contains no values of an interrupted measurement', () => {
    const outcome = outcomeOf({ ...ended(8), failure: 'NETWORK_ERROR' }, 0);
    expect(outcome).toMatchObject({ status: 'failed', error: 'NETWORK_ERROR', stars: 0 });
    expect(outcome.channels).toEqual({});
  });

  it('is valid even without any result', () => {
    const nothing = {
      failure: 'CAMERA_DENIED',
      measurementId: null,
      reading: null,
      frames: FRAMES,
    } as const;
    expect(measurementOutcomeSchema.safeParse(outcomeOf(nothing, 0)).success).toBe(true);
  });
});
