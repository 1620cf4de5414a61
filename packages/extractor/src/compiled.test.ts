// SPDX-License-Identifier: Apache-2.0
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { sourceHash } from '../build.mjs';

test('the wasm in git was compiled from the source in git', async () => {
  const file = new URL('../wasm/built-from.txt', import.meta.url);
  expect((await readFile(file, 'utf8')).trim()).toBe(await sourceHash());
});
