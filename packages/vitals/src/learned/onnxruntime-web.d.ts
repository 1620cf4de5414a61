// SPDX-License-Identifier: Apache-2.0
/** What is used of ONNX Runtime, which is installed on request only (tools/onnxruntime). */
declare module 'onnxruntime-web' {
  interface AnyTensor {
    readonly dims: readonly number[];
    readonly data: unknown;
  }
  export const env: {
    readonly wasm: { numThreads?: number; wasmPaths?: string };
    logLevel?: 'error';
  };
  export const Tensor: new (
    type: 'float32',
    data: Float32Array,
    dims: readonly number[],
  ) => AnyTensor;
  export interface InferenceSession {
    readonly inputNames: readonly string[];
    readonly outputNames: readonly string[];
    run: (
      feeds: Readonly<Record<string, AnyTensor>>,
    ) => Promise<Readonly<Record<string, AnyTensor>>>;
    release: () => Promise<void>;
  }
  export const InferenceSession: {
    create: (
      bytes: Uint8Array,
      options: { readonly executionProviders: readonly ['wasm'] },
    ) => Promise<InferenceSession>;
  };
}
