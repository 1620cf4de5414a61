// SPDX-License-Identifier: Apache-2.0
import type { Evidence } from '@perfuse/contract/results/evidence';
import { expect, test } from 'vitest';
import { evidenceOf } from '../export/outcomes.test-support.ts';
import { spectrumSeries, spread, tachogram, waveSeries } from './series.ts';

const EVIDENCE: Evidence = {
  ...evidenceOf(),
  wave: { rateHz: 10, samples: [0, 1, null, 3, 4] },
  beatsMs: [50, 150, 350],
  intervals: ['counted', 'left-out'],
};

test('the wave is drawn over seconds, with gaps where samples are missing, and each beat on it', () => {
  expect(waveSeries(EVIDENCE)).toEqual({
    time: [0, 0.1, 0.2, 0.3, 0.4],
    wave: [0, 1, null, 3, 4],
    beats: [
      { time: 0.05, height: 0.5 },
      { time: 0.15, height: null },
      { time: 0.35, height: 3.5 },
    ],
  });
});

test('the spectrum is drawn over beats per minute, with the heart rate and its signal bands', () => {
  const spectrum = {
    fromHz: 1,
    stepHz: 0.5,
    power: [0.1, 1, 0.2, 0.3, 0.1],
    peakHz: 1.5,
    lineHz: 0.1,
    harmonicHz: 0.2,
  };
  const evidence = { ...EVIDENCE, spectrum };
  const { rate, peak, bands } = spectrumSeries(evidence, null);
  expect(rate).toEqual([60, 90, 120, 150, 180]);
  expect(peak).toBe(90);
  expect(spectrumSeries(evidence, 91.6)).toEqual({
    rate,
    power: spectrum.power,
    peak: 91.6,
    bands,
  });
  expect(bands.map((band) => band.map(Math.round))).toEqual([
    [84, 96],
    [168, 180],
  ]);
});

test('a harmonic beyond the spectrum has no band', () => {
  const spectrum = { ...EVIDENCE.spectrum, fromHz: 1, stepHz: 0.5, power: [1, 1, 1], peakHz: 1.9 };
  expect(spectrumSeries({ ...EVIDENCE, spectrum }, null).bands).toHaveLength(1);
});

test('the tachogram has an interval between consecutive beats, and the mean of the counted ones', () => {
  const beats = {
    beatsMs: [0, 800, 1800, 2400],
    intervals: ['counted', 'counted', 'irregular'] as const,
  };
  const { intervals, mean } = tachogram({ ...EVIDENCE, ...beats, intervals: [...beats.intervals] });
  expect(intervals.map(({ time, ms, use }) => [time, ms, use])).toEqual([
    [0.8, 800, 'counted'],
    [1.8, 1000, 'counted'],
    [2.4, 600, 'irregular'],
  ]);
  expect(mean).toBe(900);
  expect(tachogram({ ...EVIDENCE, beatsMs: [], intervals: [] })).toEqual({
    intervals: [],
    mean: null,
  });
});

test.each([
  [[1, 3], 0.5, [0, 4]],
  [[], 0.1, [0, 1]],
])('an axis over %j has a margin', (values, room, ends) => {
  expect(spread(values, room)).toEqual(ends);
});
