// SPDX-License-Identifier: Apache-2.0
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { download } from './download.ts';
import { isContentHashed, openFileCache, type FileCache } from './file-cache.ts';

const FILES: Readonly<Record<string, number>> = { '/model.bin': 300_000, '/engine.wasm': 100_000 };
let server: Server;
let origin = '';
let methods: string[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    methods.push(`${request.method ?? ''} ${request.url ?? ''}`);
    if (request.url === '/filtered.bin') {
      response.writeHead(200, { 'content-type': 'text/html' }).end('Not allowed here');
      return;
    }
    const size = FILES[request.url ?? ''];
    if (size === undefined) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'content-length': size });
    response.end(request.method === 'HEAD' ? undefined : Buffer.alloc(size));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // The address of a listening TCP server is never a path.
  origin = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
});
beforeEach(() => {
  methods = [];
});
afterAll(() => {
  server.close();
});

const never = new AbortController().signal;
const NONE = await openFileCache(undefined, 'none');
const url = (name: string) => `${origin}${name}`;
const silent = { signal: never, cache: NONE, onPercent: () => undefined };

/** A cache that remembers addresses. */
function memory() {
  const kept = new Set<string>();
  const cache: FileCache = {
    has: (name) => Promise.resolve(kept.has(name)),
    keep: async (name, response) => {
      await response.arrayBuffer();
      kept.add(name);
    },
    keepOnly: (names) => {
      for (const name of kept) if (!names.includes(name)) kept.delete(name);
      return Promise.resolve();
    },
  };
  return { kept, cache };
}

test('the sizes of all files are requested first, then the files, and the progress ends at 100', async () => {
  const seen: number[] = [];
  await download([url('/model.bin'), url('/engine.wasm')], {
    ...silent,
    onPercent: (percent) => seen.push(percent),
  });
  expect(methods.slice(0, 2).sort()).toEqual(['HEAD /engine.wasm', 'HEAD /model.bin']);
  expect(methods.slice(2).sort()).toEqual(['GET /engine.wasm', 'GET /model.bin']);
  expect(seen.at(-1)).toBe(100);
  expect(seen.slice(0, -1).every((percent) => percent >= 0 && percent < 100)).toBe(true);
  expect([...seen].sort((a, b) => a - b)).toEqual(seen);
});

test('the next visit downloads nothing, and files of an earlier version are deleted', async () => {
  const { kept, cache } = memory();
  kept.add(url('/old-model.bin'));
  await download([url('/model.bin')], { ...silent, cache });
  methods = [];
  await download([url('/model.bin')], { ...silent, cache });
  expect(methods).toEqual([]);
  expect([...kept]).toEqual([url('/model.bin')]);
});

test('an empty list of files completes at once', async () => {
  const seen: number[] = [];
  await download([], { ...silent, onPercent: (percent) => seen.push(percent) });
  expect(seen).toEqual([100]);
});

test('a missing file fails the download before any file is requested', async () => {
  await expect(download([url('/model.bin'), url('/gone.bin')], silent)).rejects.toThrow('404');
  expect(methods.filter((method) => method.startsWith('GET'))).toEqual([]);
});

test('a page in place of a file fails the download, and is not stored under its name', async () => {
  const { kept, cache } = memory();
  await expect(download([url('/filtered.bin')], { ...silent, cache })).rejects.toThrow(
    'a page for',
  );
  expect([...kept]).toEqual([]);
});

test('leaving the screen ends the download', async () => {
  const leaving = new AbortController();
  const running = download([url('/model.bin')], { ...silent, signal: leaving.signal });
  leaving.abort();
  await expect(running).rejects.toThrow();
});

test.each([
  ['https://app.example.org/assets/facemesh-BLe29iWP.bin', true],
  ['https://app.example.org/org/assets/extractor.simd-CxY_a1-9.wasm', true],
  ['https://app.example.org/visage/visageSDK.wasm', false],
  ['https://app.example.org/manifest.json', false],
])('%s has a content hash in its name: %s', (address, hashed) => {
  expect(isContentHashed(address)).toBe(hashed);
});
