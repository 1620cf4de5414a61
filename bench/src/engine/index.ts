// SPDX-License-Identifier: Apache-2.0
/** Time and memory of the vital-signs engine as the server calls it, and how both grow. */
import { MEASUREMENT } from '@perfuse/contract/limits';
import { PayloadAnalysis } from '@perfuse/vitals';
import { percentiles, type Percentiles } from '../percentiles.ts';
import { cpuMs } from '../processor-time.ts';
import { growthExponent } from './growth.ts';
import { peakMemoryMb } from './memory.ts';
import { analyseOnce, payloadsOf } from './recording.ts';

/** Measurements timed, each of a different synthetic subject. */
const RUNS = 30;
const WARM_UP = 5;
const LENGTHS_S = [15, 30, 60, 120] as const;
const REGION_COUNTS = [1, 2, 4, 6] as const;
/** Runs of each size; the fastest is taken, since other load only ever adds time. */
const GROWTH_RUNS = 7;

export interface Growth {
  /** Seconds, or regions. */
  readonly size: number;
  readonly ms: number;
}

export interface EngineFigures {
  /** Decoding and analysing the payloads of a measurement once, and encoding its answer with all channels. */
  readonly finalMs: Percentiles;
  /** The same with an answer after each of the six payloads, as the server does it. */
  readonly measurementMs: Percentiles;
  /** Processor time of the same, including the threads that compile and collect garbage, ms. */
  readonly processorMs: Percentiles;
  /** Peak of the memory that one analysis of 30 s adds to its process, MB. */
  readonly peakMb: number;
  readonly byLength: readonly Growth[];
  readonly byRegions: readonly Growth[];
  /** Exponent of the time's growth with the length; 1 is linear. */
  readonly lengthExponent: number;
  /** The same with the number of regions: below 1 since part of the work does not depend on them. */
  readonly regionExponent: number;
}

function timed(run: () => unknown): number {
  const startedAt = performance.now();
  run();
  return performance.now() - startedAt;
}

function processorTimed(run: () => unknown): number {
  const before = cpuMs();
  run();
  return cpuMs() - before;
}

/** A whole measurement as the server analyses it: fed payload by payload, and answered after each. */
function analyseEach(payloads: readonly Uint8Array[]): void {
  const analysis = new PayloadAnalysis();
  payloads.forEach((payload, k) => {
    analysis.add(payload);
    analysis.answer(k < payloads.length - 1);
  });
}

const least = (run: () => unknown): number =>
  Math.min(...Array.from({ length: GROWTH_RUNS }, () => timed(run)));

export function runEngineBench(): EngineFigures {
  const finalMs: number[] = [];
  const measurementMs: number[] = [];
  const processorMs: number[] = [];
  for (let run = -WARM_UP; run < RUNS; run += 1) {
    const payloads = payloadsOf(MEASUREMENT.durationS, run + WARM_UP + 1);
    let all = 0;
    const processor = processorTimed(() => (all = timed(() => analyseEach(payloads))));
    const last = timed(() => analyseOnce(payloads));
    if (run < 0) continue;
    finalMs.push(last);
    measurementMs.push(all);
    processorMs.push(processor);
  }
  const grown = (size: number, payloads: readonly Uint8Array[]): Growth => ({
    size,
    ms: least(() => analyseOnce(payloads)),
  });
  const byLength = LENGTHS_S.map((size) => grown(size, payloadsOf(size, 3)));
  const byRegions = REGION_COUNTS.map((size) =>
    grown(size, payloadsOf(MEASUREMENT.durationS, 3, size)),
  );
  return {
    finalMs: percentiles(finalMs),
    measurementMs: percentiles(measurementMs),
    processorMs: percentiles(processorMs),
    peakMb: peakMemoryMb(),
    byLength,
    byRegions,
    lengthExponent: growthExponent(byLength),
    regionExponent: growthExponent(byRegions),
  };
}
