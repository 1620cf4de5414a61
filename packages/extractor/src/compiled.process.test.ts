// SPDX-License-Identifier: Apache-2.0
import { expect, test } from 'vitest';
import { compile } from '../build.mjs';
import { wasmBytes } from '../test/fixtures.ts';

test('the compiler produces exactly the bytes that are in git', async () => {
  const compiled = await compile();
  for (const kind of ['simd', 'plain'] as const) {
    const made = compiled[`extractor.${kind}.wasm`];
    expect(Buffer.compare(made ?? Buffer.alloc(0), await wasmBytes(kind)), kind).toBe(0);
  }
});
