// SPDX-License-Identifier: Apache-2.0
import { CaptureError, type TrackerName } from './api.ts';
import { extractorFiles, trackerFiles } from './assets.ts';
import type { TrackerStart } from './tracker/messages.ts';
import { isWorkerReport, type CaptureCommand, type WorkerReport } from './worker/messages.ts';

export interface Workers {
  readonly capture: Worker;
  readonly tracker: Worker;
  /** Whether the capture worker takes tracks. */
  readonly readsTracks: boolean;
  terminate(): void;
}

/** Waits for a worker to say that it is ready. */
async function whenReady(worker: Worker, signal: AbortSignal): Promise<WorkerReport> {
  return await new Promise((resolve, reject) => {
    const fail = (message: string): void => {
      reject(new CaptureError('COLLECTOR_INIT', message));
    };
    worker.addEventListener(
      'message',
      ({ data }: MessageEvent<unknown>) => {
        if (!isWorkerReport(data)) return;
        if (data.type === 'not-ready') fail(data.message);
        else if (data.type === 'ready') resolve(data);
      },
      { signal },
    );
    worker.addEventListener(
      'error',
      (event) => {
        fail(event.message || 'A worker could not be loaded.');
      },
      { signal },
    );
    signal.addEventListener('abort', () => {
      // An AbortSignal's reason is whatever its owner said.
      reject(
        signal.reason instanceof Error
          ? signal.reason
          : new CaptureError('COLLECTOR_INIT', 'Closed.'),
      );
    });
  });
}

/**
 * Starts both workers, connected with each other, and waits until they have loaded everything.
 * @throws what aborted, or {@link CaptureError} when something cannot be loaded.
 */
export async function startWorkers(
  trackerName: TrackerName,
  timings: boolean,
  signal: AbortSignal,
): Promise<Workers> {
  signal.throwIfAborted();
  const capture = new Worker(new URL('./worker/capture-worker.ts', import.meta.url), {
    type: 'module',
    name: 'perfuse-capture',
  });
  const tracker = new Worker(new URL('./tracker/tracker-worker.ts', import.meta.url), {
    type: 'module',
    name: 'perfuse-tracker',
  });
  const terminate = (): void => {
    capture.terminate();
    tracker.terminate();
  };
  const started = new AbortController();
  const either = AbortSignal.any([signal, started.signal]);
  try {
    const { port1, port2 } = new MessageChannel();
    const ready = Promise.all([whenReady(capture, either), whenReady(tracker, either)]);
    const captureStart: CaptureCommand = {
      type: 'start',
      files: extractorFiles(),
      port: port1,
      timings,
    };
    const files = { ...trackerFiles() };
    const trackerStart: TrackerStart = { type: 'start', tracker: trackerName, files, port: port2 };
    capture.postMessage(captureStart, [port1]);
    tracker.postMessage(trackerStart, [port2]);
    const [report] = await ready;
    const readsTracks = report.type === 'ready' && report.readsTracks;
    return { capture, tracker, readsTracks, terminate };
  } catch (error) {
    terminate();
    throw error;
  } finally {
    started.abort();
  }
}
