// SPDX-License-Identifier: Apache-2.0
/** Addresses of the two wasm builds, for a Vite build. Run `node packages/extractor/build.mjs` before. */
import plain from '../dist/extractor.plain.wasm?url';
import simd from '../dist/extractor.simd.wasm?url';
import type { WasmKind } from './load.ts';

export const extractorUrls: Readonly<Record<WasmKind, string>> = { simd, plain };
