// SPDX-License-Identifier: Apache-2.0
import { afterEach, expect, test, vi } from 'vitest';
import { Shell } from './shell.ts';

const SCOPE = 'https://app.example.org/';
const PLAN = { build: 'b2', edition: 'consumer', files: ['a.js', 'b.js'], workers: [] };
const THIS = 'perfuse-shell-consumer-b2';
const OLDER = 'perfuse-shell-consumer-b1';

/** Cached texts by path below the folder, by cache. */
type Kept = Record<string, Record<string, string>>;

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** A shell of version b2 with in-memory caches; a full disk stores nothing, damaged caches refuse everything. */
function shellOver(kept: Kept, { full = false, damaged = false } = {}) {
  const path = (url: string) => url.slice(SCOPE.length);
  const found = (text: string | undefined) =>
    Promise.resolve(text === undefined ? undefined : new Response(text));
  const refuse = () => Promise.reject(new DOMException('damaged', 'UnknownError'));
  const open = (name: string) => {
    if (damaged) return refuse();
    const files = (kept[name] ??= {});
    return Promise.resolve({
      match: (url: string) => found(files[path(url)]),
      put: async (url: string, response: Response) => {
        if (full) throw new DOMException('full', 'QuotaExceededError');
        files[path(url)] = await response.text();
      },
    });
  };
  const caches = {
    open,
    match: (url: string) =>
      damaged ? refuse() : found(Object.values(kept).find((f) => path(url) in f)?.[path(url)]),
    keys: () => Promise.resolve(Object.keys(kept)),
    delete: (name: string) => Promise.resolve(Reflect.deleteProperty(kept, name)),
  };
  const shell = new Shell(PLAN, caches as unknown as CacheStorage, SCOPE); // the part that a shell uses
  const onOffline = vi.fn();
  const ask = (how: 'page' | 'hashed' | 'fresh', file: string) =>
    shell[how](new Request(SCOPE + file), onOffline);
  return { shell, ask, onOffline };
}

const answering = (answer: (url: string) => Promise<Response>): void => {
  vi.stubGlobal(
    'fetch',
    vi.fn((asked: Request | string) => answer(typeof asked === 'string' ? asked : asked.url)),
  );
};
/** What a Wi-Fi or a filter answers in place of a file. */
const foreignPage = () =>
  new Response('Welcome', { headers: { 'content-type': 'text/html; charset=utf-8' } });
const noNetwork = () => Promise.reject(new TypeError('network'));

test('a version is cached completely: files already cached are reused, and the page is fetched again', async () => {
  answering((url) => Promise.resolve(new Response(`b2 ${url}`)));
  const kept: Kept = { [OLDER]: { '': 'old page', 'a.js': 'a' } };
  await shellOver(kept).shell.fill();
  expect(kept[THIS]).toEqual({ '': `b2 ${SCOPE}`, 'a.js': 'a', 'b.js': `b2 ${SCOPE}b.js` });
});

test('a version with a missing file is not installed', async () => {
  answering((url) =>
    Promise.resolve(new Response('', { status: url.endsWith('b.js') ? 404 : 200 })),
  );
  await expect(shellOver({}).shell.fill()).rejects.toThrow('404');
});

test.each(['', 'b.js'])('a version is not installed with a foreign page for "%s"', async (file) => {
  answering((url) => Promise.resolve(url === SCOPE + file ? foreignPage() : new Response('b2')));
  await expect(shellOver({}).shell.fill()).rejects.toThrow(`not of this version: ${SCOPE}${file}`);
});

test('only versions of this edition that no page runs are deleted', async () => {
  const other = 'perfuse-shell-enterprise-b0';
  const kept: Kept = { 'perfuse-shell-consumer-b0': {}, [OLDER]: {}, [THIS]: {}, [other]: {} };
  await shellOver(kept).shell.dropOthers(new Set(['b1']));
  expect(Object.keys(kept)).toEqual([OLDER, THIS, other]);
});

test.each(['hashed', 'fresh'] as const)('a full disk fails no request: %s', async (how) => {
  answering(() => Promise.resolve(new Response('new')));
  expect(await (await shellOver({}, { full: true }).ask(how, 'c.js')).text()).toBe('new');
});

test.each(['hashed', 'fresh'] as const)('an error response is not cached: %s', async (how) => {
  answering(() => Promise.resolve(new Response('not found', { status: 404 })));
  const kept: Kept = {};
  await shellOver(kept).ask(how, 'c.js');
  expect(kept[THIS]?.['c.js']).toBeUndefined();
});

test.each(['hashed', 'fresh'] as const)(
  'a foreign page in place of a file is not cached: %s',
  async (how) => {
    answering(() => Promise.resolve(foreignPage()));
    const kept: Kept = {};
    await shellOver(kept).ask(how, 'c.js');
    expect(kept).toEqual({});
  },
);

test.each(['page', 'hashed', 'fresh'] as const)(
  'with damaged caches the network is used: %s',
  async (how) => {
    answering(() => Promise.resolve(new Response('new')));
    const { ask } = shellOver({}, { damaged: true });
    expect(await (await ask(how, 'c.js')).text()).toBe('new');
  },
);

test('without a network the manifest and the icons come from the cache', async () => {
  answering(noNetwork);
  const { ask, onOffline } = shellOver({ [OLDER]: { 'icon.png': 'kept' } });
  expect(await (await ask('fresh', 'icon.png')).text()).toBe('kept');
  expect(onOffline).toHaveBeenCalledOnce();
});

test.each(['hashed', 'fresh'] as const)(
  'a file that is not cached fails without a network, which is reported: %s',
  async (how) => {
    answering(noNetwork);
    const { ask, onOffline } = shellOver({});
    await expect(ask(how, 'c.js')).rejects.toThrow('network');
    expect(onOffline).toHaveBeenCalledOnce();
  },
);

test.each([200, 404])('the page is the one that the server sends: status %i', async (status) => {
  answering(() => Promise.resolve(new Response('new', { status })));
  const { ask, onOffline } = shellOver({ [THIS]: { '': 'kept' } });
  expect(await (await ask('page', 'consent')).text()).toBe('new');
  expect(onOffline).not.toHaveBeenCalled();
});

test.each([
  ['within the site is shown and cached, as browsers refuse a redirected response', SCOPE, false],
  ['to another site stays redirected, which browsers refuse', 'https://other.example/', true],
])('a start page that was moved %s', async (_, target, isRedirected) => {
  const moved = () =>
    Object.defineProperties(new Response('moved b2'), {
      redirected: { value: true },
      url: { value: `${target}moved` },
    });
  answering(() => Promise.resolve(moved()));
  const kept: Response[] = [];
  const cache = { put: (_: string, response: Response) => void kept.push(response) };
  const caches = { open: () => Promise.resolve(cache) } as unknown as CacheStorage;
  const shell = new Shell({ ...PLAN, files: [] }, caches, SCOPE);
  await shell.fill();
  for (const page of [...kept, await shell.page(new Request(SCOPE), vi.fn())]) {
    expect([page.redirected, page.status, await page.text()]).toEqual([
      isRedirected,
      200,
      'moved b2',
    ]);
  }
  expect(kept).toHaveLength(1);
});

test.each([
  ['the server cannot be reached', noNetwork],
  [
    'what stands before it says so',
    () => Promise.resolve(new Response('bad gateway', { status: 502 })),
  ],
])('the page is the cached one when %s', async (_, answer) => {
  answering(answer);
  const { ask, onOffline } = shellOver({ [THIS]: { '': 'kept' } });
  expect(await (await ask('page', 'consent')).text()).toBe('kept');
  expect(onOffline).toHaveBeenCalledOnce();
});

test('the page is the cached one when nothing answers in time', async () => {
  vi.useFakeTimers();
  answering(() => new Promise(() => undefined));
  const { ask, onOffline } = shellOver({ [THIS]: { '': 'kept' } });
  const page = ask('page', 'consent');
  await vi.runAllTimersAsync();
  expect(await (await page).text()).toBe('kept');
  expect(onOffline).toHaveBeenCalledOnce();
});

test('without a cached page a late response is waited for', async () => {
  vi.useFakeTimers();
  answering(() => new Promise((resolve) => setTimeout(() => resolve(new Response('new')), 60_000)));
  const page = shellOver({}).ask('page', 'consent');
  await vi.runAllTimersAsync();
  expect(await (await page).text()).toBe('new');
});

test('without a cached page the browser gets the network error or the response of the server', async () => {
  answering(noNetwork);
  expect((await shellOver({}).ask('page', 'consent')).type).toBe('error');
  answering(() => Promise.resolve(new Response('bad gateway', { status: 502 })));
  expect((await shellOver({}).ask('page', 'consent')).status).toBe(502);
});
