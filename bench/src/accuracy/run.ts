// SPDX-License-Identifier: Apache-2.0
import { analyse } from '@perfuse/vitals';
import process from 'node:process';
import { fingerSet, readFinger, readWave, type FingerSet, type WaveRow } from './contact.ts';
import { readFingers, readWaves } from './contact-recordings.ts';
import { faceSet, readFace, refusals, type FaceSet, type RefusalSet } from './faces.ts';
import { readNegatives, readTraces, type FaceRecording } from './recordings.ts';
import { quantile } from './statistics.ts';
import { targetsOf, type Target } from './targets.ts';

export interface AccuracyOptions {
  /** Times each 30 s trace is analysed for the timing, after one round to warm up. Default 3. */
  readonly timingRounds?: number;
}

export interface Timing {
  readonly recordings: number;
  /** Wall time of one analysis, ms. */
  readonly medianMs: number;
  readonly p95Ms: number;
  /** Processor time of one analysis on average, ms: less disturbed by what else runs. */
  readonly cpuMs: number;
}

export interface AccuracyReport {
  readonly dir: string;
  /** Synthetic faces with a pulse, one set per kind. */
  readonly faces: readonly FaceSet[];
  /** Synthetic faces without a pulse. */
  readonly noPulse: FaceSet;
  /** Skin patches without a usable pulse. */
  readonly negatives: readonly RefusalSet[];
  readonly finger: FingerSet;
  readonly waves: readonly WaveRow[];
  readonly timing: Timing;
  readonly targets: readonly Target[];
}

const NEGATIVE_WINDOWS_S = [30, 15, 10];

/**
 * Runs the engine over recordings with known truth.
 * @param dir folder with traces/, negatives/, finger-ppg/ and waveforms/; a missing one gives empty sets.
 */
export async function runAccuracy(
  dir: string,
  options: AccuracyOptions = {},
): Promise<AccuracyReport> {
  const traces = await readTraces(dir);
  const negatives = await readNegatives(dir);
  const withPulse = traces.filter(({ truth }) => truth.hr !== null);
  const kinds = [...new Set(withPulse.map(({ kind }) => kind))];
  const results = {
    faces: kinds.map((kind) =>
      faceSet(kind, withPulse.filter((one) => one.kind === kind).map(readFace)),
    ),
    noPulse: faceSet('nopulse', traces.filter(({ truth }) => truth.hr === null).map(readFace)),
    negatives: NEGATIVE_WINDOWS_S.map((windowS) => refusals(negatives, windowS)),
    finger: fingerSet((await readFingers(dir)).map(readFinger)),
    waves: (await readWaves(dir)).map(readWave),
    timing: timingOf(traces, options.timingRounds ?? 3),
  };
  return { dir, ...results, targets: targetsOf(results) };
}

function timingOf(recordings: readonly FaceRecording[], rounds: number): Timing {
  for (const { frames } of recordings) analyse(frames);
  const times: number[] = [];
  const before = process.cpuUsage();
  for (let round = 0; round < rounds; round++) {
    for (const { frames } of recordings) {
      const start = performance.now();
      analyse(frames);
      times.push(performance.now() - start);
    }
  }
  const used = process.cpuUsage(before);
  const sorted = times.sort((a, b) => a - b);
  return {
    recordings: recordings.length,
    medianMs: quantile(sorted, 0.5),
    p95Ms: quantile(sorted, 0.95),
    cpuMs: (used.user + used.system) / 1000 / Math.max(1, times.length),
  };
}
