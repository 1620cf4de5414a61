// SPDX-License-Identifier: Apache-2.0
/** Recordings whose breaths were counted window by window: pulse waves, heart beats, chest movements. */
import { z } from '@perfuse/contract/schema';
import { waveOfBeats, type Wave } from './waves.ts';

const numbers = z.array(z.number());

export const breathsSchema = z.object({
  kind: z.enum(['contact-ppg', 'ecg-intervals', 'chest-accel']),
  /** Samples/s of the wave; null with beats alone. */
  fps: z.nullable(z.number().check(z.positive())),
  wave: numbers,
  beatsS: z.optional(z.nullable(numbers)),
  truth: z.object({
    windows: z.array(z.object({ start: z.number(), end: z.number(), rr: z.number() })),
  }),
});
export type BreathsFile = z.infer<typeof breathsSchema>;

/** A wave that starts at `startS`, and its breaths per minute. */
export interface BreathWindow {
  readonly startS: number;
  readonly wave: Wave;
  readonly truth: number;
}

/** Windows with fewer beats have no rhythm to read. */
const MIN_BEATS = 4;

/**
 * Each window is cut out first, so its neighbours cannot contribute. @throws Error when there is neither wave nor
 * beats.
 */
export function breathWindows(recording: BreathsFile): BreathWindow[] {
  const { fps, wave, beatsS, truth } = recording;
  return truth.windows.flatMap(({ start, end, rr }) => {
    const startS = start;
    if (fps !== null && wave.length > 0) {
      const values = wave.slice(Math.round(start * fps), Math.round(end * fps));
      const timeMs = Float64Array.from(values, (_, i) => (1000 * i) / fps);
      return [{ startS, wave: { timeMs, values: Float64Array.from(values) }, truth: rr }];
    }
    const inside = (beatsS ?? []).filter((s) => s >= start && s <= end);
    return inside.length < MIN_BEATS ? [] : [{ startS, wave: waveOfBeats(inside), truth: rr }];
  });
}
