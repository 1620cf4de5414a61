// SPDX-License-Identifier: Apache-2.0
import { EventEmitter } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import PQueue from 'p-queue';
import { Piscina } from 'piscina';
import {
  engineAnswerSchema,
  type EngineAnswer,
  type EngineSettings,
  type EngineTask,
} from './answer.ts';
import { laneOf } from './lanes.ts';

/** Heap of one worker, MiB: a runaway analysis ends its worker, not the server. */
const WORKER_HEAP_MB = 512;
/**
 * Heap of a worker, including external arrays, up to which it collects young objects only, MiB. V8 starts with some 30,
 * which the arrays of a few analyses exceed: it ran a full collection five times a second, which freed only arrays.
 */
const WORKER_FIRST_HEAP_MB = 128;
/**
 * Heap of a worker for young objects, MiB: Node.js 20's default. With that of 24, a server with 320 people took 140 MiB
 * more, and as much processor time.
 */
const WORKER_YOUNG_MB = 48;
/** Memory of all workers together for running measurements, up to 230 kB each, bytes. */
const KEPT_BYTES = 256 * 1024 * 1024;
/** Chunks that request no result are given to a worker unless so many analyses already wait for it. */
const MAX_QUEUED = 64;
const PRIORITIES = { final: 1, live: 0, none: -1 } as const satisfies Record<
  EngineTask['result'],
  number
>;
/** A worker without work for this long ends, and another one starts with the next chunk, ms. */
const IDLE_MS = 60_000;

/** The analysis took longer than allowed; its worker was terminated. */
export class EngineTimeout extends Error {
  override readonly name = 'EngineTimeout';
}

export interface Engine {
  /** @throws EngineTimeout, or whatever the engine threw. */
  readonly analyse: (task: EngineTask) => Promise<EngineAnswer>;
  /** Gives chunks that request no result to the worker, for the next one that does. Nothing depends on it. */
  readonly keep: (task: EngineTask & { readonly result: 'none' }) => void;
  /** Busy time of all threads since the start, ms. */
  readonly busyMs: () => number;
  readonly close: () => Promise<void>;
}

export interface EngineOptions {
  /** The bundled worker. */
  readonly workerFile: string;
  readonly threads: number;
  readonly timeoutMs: number;
}

/**
 * Threads import their module and never `require` it, which Piscina tries first: Node 20 aborts the whole process when
 * a thread is terminated during the `require`, as by a stop right after the start (an assertion of
 * CreateRequiredModuleFacade; once in 900 threads terminated while starting, never in 1800 with this).
 */
const WORKER_ARGUMENTS = ['--no-experimental-require-module'];

/** One thread, which starts with its first analysis, and its queue. */
function createLane({ workerFile, timeoutMs }: EngineOptions) {
  const queue = new PQueue({ concurrency: 1 });
  const pool = new Piscina<EngineTask & EngineSettings, unknown>({
    filename: workerFile,
    minThreads: 0,
    maxThreads: 1,
    concurrentTasksPerWorker: 1,
    idleTimeout: IDLE_MS,
    recordTiming: false,
    resourceLimits: {
      maxOldGenerationSizeMb: WORKER_HEAP_MB,
      maxYoungGenerationSizeMb: WORKER_YOUNG_MB,
    },
    execArgv: WORKER_ARGUMENTS,
  });
  // A worker that dies rejects its task; without a listener it would also end the process.
  pool.on('error', () => undefined);
  let busyMs = 0;
  const run = async (task: EngineTask & EngineSettings): Promise<EngineAnswer> => {
    const begun = performance.now();
    // Takes a tenth of the time of an AbortSignal.
    const signal = Object.assign(new EventEmitter(), { aborted: false });
    const timer = setTimeout(() => {
      signal.aborted = true;
      signal.emit('abort');
    }, timeoutMs);
    try {
      const transferList = transferable(task.payloads);
      return engineAnswerSchema.parse(await pool.run(task, { signal, transferList }));
    } catch (error) {
      if (signal.aborted) throw new EngineTimeout('The analysis took too long.');
      throw error;
    } finally {
      clearTimeout(timer);
      busyMs += performance.now() - begun;
    }
  };
  return {
    busyMs: () => busyMs,
    // Final results first: people wait for them on a screen that shows nothing else.
    run: (task: EngineTask & EngineSettings) =>
      queue.add(() => run(task), { priority: PRIORITIES[task.result] }),
    queued: () => queue.size,
    close: () => pool.destroy(),
  };
}

/** Buffers that belong to one payload alone: small payloads share one with others. */
const transferable = (payloads: readonly Uint8Array[]): ArrayBuffer[] =>
  payloads.flatMap(({ buffer, byteLength }) =>
    buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : [],
  );

/**
 * The vital-signs engine in threads of its own, one analysis at a time in each. A measurement is always analysed by the
 * same thread, which keeps its chunks. While it is busy, analyses are queued, final ones before live ones; the time
 * limit covers the analysis alone. Payloads are transferred: they are empty afterwards.
 */
export function createEnginePool(options: EngineOptions): Engine {
  const { threads } = options;
  const settings: EngineSettings = { keptBytes: KEPT_BYTES / threads };
  // Read when a heap is created, so that this thread's own is unaffected. Threads have no option of their own for it.
  setFlagsFromString(`--initial-heap-size=${String(WORKER_FIRST_HEAP_MB)}`);
  const lanes = Array.from({ length: threads }, () => createLane(options));
  const laneFor = (measurementId: string): (typeof lanes)[number] => {
    const lane = lanes[laneOf(measurementId, threads)];
    if (lane === undefined) throw new RangeError('There is no such thread.');
    return lane;
  };
  return {
    analyse: async (task) => laneFor(task.measurementId).run({ ...task, ...settings }),
    keep: (task) => {
      const lane = laneFor(task.measurementId);
      // Otherwise, and on failure, the engine lacks them, and the measurement is read from the store.
      if (lane.queued() < MAX_QUEUED) lane.run({ ...task, ...settings }).catch(() => undefined);
    },
    busyMs: () => lanes.reduce((sum, lane) => sum + lane.busyMs(), 0),
    close: async () => {
      await Promise.all(lanes.map((lane) => lane.close()));
    },
  };
}
