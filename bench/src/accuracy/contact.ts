// SPDX-License-Identifier: Apache-2.0
import { readWaveform } from '@perfuse/vitals';
import { matchIntervals } from './beat-match.ts';
import type { FingerRecording, WaveRecording } from './contact-recordings.ts';
import { figures, type ErrorFigures } from './statistics.ts';

/** One finger recording beside its chest strap. */
export interface FingerRow {
  readonly name: string;
  readonly heartRate: Compared;
  readonly sdnn: Compared;
  readonly rmssd: Compared;
  /** Mean absolute error of matched intervals, ms. */
  readonly intervalErrorMs: number;
  readonly acceptedShare: number;
  /** Error of the mean-interval rate in windows of 30 s, per minute. */
  readonly windowErrors: readonly number[];
}

export interface Compared {
  readonly found: number;
  readonly truth: number;
}

export interface FingerSet {
  readonly rows: readonly FingerRow[];
  readonly heartRate: ErrorFigures;
  readonly sdnn: ErrorFigures;
  readonly rmssd: ErrorFigures;
  readonly intervalErrorMs: number;
  readonly windows: ErrorFigures;
}

const WINDOW_S = 30;

export function readFinger({ name, timeMs, wave, strapMs }: FingerRecording): FingerRow {
  const reading = readWaveform(timeMs, wave);
  const { beats, intervals, rate } = reading.rhythm;
  const beatsMs = beats.timesS.map((s) => 1000 * s);
  const match = matchIntervals(beatsMs, intervals.accepted, strapMs);
  return {
    name,
    heartRate: { found: rate, truth: 60_000 / mean(strapMs) },
    sdnn: { found: reading.sdnnMs, truth: deviation(strapMs) },
    rmssd: { found: reading.rmssdMs, truth: successive(strapMs) },
    intervalErrorMs: match.intervalErrorMs,
    acceptedShare: intervals.acceptedShare,
    windowErrors: windowErrors(timeMs, wave, strapMs, match.shiftMs),
  };
}

/** Compares each whole window of 30 s with the strap's intervals that lie in it. */
function windowErrors(
  timeMs: Float64Array,
  wave: Float64Array,
  strapMs: readonly number[],
  shiftMs: number,
): number[] {
  const ends = strapMs.reduce<number[]>((times, rr) => [...times, (times.at(-1) ?? 0) + rr], []);
  const originMs = timeMs[0] ?? 0;
  const errors: number[] = [];
  for (
    let from = 0;
    from + WINDOW_S * 1000 <= (timeMs.at(-1) ?? 0) - originMs;
    from += WINDOW_S * 1000
  ) {
    const to = from + WINDOW_S * 1000;
    const inside = (ms: number): boolean => ms - originMs >= from && ms - originMs < to;
    const strap = strapMs.filter((rr, k) => {
      const end = (ends[k] ?? 0) - shiftMs;
      return end - rr >= from && end <= to;
    });
    if (strap.length < 10) continue;
    const picked = wave.filter((_, i) => inside(timeMs[i] ?? 0));
    const reading = readWaveform(timeMs.filter(inside), picked);
    errors.push(reading.rhythm.rate - 60_000 / mean(strap));
  }
  return errors;
}

export function fingerSet(rows: readonly FingerRow[]): FingerSet {
  const errors = (pick: (row: FingerRow) => Compared): ErrorFigures =>
    figures(rows.map((row) => pick(row).found - pick(row).truth));
  return {
    rows,
    heartRate: errors((row) => row.heartRate),
    sdnn: errors((row) => row.sdnn),
    rmssd: errors((row) => row.rmssd),
    intervalErrorMs: mean(rows.map((row) => row.intervalErrorMs)),
    windows: figures(rows.flatMap((row) => row.windowErrors)),
  };
}

/** One wave another product estimated, read by our beats and breathing beside that product's own figures. */
export interface WaveRow {
  readonly name: string;
  readonly heartRate: Compared;
  readonly sdnn: Compared | null;
  readonly rmssd: Compared | null;
  readonly breathing: { readonly found: number | null; readonly truth: number | null };
}

export function readWave({ name, timeMs, wave, reference }: WaveRecording): WaveRow {
  const reading = readWaveform(timeMs, wave);
  const compared = (found: number, truth: number | null): Compared | null =>
    truth === null ? null : { found, truth };
  return {
    name,
    heartRate: { found: reading.rhythm.rate, truth: reference.heartRate },
    sdnn: compared(reading.sdnnMs, reference.sdnn),
    rmssd: compared(reading.rmssdMs, reference.rmssd),
    breathing: { found: reading.breathing.rate, truth: reference.breathing },
  };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, one) => sum + one, 0) / values.length;
}

function deviation(values: readonly number[]): number {
  const centre = mean(values);
  const sum = values.reduce((acc, one) => acc + (one - centre) ** 2, 0);
  return Math.sqrt(sum / (values.length - 1));
}

function successive(values: readonly number[]): number {
  return Math.sqrt(mean(values.slice(1).map((one, k) => (one - (values[k] ?? one)) ** 2)));
}
