// SPDX-License-Identifier: Apache-2.0
import { availableParallelism } from 'node:os';
import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LoadSample } from './capacity.ts';
import { LoadMeter, type LoadMeterOptions } from './load-meter.ts';

const SAMPLE_MS = 500;
const THREADS = 2;
const US_PER_MS = 1_000;

/** Use of resources during a sample, as shares of what there is. */
interface Used {
  readonly processors?: number;
  readonly loop?: number;
  readonly threads?: number;
}

describe('the load of a server', () => {
  let now = 0;
  let analysisMs = 0;
  let meter: LoadMeter;
  const samples: LoadSample[] = [];
  const begin = (part: Partial<LoadMeterOptions> = {}): void => {
    meter = new LoadMeter({
      analysisMs: () => analysisMs,
      threads: THREADS,
      longestWaitMs: () => 0,
      people: () => 7,
      observe: (sample) => samples.push(sample),
      ...part,
    });
    meter.start();
  };
  const sample = ({ processors = 0, loop = 0, threads = 0 }: Used = {}): LoadSample | undefined => {
    const user = processors * SAMPLE_MS * availableParallelism() * US_PER_MS;
    vi.spyOn(process, 'cpuUsage').mockReturnValue({ user, system: 0 });
    const elu = { idle: 0, active: 0, utilization: loop };
    vi.spyOn(performance, 'eventLoopUtilization').mockReturnValue(elu);
    now += SAMPLE_MS;
    analysisMs += threads * SAMPLE_MS * THREADS;
    vi.advanceTimersByTime(SAMPLE_MS);
    return samples.at(-1);
  };
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    vi.spyOn(performance, 'now').mockImplementation(() => now);
    samples.length = 0;
  });
  afterEach(() => {
    meter.stop();
    vi.useRealTimers();
  });

  it.each([
    ['the processors', { processors: 0.6, loop: 0.3, threads: 0.2 }, 0.6],
    ['the event loop', { processors: 0.3, loop: 0.7, threads: 0.2 }, 0.7],
    ['the threads of the analysis', { processors: 0.3, loop: 0.2, threads: 0.8 }, 0.8],
    ['no more than all', { processors: 1.3 }, 1],
  ])('is that of the most used resource: %s', (_what, used, share) => {
    begin();
    sample({ threads: 0.5 });
    const { inUse, elapsedMs, people } = sample(used) ?? {};
    expect(inUse).toBeCloseTo(share, 9);
    expect({ elapsedMs, people }).toEqual({ elapsedMs: SAMPLE_MS, people: 7 });
  });

  it('includes the chunks of its own sample only', () => {
    begin();
    for (let chunk = 0; chunk < 3; chunk += 1) meter.chunk();
    expect(sample()).toMatchObject({ chunks: 3 });
    expect(sample()).toMatchObject({ chunks: 0 });
  });

  it('includes the longest wait of a chunk', () => {
    begin({ longestWaitMs: () => 60_000 });
    expect(sample()).toMatchObject({ longestWaitMs: 60_000 });
  });

  it('includes the delay of the event loop if that is longer', async () => {
    begin();
    const turn = () => new Promise((resolve) => setTimeout(resolve, 25));
    await turn();
    for (let held = 0; held < 3; held += 1) {
      const end = Date.now() + 100;
      while (Date.now() < end);
      await turn();
    }
    expect(sample()?.longestWaitMs).toBeGreaterThan(90);
  });
});
