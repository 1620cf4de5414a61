// SPDX-License-Identifier: Apache-2.0
import { z } from '@perfuse/contract/schema';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { jsonFiles } from './recordings.ts';

/** A finger on a phone's camera beside a chest strap. */
export interface FingerRecording {
  readonly name: string;
  readonly timeMs: Float64Array;
  /** Red level turned over: up is more blood. */
  readonly wave: Float64Array;
  /** Intervals of the strap, ms. */
  readonly strapMs: readonly number[];
}

export async function readFingers(dir: string): Promise<FingerRecording[]> {
  const base = path.join(dir, 'finger-ppg');
  const names = (await readdir(base).catch(() => [])).filter((name) => name.startsWith('subject'));
  return Promise.all(
    names.sort().map(async (name) => {
      const [ppg, rr] = await Promise.all(
        ['PPG.csv', 'RR.txt'].map((file) => readFile(path.join(base, name, file), 'utf8')),
      );
      return {
        name,
        ...parsePpg(ppg ?? ''),
        strapMs: (rr ?? '').trim().split(/\s+/).map(Number),
      };
    }),
  );
}

/** Columns time (ms), R, G, B; a frame that is not later than the one before is left out. */
function parsePpg(csv: string): Pick<FingerRecording, 'timeMs' | 'wave'> {
  const times: number[] = [];
  const levels: number[] = [];
  for (const line of csv.trim().split('\n').slice(1)) {
    const [time = Number.NaN, red = Number.NaN] = line.split(',').map(Number);
    if (!Number.isFinite(red) || !(time > (times.at(-1) ?? Number.NEGATIVE_INFINITY))) continue;
    times.push(time);
    levels.push(-red);
  }
  return { timeMs: Float64Array.from(times), wave: Float64Array.from(levels) };
}

const valueSchema = z.object({ value: z.number() });
const waveSchema = z.object({
  fps: z.number(),
  waveforms: z.object({ ppg_waveform: z.object({ data: z.array(z.number()) }) }),
  vitals: z.object({
    heart_rate: valueSchema,
    respiratory_rate: z.optional(valueSchema),
    hrv_sdnn: z.optional(valueSchema),
    hrv_rmssd: z.optional(valueSchema),
  }),
});

/** A pulse wave that another product read from a face video, with that product's figures. */
export interface WaveRecording {
  readonly name: string;
  readonly timeMs: Float64Array;
  readonly wave: Float64Array;
  readonly reference: {
    readonly heartRate: number;
    readonly breathing: number | null;
    readonly sdnn: number | null;
    readonly rmssd: number | null;
  };
}

export async function readWaves(dir: string): Promise<WaveRecording[]> {
  const files = await jsonFiles(path.join(dir, 'waveforms'));
  return files.map(({ name, data }) => {
    const { fps, waveforms, vitals } = waveSchema.parse(data);
    return {
      name,
      timeMs: Float64Array.from(waveforms.ppg_waveform.data, (_, i) => (1000 * i) / fps),
      wave: Float64Array.from(waveforms.ppg_waveform.data),
      reference: {
        heartRate: vitals.heart_rate.value,
        breathing: vitals.respiratory_rate?.value ?? null,
        sdnn: vitals.hrv_sdnn?.value ?? null,
        rmssd: vitals.hrv_rmssd?.value ?? null,
      },
    };
  });
}
