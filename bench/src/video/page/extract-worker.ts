// SPDX-License-Identifier: Apache-2.0
/** Stands where the product's capture worker stands: decodes a recording itself instead of reading a camera. */
import { loadExtractor } from '@perfuse/extractor';
import { framesOf, UnusableVideo } from '@perfuse/rig/frames';
import { LockstepSession } from './lockstep.ts';
import type { ExtractionAnswer } from '../answer.ts';
import { workerRequestSchema, type WorkerRequest } from './messages.ts';

/** What one payload plan may hold at most. */
const MOST_CHUNKS = 64;

const base64 = (bytes: Uint8Array): string => {
  let text = '';
  for (let at = 0; at < bytes.length; at += 8192) {
    text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  }
  return btoa(text);
};

async function extract({
  url,
  raw,
  chunkS,
  files,
  port,
}: WorkerRequest): Promise<ExtractionAnswer> {
  const extractor = await loadExtractor(async (kind) => (await fetch(files[kind])).arrayBuffer());
  const session = new LockstepSession(extractor, port, { chunkCount: MOST_CHUNKS, chunkS });
  for await (const frame of framesOf(url, raw)) await session.take(frame);
  const extracted = await session.finish();
  return { ok: true, ...extracted, payloads: extracted.payloads.map(base64) };
}

function refused(error: unknown): ExtractionAnswer {
  const fault = error instanceof UnusableVideo ? error.fault : 'UNREADABLE';
  return { ok: false, fault, message: error instanceof Error ? error.message : String(error) };
}

async function answer(data: unknown): Promise<void> {
  try {
    self.postMessage(await extract(workerRequestSchema.parse(data)));
  } catch (error) {
    self.postMessage(refused(error));
  }
}

self.onmessage = ({ data }: MessageEvent<unknown>) => {
  void answer(data);
};
