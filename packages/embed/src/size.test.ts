// SPDX-License-Identifier: Apache-2.0
import { gzipSync } from 'node:zlib';
import { elementScript } from '@perfuse/embed/build';
import { expect, test } from 'vitest';

test('the element is a page of script of less than 4 kB, compressed, and imports nothing', async () => {
  const script = await elementScript();
  // Brotli is smaller, but not every server supports it.
  expect(gzipSync(script).length).toBeLessThan(4000);
  expect(script).not.toMatch(/\bimport\b|\brequire\(/);
});
