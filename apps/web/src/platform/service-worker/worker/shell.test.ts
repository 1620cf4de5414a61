// SPDX-License-Identifier: Apache-2.0
import { afterEach, expect, test, vi } from 'vitest';
import { Shell } from './shell.ts';

const SCOPE = 'https://app.example.org/';
const PLAN = { build: 'index-a.js', edition: 'consumer', files: [], workers: [] };

afterEach(() => {
  vi.unstubAllGlobals();
});

/** A shell that keeps this page, or none, and what it said of the network. */
function shellWith(kept: Response | undefined) {
  const cache = { match: () => Promise.resolve(kept) };
  const caches = { open: () => Promise.resolve(cache) };
  const shell = new Shell(PLAN, caches as unknown as CacheStorage, SCOPE); // what it asks of one here
  const onOffline = vi.fn();
  const page = () => shell.page(new Request(`${SCOPE}consent`), onOffline);
  return { page, onOffline };
}

const answering = (answer: () => Promise<Response>): void => {
  vi.stubGlobal('fetch', vi.fn(answer));
};

test.each([200, 404])('the page is the newest that the server has: status %i', async (status) => {
  answering(() => Promise.resolve(new Response('new', { status })));
  const { page, onOffline } = shellWith(new Response('kept'));
  expect(await (await page()).text()).toBe('new');
  expect(onOffline).not.toHaveBeenCalled();
});

test.each([
  ['the server cannot be reached', () => Promise.reject(new TypeError('network'))],
  [
    'what stands before it says so',
    () => Promise.resolve(new Response('bad gateway', { status: 502 })),
  ],
])('it is the kept one when %s', async (_, answer) => {
  answering(answer);
  const { page, onOffline } = shellWith(new Response('kept'));
  expect(await (await page()).text()).toBe('kept');
  expect(onOffline).toHaveBeenCalledOnce();
});

test('without a kept one, the browser says what there is to say', async () => {
  answering(() => Promise.reject(new TypeError('network')));
  expect((await shellWith(undefined).page()).type).toBe('error');
  answering(() => Promise.resolve(new Response('bad gateway', { status: 502 })));
  expect((await shellWith(undefined).page()).status).toBe(502);
});
