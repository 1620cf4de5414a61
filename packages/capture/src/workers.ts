// SPDX-License-Identifier: Apache-2.0
import type { TrackerName } from '@perfuse/contract/configuration/measurement';
import { CaptureError, type TrackerRefusal, type VisageFiles } from './api.ts';
import { absolute, extractorFiles, trackerFiles } from './assets.ts';
import type { TrackerStart } from './tracker/messages.ts';
import { TrackerRefused } from './tracker/tracker-refused.ts';
import { isWorkerReport, type CaptureCommand, type WorkerReport } from './worker/messages.ts';

export interface Workers {
  readonly capture: Worker;
  readonly tracker: Worker;
  /** Whether the capture worker accepts tracks. */
  readonly readsTracks: boolean;
  terminate(): void;
}

/** Waits for a worker to report that it is ready. */
export async function whenReady(worker: Worker, signal: AbortSignal): Promise<WorkerReport> {
  return await new Promise((resolve, reject) => {
    const fail = (message: string, refusal?: TrackerRefusal): void => {
      if (refusal !== undefined) reject(new TrackerRefused(refusal, message));
      else reject(new CaptureError(message));
    };
    worker.addEventListener(
      'message',
      ({ data }: MessageEvent<unknown>) => {
        if (!isWorkerReport(data)) return;
        if (data.type === 'not-ready') fail(data.message, data.refusal);
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
      // An AbortSignal's reason can be any value.
      reject(signal.reason instanceof Error ? signal.reason : new CaptureError('Closed.'));
    });
  });
}

interface TrackerWorker {
  readonly worker: Worker;
  readonly settings: unknown;
}

function mediapipeWorker(): TrackerWorker {
  const worker = new Worker(new URL('./tracker/mediapipe-worker.ts', import.meta.url), {
    type: 'module',
    name: 'perfuse-tracker',
  });
  return { worker, settings: { files: trackerFiles() } };
}

function visageWorker(visage: VisageFiles | undefined): TrackerWorker {
  if (visage === undefined) {
    throw new TrackerRefused('missing', 'No visage files are configured.');
  }
  const worker = new Worker(new URL('./tracker/visage-worker.ts', import.meta.url), {
    name: 'perfuse-tracker',
  });
  return { worker, settings: { baseUrl: absolute(visage.baseUrl), licence: visage.licence } };
}

const TRACKER_WORKERS: Readonly<
  Record<TrackerName, (visage: VisageFiles | undefined) => TrackerWorker>
> = { mediapipe: mediapipeWorker, visage: visageWorker };

/**
 * Starts both workers, connected with each other, and waits until they have loaded everything.
 * @throws the abort reason, TrackerRefused when this tracker cannot run here, or {@link CaptureError} when something
 * cannot be loaded.
 */
export async function startWorkers(
  trackerName: TrackerName,
  visage: VisageFiles | undefined,
  timings: boolean,
  signal: AbortSignal,
): Promise<Workers> {
  signal.throwIfAborted();
  const { worker: tracker, settings } = TRACKER_WORKERS[trackerName](visage);
  const capture = new Worker(new URL('./worker/capture-worker.ts', import.meta.url), {
    type: 'module',
    name: 'perfuse-capture',
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
    const trackerStart: TrackerStart = { type: 'start', settings, port: port2 };
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
