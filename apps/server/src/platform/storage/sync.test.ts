// SPDX-License-Identifier: Apache-2.0
import type * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, it, vi } from 'vitest';

afterEach(() => {
  vi.doUnmock('node:fs');
  vi.resetModules();
});

it('opens files for writing on Windows, and skips folders', async () => {
  const opened: unknown[] = [];
  vi.doMock('node:fs', async (original) => ({
    ...(await original<typeof fs>()),
    openSync: (...given: unknown[]) => opened.push(given),
    fsyncSync: () => undefined,
    closeSync: () => undefined,
  }));
  vi.spyOn(process, 'platform', 'get').mockReturnValue('win32');
  vi.resetModules();
  const { sync } = await import('./sync.ts');
  const file = fileURLToPath(import.meta.url);
  sync(file);
  sync(tmpdir());
  expect(opened).toEqual([[file, 'r+']]);
});
