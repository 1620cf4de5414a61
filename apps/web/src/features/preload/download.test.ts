// SPDX-License-Identifier: Apache-2.0
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { download } from './download.ts';

const FILES: Readonly<Record<string, number>> = { '/model.bin': 300_000, '/engine.wasm': 100_000 };
let server: Server;
let origin = '';
let methods: string[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    methods.push(`${request.method ?? ''} ${request.url ?? ''}`);
    const size = FILES[request.url ?? ''];
    if (size === undefined) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'content-length': size });
    response.end(request.method === 'HEAD' ? undefined : Buffer.alloc(size));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // An address of a listening TCP server is never a path.
  origin = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
});
beforeEach(() => {
  methods = [];
});
afterAll(() => {
  server.close();
});

const never = new AbortController().signal;
const asset = (name: string, bytesHint?: number) => ({
  url: `${origin}${name}`,
  ...(bytesHint === undefined ? {} : { bytesHint }),
});

test('every file is downloaded and the progress ends at 100', async () => {
  const seen: number[] = [];
  await download([asset('/model.bin'), asset('/engine.wasm', 100_000)], {
    signal: never,
    onPercent: (percent) => seen.push(percent),
  });
  expect(methods).toContain('HEAD /model.bin');
  expect(methods).not.toContain('HEAD /engine.wasm');
  expect(methods).toEqual(expect.arrayContaining(['GET /model.bin', 'GET /engine.wasm']));
  expect(seen.at(-1)).toBe(100);
  expect(seen.slice(0, -1).every((percent) => percent >= 0 && percent < 100)).toBe(true);
  expect([...seen].sort((a, b) => a - b)).toEqual(seen);
});

test('a hint that is too small never shows more than 99 before the end', async () => {
  const seen: number[] = [];
  await download([asset('/model.bin', 10)], { signal: never, onPercent: (p) => seen.push(p) });
  expect(seen).toEqual([99, 100]);
});

test('nothing to download is done at once', async () => {
  const seen: number[] = [];
  await download([], { signal: never, onPercent: (percent) => seen.push(percent) });
  expect(seen).toEqual([100]);
});

test.each([
  ['by its size', asset],
  ['by its content', (name: string) => asset(name, 5)],
])('a missing file fails the download, found %s', async (_, make) => {
  const assets = () => [{ ...make('/gone.bin'), url: `${origin}/gone.bin` }];
  await expect(download(assets(), { signal: never, onPercent: () => undefined })).rejects.toThrow(
    '404',
  );
});

test('leaving the screen ends the download', async () => {
  const leaving = new AbortController();
  const running = download([asset('/model.bin')], {
    signal: leaving.signal,
    onPercent: () => undefined,
  });
  leaving.abort();
  await expect(running).rejects.toThrow();
});
