// SPDX-License-Identifier: Apache-2.0
/** URLs of the two wasm builds, for a Vite build. */
import plain from '../wasm/extractor.plain.wasm?url';
import simd from '../wasm/extractor.simd.wasm?url';
import type { WasmKind } from './load.ts';

export const extractorUrls: Readonly<Record<WasmKind, string>> = { simd, plain };
