// SPDX-License-Identifier: Apache-2.0
import { Extractor } from './extractor.ts';
import { scriptKernel } from './script/kernel.ts';
import { wasmKernel } from './wasm.ts';

/** A module with one function that returns a v128: valid only with SIMD support. */
const SIMD_PROBE = Uint8Array.of(
  ...[0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0],
  ...[10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11],
);

export type WasmKind = 'simd' | 'plain';

/** The build that this browser will load; undefined without wasm support. */
export function supportedWasm(): WasmKind | undefined {
  if (typeof WebAssembly !== 'object') return undefined;
  // iOS 16.0 to 16.3, for example, has no SIMD.
  return WebAssembly.validate(SIMD_PROBE) ? 'simd' : 'plain';
}

/** An extractor from the bytes of one of the two builds. Rejects when they are invalid. */
export async function extractorFrom(bytes: BufferSource, kind: WasmKind): Promise<Extractor> {
  const { instance } = await WebAssembly.instantiate(bytes, {
    env: {
      abort: () => {
        throw new Error('The extractor wasm gave up.');
      },
    },
  });
  return new Extractor(wasmKernel(instance, kind));
}

/**
 * The fastest extractor that this browser can run: wasm with SIMD, plain wasm, or TypeScript without wasm. Rejects when
 * the bytes cannot be loaded: a missing file is an error to show, not a reason to be slow silently.
 * @param read loads the bytes of a build, usually with fetch.
 */
export async function loadExtractor(
  read: (kind: WasmKind) => Promise<BufferSource>,
): Promise<Extractor> {
  const kind = supportedWasm();
  if (kind === undefined) return new Extractor(scriptKernel());
  return await extractorFrom(await read(kind), kind);
}
