// SPDX-License-Identifier: Apache-2.0
/** Files of a learned estimator by role, as the server names them in the folder named after their hash. */
export const LEARNED_FILES = {
  runtime: 'ort.wasm.min.mjs',
  glue: 'ort-wasm-simd-threaded.mjs',
  wasm: 'ort-wasm-simd-threaded.wasm',
  model: 'model.onnx',
} as const;

/** Path of that folder: `/learned/` and a hash of the files. */
export const LEARNED_FOLDER = /^\/learned\/[\da-f]{32}\/$/;
