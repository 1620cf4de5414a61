// SPDX-License-Identifier: Apache-2.0
import { expect, test } from 'vitest';
import { expandedBytes } from './expansion.ts';

test.each([
  ['/assets/engine.wasm', 'br', 5000],
  ['/assets/engine.wasm', 'gzip', 3500],
  ['https://files.example.org/engine.wasm?v=2', 'br', 5000],
  ['/assets/model.bin', 'br', 1240],
  ['/assets/model.json', 'gzip', 1200],
  ['/assets/model.bin', 'BR', 1240],
  ['/assets/engine.wasm', null, 1000],
  ['/assets/engine.wasm', 'identity', 1000],
  ['/assets/wasm-notes.bin', 'br', 1240],
])('1000 bytes of %s sent as %s unpack to about %i', (url, encoding, bytes) => {
  expect(expandedBytes(url, 1000, encoding)).toBe(bytes);
});

test.each([0, -1, NaN, Infinity])('a length of %d gives no estimate', (length) => {
  expect(expandedBytes('/model.bin', length, 'br')).toBe(0);
});
