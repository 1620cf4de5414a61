// SPDX-License-Identifier: Apache-2.0
/** Test fixtures: the three kernels, and shapes to measure. */
import { readFile } from 'node:fs/promises';
import { Extractor } from '../src/extractor.ts';
import { scriptKernel } from '../src/script/kernel.ts';
import { extractorFrom, type WasmKind } from '../src/load.ts';
import type { Ring, Shape } from '../src/shape.ts';

export async function wasmBytes(kind: WasmKind): Promise<Uint8Array<ArrayBuffer>> {
  const file = new URL(`../wasm/extractor.${kind}.wasm`, import.meta.url);
  return Uint8Array.from(await readFile(file));
}

export async function allExtractors(): Promise<readonly Extractor[]> {
  return [
    await extractorFrom(await wasmBytes('simd'), 'simd'),
    await extractorFrom(await wasmBytes('plain'), 'plain'),
    new Extractor(scriptKernel()),
  ];
}

export const ring = (points: readonly number[], hole = false): Ring => ({
  points: Float32Array.from(points),
  hole,
});

/** An axis-parallel rectangle. */
export function box(left: number, top: number, right: number, bottom: number): Shape {
  return [ring([left, top, right, top, right, bottom, left, bottom])];
}
