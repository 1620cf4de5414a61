// SPDX-License-Identifier: Apache-2.0
/** With the real runtime, installed on demand: `npm run tool onnxruntime`. */
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { LEARNED_FILES } from '@perfuse/contract/backend/learned-files';
import { TINY_FACE_WEIGHTS, tinyFaceNetwork } from '@perfuse/testing/tiny-face-network';
import { beforeAll, describe, expect, it } from 'vitest';
import { CROP_SIDE } from './crop.ts';
import { NetworkError, openNetwork } from './network.ts';
import { isRuntime, type Runtime } from './runtime.ts';

const folder = path.dirname(
  createRequire(import.meta.url).resolve(`onnxruntime-web/${LEARNED_FILES.wasm}`),
);
let runtime: Runtime;
beforeAll(async () => {
  const module: unknown = await import(
    /* @vite-ignore */ pathToFileURL(path.join(folder, LEARNED_FILES.runtime)).href
  );
  if (!isRuntime(module)) throw new Error('not the runtime that is known');
  module.env.wasm.numThreads = 1;
  runtime = module;
});

function face(red: number, green: number, blue: number): Float32Array {
  const colour = [red, green, blue];
  return new Float32Array(CROP_SIDE * CROP_SIDE * 3).map((_, i) => colour[i % 3] ?? 0);
}

const level = (...colour: [number, number, number]): number =>
  1000 * colour.reduce((sum, value, i) => sum + value * (TINY_FACE_WEIGHTS[i] ?? 0), 0);

describe('a network that reads faces', () => {
  it('takes a picture and a time, returns one number, and keeps its state', async () => {
    const network = await openNetwork(runtime, tinyFaceNetwork());
    expect(await network.read(face(0.8, 0.5, 0.4), 0)).toBeCloseTo(level(0.8, 0.5, 0.4), 2);
    expect(await network.read(face(0.8, 0.5, 0.4), 0.5)).toBeCloseTo(level(0.8, 0.5, 0.4) + 0.5, 2);
    expect(await network.read(face(0, 0, 0), 0.25)).toBeCloseTo(0.75, 4);
  });

  it('clears its state on reset', async () => {
    const network = await openNetwork(runtime, tinyFaceNetwork());
    await network.read(face(0, 0, 0), 5);
    network.reset();
    expect(await network.read(face(0, 0, 0), 1)).toBeCloseTo(1, 5);
  });

  it('is refused for another picture size', async () => {
    await expect(openNetwork(runtime, tinyFaceNetwork(72))).rejects.toThrow(NetworkError);
  });

  it('is refused when the file is not a network', async () => {
    await expect(openNetwork(runtime, Uint8Array.from([1, 2, 3]))).rejects.toThrow();
  });
});
