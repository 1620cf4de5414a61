// SPDX-License-Identifier: Apache-2.0
import { CaptureError, type LearnedFiles } from '../api.ts';
import { absolute } from '../assets.ts';
import { errorText } from '../error-text.ts';
import type { CaptureCommand } from '../worker/messages.ts';
import { whenReady } from '../workers.ts';
import type { LearnedStart } from './messages.ts';

/** Time limit for loading a learned estimator, ms; a measurement can start without it. */
const LEARNED_LIMIT_MS = 30_000;

/** A worker that reads faces in addition to the others. */
export interface LearnedWorker {
  /** Why it does not run; empty when it does. */
  readonly fault: string;
  terminate(): void;
}

/**
 * Starts a learned estimator and connects it with the capture worker. A fault is reported and stops nothing else.
 * @throws the abort reason.
 */
export async function startLearned(
  files: LearnedFiles,
  capture: Worker,
  signal: AbortSignal,
): Promise<LearnedWorker> {
  const worker = new Worker(new URL('./learned-worker.ts', import.meta.url), {
    type: 'module',
    name: 'perfuse-learned',
  });
  const terminate = (): void => worker.terminate();
  const started = new AbortController();
  const limit = setTimeout(
    () => started.abort(new CaptureError('It took too long.')),
    LEARNED_LIMIT_MS,
  );
  try {
    const { port1, port2 } = new MessageChannel();
    const ready = whenReady(worker, AbortSignal.any([signal, started.signal]));
    const start: LearnedStart = { type: 'start', baseUrl: absolute(files.baseUrl), port: port2 };
    worker.postMessage(start, [port2]);
    await ready;
    const command: CaptureCommand = { type: 'learned', port: port1 };
    capture.postMessage(command, [port1]);
    return { fault: '', terminate };
  } catch (error) {
    terminate();
    signal.throwIfAborted();
    return { fault: errorText(error) || 'It could not be loaded.', terminate };
  } finally {
    clearTimeout(limit);
    started.abort();
  }
}
