// SPDX-License-Identifier: Apache-2.0
import PQueue from 'p-queue';
import { Piscina } from 'piscina';
import { engineAnswerSchema, type EngineAnswer, type EngineTask } from './answer.ts';
import type { PulseModelFiles } from './pulse-model.ts';

/** Heap of one worker, MiB: a runaway analysis ends its worker, not the server. */
const WORKER_HEAP_MB = 512;

/** The analysis took longer than allowed; its worker was ended. */
export class EngineTimeout extends Error {
  override readonly name = 'EngineTimeout';
}

export interface Engine {
  /** @throws EngineTimeout, or whatever the engine threw. */
  readonly analyse: (task: EngineTask) => Promise<EngineAnswer>;
  readonly close: () => Promise<void>;
}

export interface EngineOptions {
  /** The bundled worker. */
  readonly workerFile: string;
  readonly threads: number;
  readonly timeoutMs: number;
  /** Handed to every analysis; checked before. */
  readonly pulseModel?: PulseModelFiles;
}

/**
 * Threads import their module and never `require` it, which Piscina tries first: Node 20 ends the whole process when a
 * thread is ended just then, as at a stop right after the start (an assertion of CreateRequiredModuleFacade; once in 900
 * threads that were ended while they began, never in 1800 with this).
 */
const WORKER_ARGUMENTS = ['--no-experimental-require-module'];

/**
 * The vital-signs engine in threads of its own, one analysis at a time in each. While all threads are busy an analysis
 * waits; the time limit is that of the analysis alone.
 */
export function createEnginePool(options: EngineOptions): Engine {
  const { workerFile, threads, timeoutMs, pulseModel } = options;
  const queue = new PQueue({ concurrency: threads });
  const pool = new Piscina<EngineTask, unknown>({
    filename: workerFile,
    minThreads: 1,
    maxThreads: threads,
    concurrentTasksPerWorker: 1,
    maxQueue: threads * 4,
    idleTimeout: 60_000,
    resourceLimits: { maxOldGenerationSizeMb: WORKER_HEAP_MB },
    execArgv: WORKER_ARGUMENTS,
  });
  // A worker that dies tells the task it had; without a listener it would also end the process.
  pool.on('error', () => undefined);

  const whole = (task: EngineTask): EngineTask =>
    pulseModel === undefined ? task : { ...task, pulseModel };
  return {
    analyse: (task) =>
      queue.add(async () => {
        const timeout = AbortSignal.timeout(timeoutMs);
        try {
          return engineAnswerSchema.parse(await pool.run(whole(task), { signal: timeout }));
        } catch (error) {
          if (timeout.aborted) throw new EngineTimeout('The analysis took too long.');
          throw error;
        }
      }),
    close: () => pool.destroy(),
  };
}
