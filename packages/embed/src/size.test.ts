// SPDX-License-Identifier: Apache-2.0
import { gzipSync } from 'node:zlib';
import { elementScript } from '@perfuse/embed/build';
import { expect, test } from 'vitest';

test('the script of the element is smaller than 4 kB when compressed, and imports nothing', async () => {
  const script = await elementScript();
  // Brotli is smaller, but not every server supports it.
  expect(gzipSync(script).length).toBeLessThan(4000);
  expect(script).not.toMatch(/\bimport\b|\brequire\(/);
});
