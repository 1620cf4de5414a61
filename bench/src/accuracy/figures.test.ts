// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { calibrationOf, withoutDeviation } from './calibration.ts';
import { rateFigures } from './rate-figures.ts';
import { noFigures, type RecordingResult } from './report.ts';
import { usefulnessOf } from './usefulness.ts';

const recording = (change: Partial<RecordingResult> = {}): RecordingResult => ({
  ...noFigures,
  ...{ name: 'one', set: 'trace', group: 'g', seconds: 30, snr: 6 },
  ...change,
});
const given = (value: number | null, deviation: number | null, snr = 6): RecordingResult['hr'] => ({
  ...{ truth: 70, value, deviation, snr },
});

describe('stated deviations', () => {
  it('are compared with the errors of their SNR band, windows included', () => {
    const rate = { startS: 0, plain: { green: null, chrom: null, pos: null } };
    const rows = calibrationOf([
      recording({ hr: given(71, 2) }),
      recording({ hr: given(73, 2, 12) }),
      recording({ hr: given(null, null) }),
      recording({
        set: 'segments',
        rates: [{ ...rate, ...{ truth: 90, value: 98 }, deviation: 2, snr: 7 }],
      }),
      recording({ set: 'waveform', hr: given(99, 1) }),
    ]);
    expect(rows.map(({ band, n }) => [band, n])).toEqual([
      ['all', 3],
      ['5 to 10 dB', 2],
      ['10 dB and more', 1],
    ]);
    const [all] = rows;
    expect(all).toMatchObject({ quantity: 'hr', stated: 2 });
    expect(all?.withinOne).toBeCloseTo(1 / 3, 9);
    expect(all?.withinTwo).toBeCloseTo(2 / 3, 9);
    expect(all?.rmse).toBeCloseTo(Math.sqrt(74 / 3), 9);
  });

  it('are counted as missing where a face has a value without one', () => {
    const some = [
      recording({ hr: given(71, 2), rr: given(12, null) }),
      recording({ set: 'finger' }),
    ];
    expect(withoutDeviation(some)).toBe(1);
  });
});

describe('a counted pulse', () => {
  it('compares the engine, which may refuse, with the plain methods', () => {
    const plain = { green: 95, chrom: 80, pos: null };
    const window = { startS: 0, truth: 90, deviation: null, snr: 0, plain };
    expect(
      rateFigures([
        { ...window, value: null },
        { ...window, value: 92 },
      ]),
    ).toEqual({
      ...{ windows: 2, answered: 1, mae: 2, worst: 2, wrong: 0 },
      plain: {
        green: { answered: 2, mae: 5, worst: 5, wrong: 0 },
        chrom: { answered: 2, mae: 10, worst: 10, wrong: 2 },
        pos: { answered: 0, mae: null, worst: null, wrong: 0 },
      },
    });
    expect(rateFigures([])).toBeNull();
  });
});

describe('what people see', () => {
  it('is counted over all, and over those whose pulse at least one method reads', () => {
    const plain = { skin: { green: 100, chrom: 100, pos: 72 }, box: null };
    expect(
      usefulnessOf([
        recording({ hr: given(70, 1), rr: { ...given(14, 1), truth: 14 }, stress: 2 }),
        recording({ hr: given(null, null), plain }),
        recording({ hr: given(null, null) }),
        recording({ set: 'negative', hr: given(70, 1) }),
      ]),
    ).toEqual([
      { people: 'readable', n: 2, hr: 1, rr: 1, sdnn: 0, stress: 1 },
      { people: 'all', n: 3, hr: 1, rr: 1, sdnn: 0, stress: 1 },
    ]);
  });
});
