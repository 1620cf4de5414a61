// SPDX-License-Identifier: Apache-2.0
import { Extractor } from './extractor.ts';
import { scriptKernel } from './script/kernel.ts';
import { wasmKernel } from './wasm.ts';

/** A module of one function that returns a v128: valid only where SIMD is. */
const SIMD_PROBE = Uint8Array.of(
  ...[0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0],
  ...[10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11],
);

export type WasmKind = 'simd' | 'plain';

/** The build this browser will load; undefined where there is no wasm at all. */
export function supportedWasm(): WasmKind | undefined {
  if (typeof WebAssembly !== 'object') return undefined;
  // iOS 16.0 to 16.3, for one, has no SIMD.
  return WebAssembly.validate(SIMD_PROBE) ? 'simd' : 'plain';
}

/** An extractor from the bytes of one of the two builds. Rejects when they are not that. */
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
 * The fastest extractor this browser can run: wasm with SIMD, plain wasm, or TypeScript without wasm.
 * @param read gives the bytes of a build, usually with fetch.
 * Rejects when the bytes cannot be had: a missing file is a fault to show, not a reason to be slow in silence.
 */
export async function loadExtractor(
  read: (kind: WasmKind) => Promise<BufferSource>,
): Promise<Extractor> {
  const kind = supportedWasm();
  if (kind === undefined) return new Extractor(scriptKernel());
  return await extractorFrom(await read(kind), kind);
}
