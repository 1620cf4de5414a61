// SPDX-License-Identifier: Apache-2.0
/** Worker of a learned estimator: a small picture of the face in, one number out. It makes no uploads. */
import { LEARNED_FILES } from '@perfuse/contract/backend/learned-files';
import { errorText } from '../error-text.ts';
import type { WorkerReport } from '../worker/messages.ts';
import { CROP_SIDE } from './crop.ts';
import { isReadRequest, learnedStartSchema, type ReadReply, type ReadRequest } from './messages.ts';
import { openNetwork, type Network } from './network.ts';
import { isRuntime } from './runtime.ts';

const report = (message: WorkerReport): void => self.postMessage(message);

/** Runs before the first frame, so that the runtime has compiled and allocated memory. */
const WARM_UPS = 3;
const GREY = 0.5;

async function load(baseUrl: string): Promise<Network> {
  const runtime: unknown = await import(/* @vite-ignore */ baseUrl + LEARNED_FILES.runtime);
  if (!isRuntime(runtime)) throw new TypeError('The runtime is not the one that is known.');
  runtime.env.wasm.numThreads = 1;
  runtime.env.wasm.wasmPaths = {
    mjs: baseUrl + LEARNED_FILES.glue,
    wasm: baseUrl + LEARNED_FILES.wasm,
  };
  runtime.env.logLevel = 'error';
  const response = await fetch(baseUrl + LEARNED_FILES.model);
  if (!response.ok) {
    throw new Error(`The network could not be loaded: status ${String(response.status)}.`);
  }
  const network = await openNetwork(runtime, new Uint8Array(await response.arrayBuffer()));
  const grey = new Float32Array(CROP_SIDE * CROP_SIDE * 3).fill(GREY);
  for (let run = 0; run < WARM_UPS; run += 1) await network.read(grey, 1 / 30);
  network.reset();
  return network;
}

async function start(message: unknown): Promise<void> {
  const { baseUrl, port } = learnedStartSchema.parse(message);
  const network = await load(baseUrl);
  let tail: Promise<void> = Promise.resolve();
  const answer = async ({ id, picture, sinceS }: ReadRequest): Promise<void> => {
    if (sinceS === 0) network.reset();
    const began = performance.now();
    const value = await network.read(picture, sinceS).catch(() => NaN);
    const reply: ReadReply = { id, value, ms: performance.now() - began };
    port.postMessage(reply);
  };
  port.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (isReadRequest(data)) tail = tail.then(() => answer(data));
  };
}

self.onmessage = ({ data }: MessageEvent<unknown>) => {
  start(data).then(
    () => report({ type: 'ready', readsTracks: false }),
    (error: unknown) => report({ type: 'not-ready', message: errorText(error) }),
  );
};
