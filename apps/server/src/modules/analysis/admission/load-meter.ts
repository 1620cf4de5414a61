// SPDX-License-Identifier: Apache-2.0
import { availableParallelism } from 'node:os';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import process from 'node:process';
import type { LoadSample } from './capacity.ts';

/** How often the load is measured, ms. */
const EVERY_MS = 500;
/** Percentile of the event loop's delay that counts: one pause says little. */
const LATE_PERCENT = 90;
const US_PER_MS = 1_000;
const NS_PER_MS = 1e6;

export interface LoadMeterOptions {
  /** Busy time of all analysis threads since the start, ms, and how many there are. */
  readonly analysisMs: () => number;
  readonly threads: number;
  readonly longestWaitMs: () => number;
  readonly people: () => number;
  readonly observe: (sample: LoadSample) => void;
}

/** Measures periodically how much of its resources this process uses. */
export class LoadMeter {
  readonly #options: LoadMeterOptions;
  readonly #delay = monitorEventLoopDelay({ resolution: 20 });
  #timer: NodeJS.Timeout | undefined;
  #chunks = 0;

  constructor(options: LoadMeterOptions) {
    this.#options = options;
  }

  /** Counts a chunk. */
  chunk(): void {
    this.#chunks += 1;
  }

  start(): void {
    const { analysisMs, threads, longestWaitMs, people, observe } = this.#options;
    const cores = availableParallelism();
    const state = () => ({
      atMs: performance.now(),
      cpu: process.cpuUsage(),
      loop: performance.eventLoopUtilization(),
      analysisMs: analysisMs(),
    });
    let before = state();
    this.#delay.enable();
    this.#timer = setInterval(() => {
      const now = state();
      const elapsedMs = now.atMs - before.atMs;
      const cpu = process.cpuUsage(before.cpu);
      const processors = (cpu.user + cpu.system) / US_PER_MS / elapsedMs / cores;
      const loop = performance.eventLoopUtilization(now.loop, before.loop).utilization;
      const analysis = (now.analysisMs - before.analysisMs) / elapsedMs / threads;
      observe({
        elapsedMs,
        inUse: Math.min(1, Math.max(processors, loop, analysis)),
        chunks: this.#chunks,
        longestWaitMs: Math.max(longestWaitMs(), this.#delay.percentile(LATE_PERCENT) / NS_PER_MS),
        people: people(),
      });
      this.#delay.reset();
      this.#chunks = 0;
      before = now;
    }, EVERY_MS);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#delay.disable();
  }
}
