// SPDX-License-Identifier: Apache-2.0
import type * as Runtime from 'onnxruntime-web';
import type { ModelRunner, ModelTensor } from './model.ts';

async function loadRuntime(): Promise<typeof Runtime> {
  try {
    return await import('onnxruntime-web');
  } catch (cause) {
    throw new Error(
      'A learned estimator needs the package onnxruntime-web, which is not installed. In a checkout of Perfuse: npm run tool onnxruntime',
      { cause },
    );
  }
}

/**
 * Opens a network with ONNX Runtime's WebAssembly build, in Node and in the browser. The runtime is loaded only here; one
 * thread, so that the same input gives the same bytes.
 * @param bytes the .onnx file. @param wasmFolder where the page serves the runtime's .wasm and .mjs; Node has its own.
 * @throws Error when the runtime is not installed, and what it says of a file that is not a network.
 */
export async function openOnnx(bytes: Uint8Array, wasmFolder?: string): Promise<ModelRunner> {
  const { env, InferenceSession, Tensor } = await loadRuntime();
  env.wasm.numThreads = 1;
  env.logLevel = 'error';
  if (wasmFolder !== undefined) env.wasm.wasmPaths = wasmFolder;
  const session = await InferenceSession.create(bytes, { executionProviders: ['wasm'] });
  return {
    inputNames: session.inputNames,
    outputNames: session.outputNames,
    run: async (feeds) => {
      const given = Object.entries(feeds).map(
        ([name, { dims, data }]) => [name, new Tensor('float32', data, dims)] as const,
      );
      const results = await session.run(Object.fromEntries(given));
      const read: Record<string, ModelTensor> = {};
      for (const [name, { dims, data }] of Object.entries(results)) {
        if (!(data instanceof Float32Array)) throw new TypeError(`"${name}" is not of type float.`);
        read[name] = { dims, data };
      }
      return read;
    },
    close: () => session.release(),
  };
}
