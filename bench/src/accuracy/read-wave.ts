// SPDX-License-Identifier: Apache-2.0
import { readWaveform, type WaveformReading } from '@perfuse/vitals';
import { matchIntervals } from './beat-match.ts';
import { secondsOf } from './recordings/cut.ts';
import type { Truth } from './recordings/truth.ts';
import type { Wave } from './recordings/waves.ts';
import { noFigures, type Reading, type RecordingFigures } from './report.ts';
import { mean, sampleDeviation } from './statistics.ts';

const WINDOW_S = 30;
/** With fewer intervals, a window of the strap is not meaningful. */
const MIN_INTERVALS = 10;

/** Heart rate and variability from a strap's intervals (ms). */
export function truthOfIntervals(intervals: readonly number[]): Truth {
  const steps = intervals.slice(1).map((one, k) => (one - (intervals[k] ?? one)) ** 2);
  return {
    hr: 60_000 / mean(intervals),
    rr: null,
    sdnn: sampleDeviation(intervals),
    rmssd: Math.sqrt(mean(steps)),
  };
}

const finite = (value: number | null): number | null =>
  value !== null && Number.isFinite(value) ? value : null;

/** One pulse wave read by the engine's beats and breathing. */
export function readWave({ timeMs, values }: Wave, truth: Truth): RecordingFigures {
  return resultOf(readWaveform(timeMs, values), timeMs, truth);
}

function resultOf(read: WaveformReading, timeMs: Float64Array, truth: Truth): RecordingFigures {
  const { heartRate, rhythm, sdnnMs, rmssdMs, breathing, snrDb } = read;
  const reading = (known: number | null, value: number | null, deviation?: number): Reading => ({
    truth: known,
    value: finite(value),
    deviation: finite(value) === null ? null : finite(deviation ?? null),
    snr: snrDb,
  });
  const hr = reading(truth.hr, heartRate);
  return {
    ...noFigures,
    seconds: secondsOf(timeMs),
    snr: snrDb,
    reason: hr.value === null ? (rhythm.fault ?? 'low-signal') : null,
    hr,
    rr: reading(truth.rr, breathing.rate, breathing.uncertainty),
    sdnn: reading(truth.sdnn, sdnnMs),
    rmssd: reading(truth.rmssd, rmssdMs),
  };
}

/** A pulse wave compared with the intervals of a sensor on the body: beat by beat, and in windows of 30 s. */
export function readBesideIntervals(wave: Wave, intervals: readonly number[]): RecordingFigures {
  const read = readWaveform(wave.timeMs, wave.values);
  const { beats, intervals: found } = read.rhythm;
  const beatsMs = beats.timesS.map((s) => 1000 * s);
  const match = matchIntervals(beatsMs, found.accepted, intervals);
  return {
    ...resultOf(read, wave.timeMs, truthOfIntervals(intervals)),
    intervalErrorMs: finite(match.intervalErrorMs),
    windowErrors: windowErrors(wave, intervals, match.shiftMs),
  };
}

/** Compares each whole window of 30 s with the sensor's intervals within it. */
function windowErrors(
  { timeMs, values }: Wave,
  intervals: readonly number[],
  shiftMs: number,
): number[] {
  const ends = intervals.reduce<number[]>((times, rr) => [...times, (times.at(-1) ?? 0) + rr], []);
  const originMs = timeMs[0] ?? 0;
  const span = (timeMs.at(-1) ?? 0) - originMs;
  const errors: number[] = [];
  for (let from = 0; from + WINDOW_S * 1000 <= span; from += WINDOW_S * 1000) {
    const to = from + WINDOW_S * 1000;
    const isInside = (ms: number): boolean => ms - originMs >= from && ms - originMs < to;
    const known = intervals.filter((rr, k) => {
      const end = (ends[k] ?? 0) - shiftMs;
      return end - rr >= from && end <= to;
    });
    if (known.length < MIN_INTERVALS) continue;
    const picked = values.filter((_, i) => isInside(timeMs[i] ?? 0));
    const { heartRate } = readWaveform(timeMs.filter(isInside), picked);
    if (Number.isFinite(heartRate)) errors.push(heartRate - 60_000 / mean(known));
  }
  return errors;
}
