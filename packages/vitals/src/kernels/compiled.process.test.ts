// SPDX-License-Identifier: Apache-2.0
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { compiled } from '../../build.mjs';

test('the compiler produces exactly the code that is in git', async () => {
  const file = new URL('compiled.ts', import.meta.url);
  expect(await compiled()).toBe(await readFile(file, 'utf8'));
});
