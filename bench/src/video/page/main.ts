// SPDX-License-Identifier: Apache-2.0
/** The page that reads recordings: a worker that decodes and extracts, and one that tracks. */
import { extractorFiles, trackerFiles } from '../../../../packages/capture/src/assets.ts';
import { extractionAnswerSchema, type ExtractionAnswer } from '../answer.ts';
import type { ExtractionRequest, WorkerRequest } from './messages.ts';

/** The next message of a worker, or why there is none. */
async function answerOf(worker: Worker): Promise<unknown> {
  return await new Promise((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<unknown>) => resolve(data);
    worker.onerror = ({ message }) => reject(new Error(message || 'A worker could not be loaded.'));
  });
}

/** New workers for every recording: a tracker that remembers the one before would not give the same numbers. */
async function extract(request: ExtractionRequest): Promise<ExtractionAnswer> {
  const worker = new Worker(new URL('./extract-worker.ts', import.meta.url), { type: 'module' });
  const tracker = new Worker(new URL('./track-worker.ts', import.meta.url), { type: 'module' });
  try {
    const { port1, port2 } = new MessageChannel();
    const ready = answerOf(tracker);
    tracker.postMessage({ files: { ...trackerFiles() }, port: port2 }, [port2]);
    const state = await ready;
    if (state !== 'ready') throw new Error(`The tracker did not start: ${String(state)}`);
    const asked: WorkerRequest = {
      ...request,
      url: new URL(request.url, document.baseURI).href,
      files: extractorFiles(),
      port: port1,
    };
    const answer = answerOf(worker);
    worker.postMessage(asked, [port1]);
    return extractionAnswerSchema.parse(await answer);
  } finally {
    worker.terminate();
    tracker.terminate();
  }
}

window.extractRecording = extract;
