// SPDX-License-Identifier: Apache-2.0
/** Recordings that already are a pulse wave or beats, not a face. */
import { z } from '@perfuse/contract/schema';

/** A pulse wave; upwards means more blood. */
export interface Wave {
  readonly timeMs: Float64Array;
  readonly values: Float64Array;
}

/**
 * A finger on a camera: columns time (ms), R, G, B. Red falls as blood fills the finger, so it is inverted; a frame
 * that is not later than the previous one is left out.
 */
export function fingerWave(csv: string): Wave {
  const times: number[] = [];
  const levels: number[] = [];
  for (const line of csv.trim().split('\n').slice(1)) {
    const [time = Number.NaN, red = Number.NaN] = line.split(',').map(Number);
    if (!Number.isFinite(red) || !(time > (times.at(-1) ?? Number.NEGATIVE_INFINITY))) continue;
    times.push(time);
    levels.push(-red);
  }
  if (times.length < 2) throw new Error('It has fewer than two frames.');
  return { timeMs: Float64Array.from(times), values: Float64Array.from(levels) };
}

/** Intervals of a chest strap, ms, on one line or several. @throws Error when there are none. */
export function strapIntervals(text: string): number[] {
  const intervals = text
    .trim()
    .split(/[\s,;]+/)
    .map(Number);
  if (intervals.length < 2 || intervals.some((one) => !(one > 0))) {
    throw new Error('The intervals between beats must be numbers above 0.');
  }
  return intervals;
}

const valueSchema = z.object({ value: z.number() });

/** Output of another product for a face video: a pulse wave and figures. */
export const waveformSchema = z.object({
  fps: z.number().check(z.positive()),
  waveforms: z.object({ ppg_waveform: z.object({ data: z.array(z.number()) }) }),
  vitals: z.object({
    heart_rate: valueSchema,
    respiratory_rate: z.optional(valueSchema),
    hrv_sdnn: z.optional(valueSchema),
    hrv_rmssd: z.optional(valueSchema),
  }),
});

export function productWave({ fps, waveforms }: z.infer<typeof waveformSchema>): Wave {
  const { data } = waveforms.ppg_waveform;
  return {
    timeMs: Float64Array.from(data, (_, i) => (1000 * i) / fps),
    values: Float64Array.from(data),
  };
}

/** Times of beats, s, one per line. @throws Error when they do not rise or are too few. */
export function beatTimes(csv: string): number[] {
  const times = csv
    .trim()
    .split('\n')
    .map((line) => Number(line.split(',')[0]));
  const rises = times.every((time, i) => i === 0 || time > (times[i - 1] ?? time));
  if (times.length < 4 || !rises) throw new Error('The beat times are not increasing.');
  return times;
}

const BEAT_RATE = 60;
const TURN = 2 * Math.PI;

/**
 * A wave whose steepest rise lies at the given beats, so that the engine's own beat detection and outlier handling can
 * be tried on beats that another method found.
 */
export function waveOfBeats(timesS: readonly number[]): Wave {
  const first = timesS[0] ?? 0;
  const last = timesS.at(-1) ?? 0;
  const length = Math.floor((last - first) * BEAT_RATE) + 1;
  let beat = 0;
  const values = Float64Array.from({ length }, (_, i) => {
    const at = first + i / BEAT_RATE;
    while (beat + 2 < timesS.length && at >= (timesS[beat + 1] ?? last)) beat += 1;
    const from = timesS[beat] ?? first;
    const phase = (at - from) / ((timesS[beat + 1] ?? last) - from);
    return Math.sin(TURN * phase) + 0.35 * Math.sin(2 * TURN * phase);
  });
  return {
    timeMs: Float64Array.from({ length }, (_, i) => 1000 * (first + i / BEAT_RATE)),
    values,
  };
}
