// SPDX-License-Identifier: Apache-2.0
import { afterEach, expect, test, vi } from 'vitest';
import { wasmBytes } from '../test/fixtures.ts';
import { extractorFrom, loadExtractor } from './load.ts';

afterEach(() => vi.unstubAllGlobals());

test('loads the SIMD build where SIMD is supported', async () => {
  expect((await loadExtractor(wasmBytes)).kind).toBe('simd');
});

test('loads the plain build where SIMD is missing', async () => {
  const { instantiate, Global, Memory } = WebAssembly;
  vi.stubGlobal('WebAssembly', { instantiate, Global, Memory, validate: () => false });
  expect((await loadExtractor(wasmBytes)).kind).toBe('plain');
});

test('falls back to the script kernel without wasm', async () => {
  vi.stubGlobal('WebAssembly', undefined);
  expect((await loadExtractor(wasmBytes)).kind).toBe('script');
});

test('rejects when the file is missing or is not the extractor', async () => {
  await expect(loadExtractor(() => Promise.reject(new Error('404')))).rejects.toThrow('404');
  const empty = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0);
  await expect(extractorFrom(empty, 'plain')).rejects.toThrow('not the extractor');
  await expect(extractorFrom(Uint8Array.of(1, 2, 3), 'plain')).rejects.toThrow();
});
