// SPDX-License-Identifier: Apache-2.0
import { expect, test } from 'vitest';
import { wasmBytes } from '../test/fixtures.ts';
import { wasmKernel } from './wasm.ts';

const { instance } = await WebAssembly.instantiate(await wasmBytes('plain'), {
  env: { abort: () => undefined },
});

test.each(['MAX_POINTS', 'MAX_RINGS', 'MAX_WIDTH', 'MAX_CELLS', 'MOVEMENT_SUMS'])(
  'a build with another %s is refused, since writes would exceed its tables',
  (name) => {
    const other = new WebAssembly.Global({ value: 'i32' }, 12);
    expect(() => wasmKernel({ exports: { ...instance.exports, [name]: other } }, 'plain')).toThrow(
      'not the extractor',
    );
    expect(wasmKernel(instance, 'plain').kind).toBe('plain');
  },
);
