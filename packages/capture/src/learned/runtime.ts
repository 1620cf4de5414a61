// SPDX-License-Identifier: Apache-2.0
/** The used part of ONNX Runtime, which is served by operators who enable it, and is not in the app's build. */
export interface RuntimeTensor {
  readonly dims: readonly number[];
  readonly data: unknown;
}

export interface RuntimeSession {
  readonly inputNames: readonly string[];
  readonly outputNames: readonly string[];
  /** In the order of the names; a dimension that is not fixed is a name. */
  readonly inputMetadata: readonly {
    readonly type?: string;
    readonly shape?: readonly (number | string)[];
  }[];
  run(
    feeds: Readonly<Record<string, RuntimeTensor>>,
  ): Promise<Readonly<Record<string, RuntimeTensor>>>;
}

export interface Runtime {
  readonly env: {
    readonly wasm: { numThreads?: number; wasmPaths?: unknown };
    logLevel?: unknown;
  };
  readonly Tensor: new (
    type: 'float32',
    data: Float32Array,
    dims: readonly number[],
  ) => RuntimeTensor;
  readonly InferenceSession: {
    create(
      model: Uint8Array,
      options: { readonly executionProviders: readonly ['wasm'] },
    ): Promise<RuntimeSession>;
  };
}

const has = (value: unknown, name: string, type: 'function' | 'object'): boolean =>
  value !== null && value !== undefined && typeof Reflect.get(Object(value), name) === type;

/** Checks only the part that is used: the server has read its files from the package itself. */
export function isRuntime(module: unknown): module is Runtime {
  if (typeof module !== 'object' || module === null) return false;
  const env: unknown = Reflect.get(module, 'env');
  return (
    has(env, 'wasm', 'object') &&
    has(module, 'Tensor', 'function') &&
    has(Reflect.get(module, 'InferenceSession'), 'create', 'function')
  );
}
