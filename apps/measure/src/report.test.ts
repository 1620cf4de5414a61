// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { diagnosticsSchema, type ReportedOutcome } from '@perfuse/contract/results/outcome';
import { MeasureFailure } from './failure.ts';
import { printable, reportFailure, reportOf } from './report.ts';

const OUTCOME: ReportedOutcome = {
  measurementId: 'abc',
  status: 'measured',
  snr: 8.25,
  stars: 4,
  frames: { seen: 899, dropped: 1, rate: 29.97 },
  channels: {
    HR_BPM: {
      value: 71.234567,
      unit: 'bpm',
      kind: 'measured',
      source: 'pos',
      quality: 0.9,
      uncertainty: 1.25,
    },
    AGE: { value: null, unit: 'years', kind: 'missing', source: '', reason: 'no-method' },
  },
};

describe('The report', () => {
  it('has every field of every channel, null where a value is unknown', () => {
    const report = reportOf(OUTCOME, 41_234.6);
    expect(report).toMatchObject({ status: 'measured', snr: 8.25, stars: 4, elapsedMs: 41_235 });
    expect(report.channels['AGE']).toEqual({
      value: null,
      unit: 'years',
      kind: 'missing',
      source: '',
      quality: null,
      uncertainty: null,
      reason: 'no-method',
    });
    expect(report).not.toHaveProperty('error');
  });

  it('prints values with unit, kind and uncertainty, and ? for missing ones', () => {
    const text = printable(reportOf(OUTCOME, 1000));
    expect(text).toMatch(/heart rate +71\.23 +± 1\.25 +bpm +measured +quality 0\.90/);
    expect(text).toMatch(/facial skin age +\? +years +missing +no-method/);
    expect(text).toMatch(/signal 8\.25 dB, 4 of 5 stars/);
    expect(text).toMatch(/899 seen, 1 dropped, 30\.0 a second/);
  });

  it('labels a refused measurement as refused', () => {
    const refused = reportOf({ ...OUTCOME, status: 'refused', error: 'LOW_SNR', snr: null }, 0);
    expect(printable(refused)).toMatch(/^Refused: .*LOW_SNR/);
  });

  it('reports a failure with its code and message', () => {
    const report = reportFailure(new MeasureFailure('VIDEO_TOO_SHORT', 'It lasts 3 s.'), 12.4);
    expect(report).toMatchObject({
      status: 'failed',
      error: 'VIDEO_TOO_SHORT',
      message: 'It lasts 3 s.',
      measurementId: null,
      channels: {},
      elapsedMs: 12,
    });
    expect(printable(report)).toMatch(/^Failed\. VIDEO_TOO_SHORT: It lasts 3 s\.\n/);
  });
});

describe('The diagnostics of the app', () => {
  const parse = (lastMeasurement: unknown): boolean =>
    diagnosticsSchema.safeParse({ edition: 'consumer', version: '1', lastMeasurement }).success;

  it('are accepted without a measurement, and with a finished or a failed one', () => {
    expect(parse(null)).toBe(true);
    expect(parse(OUTCOME)).toBe(true);
    expect(parse({ ...OUTCOME, measurementId: null, status: 'failed', error: 'X' })).toBe(true);
  });

  it('are rejected when they do not match the schema', () => {
    expect(parse(undefined)).toBe(false);
    expect(parse({ ...OUTCOME, status: 'fine' })).toBe(false);
    expect(parse({ ...OUTCOME, frames: { seen: 1 } })).toBe(false);
    expect(diagnosticsSchema.safeParse(null).success).toBe(false);
  });
});
