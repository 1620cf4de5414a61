// SPDX-License-Identifier: Apache-2.0
/** Milliseconds of the vital-signs engine: per chunk as the server calls it, and for all six of a measurement. */
import { phantomChunks } from '@perfuse/phantom';
import { analyse, joinChunks } from '@perfuse/vitals';
import { spread, type Spread } from '../spread.ts';

const WARM_UP = 3;

export interface EngineFigures {
  /** One analysis of all 30 s: what the last chunk costs. */
  readonly finalMs: Spread;
  /** The analyses after each of the six chunks together. */
  readonly measurementMs: Spread;
}

/** @param runs measurements timed, each of another synthetic subject. */
export function runEngineBench(runs = 30): EngineFigures {
  const finalMs: number[] = [];
  const measurementMs: number[] = [];
  for (let run = -WARM_UP; run < runs; run += 1) {
    const chunks = phantomChunks({ bpm: 55 + ((run + WARM_UP) % 10) * 7, seed: run + WARM_UP + 1 });
    let last = 0;
    let all = 0;
    for (let count = 1; count <= chunks.length; count += 1) {
      const frames = joinChunks(chunks.slice(0, count));
      const startedAt = performance.now();
      analyse(frames, { live: count < chunks.length });
      last = performance.now() - startedAt;
      all += last;
    }
    if (run < 0) continue;
    finalMs.push(last);
    measurementMs.push(all);
  }
  return { finalMs: spread(finalMs), measurementMs: spread(measurementMs) };
}
