// SPDX-License-Identifier: Apache-2.0
/** Time and memory of the vital-signs engine: as the server calls it, and how both grow. */
import process from 'node:process';
import { decodeChunk, encodeChunk } from '@perfuse/contract/payload/codec';
import { phantomChunks } from '@perfuse/phantom';
import { joinChunks, MeasurementAnalysis } from '@perfuse/vitals';
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
  /** The six payloads of a measurement decoded and analysed, one after the other, as the server does it. */
  readonly measurementMs: Percentiles;
  /** Processor time of the same, that of the threads that compile and collect garbage too, ms. */
  readonly processorMs: Percentiles;
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

function processorTimed(run: () => unknown): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** A whole measurement as the server analyses it: fed payload by payload, and read after each. */
function measure(payloads: readonly Uint8Array[]): void {
  const analysis = new MeasurementAnalysis();
  let previousHeartRate: number | undefined;
  payloads.forEach((bytes, k) => {
    const chunk = decodeChunk(bytes);
    if (!chunk.ok) throw new Error(chunk.reason);
    analysis.add(chunk.value);
    const live = k < payloads.length - 1;
    const options = live ? { previousHeartRate } : {};
    const { channels } = analysis.read({ live, evidence: true, ...options });
    previousHeartRate = channels.HR_BPM?.value ?? previousHeartRate;
  });
}

const least = (run: () => unknown): number =>
  Math.min(...Array.from({ length: GROWTH_RUNS }, () => timed(run)));

/** @param runs measurements timed, each of another synthetic subject. */
export function runEngineBench(runs = 30): EngineFigures {
  const finalMs: number[] = [];
  const measurementMs: number[] = [];
  const processorMs: number[] = [];
  for (let run = -WARM_UP; run < runs; run += 1) {
    const seed = run + WARM_UP + 1;
    const chunks = phantomChunks({ bpm: 55 + (seed % 10) * 7, seed });
    const payloads = chunks.map(encodeChunk);
    const frames = joinChunks(chunks);
    let all = 0;
    const processor = processorTimed(() => (all = timed(() => measure(payloads))));
    const last = timed(() => readAllChannels(frames));
    if (run < 0) continue;
    finalMs.push(last);
    measurementMs.push(all);
    processorMs.push(processor);
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
    processorMs: percentiles(processorMs),
    peakMb: peakMemoryMb(),
    byLength,
    byRegions,
    lengthExponent: growthExponent(byLength),
    regionExponent: growthExponent(byRegions),
  };
}
