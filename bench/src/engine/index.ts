// SPDX-License-Identifier: Apache-2.0
/** Time and memory of the vital-signs engine: as the server calls it, and how both grow. */
import { phantomChunks } from '@perfuse/phantom';
import { analyse, joinChunks } from '@perfuse/vitals';
import { percentiles, type Percentiles } from '../percentiles.ts';
import { growthExponent } from './growth.ts';
import { peakMemoryMb } from './memory.ts';
import { readAllChannels, recordingOfSeconds, withRegions } from './recording.ts';

const WARM_UP = 5;
const LENGTHS_S = [15, 30, 60, 120] as const;
const REGION_COUNTS = [1, 2, 4, 6] as const;
/** Runs of each size; the least of them is taken, since what else runs only ever adds. */
const GROWTH_RUNS = 7;

export interface Growth {
  /** Seconds, or regions. */
  readonly size: number;
  readonly ms: number;
}

export interface EngineFigures {
  /** One analysis of all 30 s with all channels: what the last chunk costs. */
  readonly finalMs: Percentiles;
  /** The analyses after each of the six chunks together. */
  readonly measurementMs: Percentiles;
  /** Peak of the memory that one analysis of 30 s adds to its process, MB. */
  readonly peakMb: number;
  readonly byLength: readonly Growth[];
  readonly byRegions: readonly Growth[];
  /** Exponent of the time's growth with the length; 1 is linear. */
  readonly lengthExponent: number;
  /** The same with the number of regions: below 1 since a part does not depend on them. */
  readonly regionExponent: number;
}

function timed(run: () => unknown): number {
  const startedAt = performance.now();
  run();
  return performance.now() - startedAt;
}

const least = (run: () => unknown): number =>
  Math.min(...Array.from({ length: GROWTH_RUNS }, () => timed(run)));

/** @param runs measurements timed, each of another synthetic subject. */
export function runEngineBench(runs = 30): EngineFigures {
  const finalMs: number[] = [];
  const measurementMs: number[] = [];
  for (let run = -WARM_UP; run < runs; run += 1) {
    const seed = run + WARM_UP + 1;
    const chunks = phantomChunks({ bpm: 55 + (seed % 10) * 7, seed });
    let all = 0;
    for (let count = 1; count < chunks.length; count += 1) {
      const frames = joinChunks(chunks.slice(0, count));
      all += timed(() => analyse(frames, { live: true }));
    }
    const frames = joinChunks(chunks);
    const last = timed(() => readAllChannels(frames));
    if (run < 0) continue;
    finalMs.push(last);
    measurementMs.push(all + last);
  }
  const byLength = LENGTHS_S.map((size) => {
    const frames = recordingOfSeconds(size, 3);
    return { size, ms: least(() => readAllChannels(frames)) };
  });
  const whole = recordingOfSeconds(30, 3);
  const byRegions = REGION_COUNTS.map((size) => {
    const frames = withRegions(whole, size);
    return { size, ms: least(() => readAllChannels(frames)) };
  });
  return {
    finalMs: percentiles(finalMs),
    measurementMs: percentiles(measurementMs),
    peakMb: peakMemoryMb(),
    byLength,
    byRegions,
    lengthExponent: growthExponent(byLength),
    regionExponent: growthExponent(byRegions),
  };
}
