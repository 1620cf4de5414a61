// SPDX-License-Identifier: Apache-2.0
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { KeyValueStorage } from '../browser/stored.ts';
import { HEARTBEAT_MS, UPDATE_CHECK_BEATS, startServiceWorker, type HelperDeps } from './helper.ts';

/** A worker that records the messages it received. */
class FakeWorker extends EventTarget {
  readonly told: unknown[] = [];
  state: ServiceWorkerState = 'activated';
  postMessage(message: unknown): void {
    this.told.push(message);
  }
}

class FakeRegistration extends EventTarget {
  installing: FakeWorker | null = null;
  waiting: FakeWorker | null = null;
  active: FakeWorker | null = new FakeWorker();
  unregister = vi.fn(() => Promise.resolve(true));
  update = vi.fn(() => Promise.resolve());
}

/** The browser's container, as far as the helper uses it. */
class FakeContainer extends EventTarget {
  controller: FakeWorker | null = new FakeWorker();
  readonly registration = new FakeRegistration();
  registered = true;
  getRegistration = vi.fn(() => Promise.resolve(this.registered ? this.registration : undefined));
  register = vi.fn(() => Promise.resolve(this.registration));
  readonly ready = Promise.resolve(this.registration);
}

function memory(): KeyValueStorage {
  const kept = new Map<string, string>();
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  };
}

const script = (type: string, status = 200) =>
  new Response('x', { status, headers: { 'content-type': type } });

let container: FakeContainer;
let events: EventTarget;
let reload: ReturnType<typeof vi.fn<() => void>>;
let log: ReturnType<typeof vi.fn<(message: string) => void>>;
const settle = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);

async function start(parts: Partial<HelperDeps> = {}) {
  const helper = startServiceWorker({
    container: container as unknown as HelperDeps['container'], // the browser's cannot be constructed
    scriptUrl: '/sw-start.js',
    build: '7',
    fetchScript: () => Promise.resolve(script('text/javascript; charset=utf-8')),
    reload,
    storage: memory(),
    events: events, // likewise
    mayCheckForUpdate: () => true,
    log,
    ...parts,
  });
  await settle();
  return helper;
}

beforeEach(() => {
  vi.useFakeTimers();
  container = new FakeContainer();
  events = new EventTarget();
  reload = vi.fn();
  log = vi.fn();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

describe('the service-worker helper', () => {
  it('registers the script and sends start, a heartbeat every 10 s, and unload', async () => {
    await start();
    expect(container.register).toHaveBeenCalledWith('/sw-start.js', { updateViaCache: 'none' });
    await vi.advanceTimersByTimeAsync(2 * HEARTBEAT_MS);
    events.dispatchEvent(new Event('pagehide'));
    expect(container.controller?.told).toEqual([
      { type: 'start', build: '7' },
      { type: 'heartbeat', build: '7' },
      { type: 'heartbeat', build: '7' },
      { type: 'unload' },
    ]);
  });

  it('sends start when its first worker takes over', async () => {
    container.controller = null;
    await start();
    const first = new FakeWorker();
    container.controller = first;
    container.dispatchEvent(new Event('controllerchange'));
    expect(first.told).toEqual([{ type: 'start', build: '7' }]);
    expect(reload).not.toHaveBeenCalled();
  });

  it.each([
    ['is missing', script('application/json', 404)],
    ['is gone for good', script('application/json', 410)],
    ['is a page', script('text/html')],
    ['has no type', new Response('x', { headers: { 'content-type': '' } })],
  ])('unregisters and reloads when the script %s', async (_, response) => {
    await start({ fetchScript: () => Promise.resolve(response) });
    expect(container.registration.unregister).toHaveBeenCalledOnce();
    expect(reload).toHaveBeenCalledOnce();
    expect(container.register).not.toHaveBeenCalled();
  });

  it('reloads once per tab, and never where nothing was registered', async () => {
    const storage = memory();
    const fetchScript = () => Promise.resolve(script('text/html'));
    await start({ fetchScript, storage });
    await start({ fetchScript, storage });
    await start({ fetchScript, storage: null });
    container.registered = false;
    await start({ fetchScript });
    expect(reload).toHaveBeenCalledOnce();
  });

  it('reloads again when a script disappears after it had returned', async () => {
    const storage = memory();
    const gone = () => Promise.resolve(script('text/html'));
    await start({ fetchScript: gone, storage });
    await start({ storage });
    await start({ fetchScript: gone, storage });
    expect(reload).toHaveBeenCalledTimes(2);
  });

  it("requests caching of the measurement's workers, from a new service worker too, but only when needed", async () => {
    const [first, second] = [new FakeWorker(), new FakeWorker()];
    const controlledBy = async (worker: FakeWorker): Promise<void> => {
      container.registration.active = worker;
      container.dispatchEvent(new Event('controllerchange'));
      await settle();
    };
    const helper = await start();
    await controlledBy(first);
    expect(first.told).toEqual([]);
    helper.keepWorkers();
    await settle();
    expect(first.told).toEqual([{ type: 'keep-workers' }]);
    await controlledBy(second);
    expect(second.told).toEqual([{ type: 'keep-workers' }]);
  });

  it('sends start again when the page is restored from the back/forward cache', async () => {
    const shown = (persisted: boolean) => Object.assign(new Event('pageshow'), { persisted });
    await start();
    events.dispatchEvent(shown(false));
    events.dispatchEvent(new Event('pagehide'));
    events.dispatchEvent(shown(true));
    expect(container.controller?.told).toEqual([
      { type: 'start', build: '7' },
      { type: 'unload' },
      { type: 'start', build: '7' },
    ]);
  });

  it('keeps the worker and reports offline when the server does not answer', async () => {
    const helper = await start({ fetchScript: () => Promise.reject(new TypeError('network')) });
    expect(helper.store.getState().offline).toBe(true);
    expect(container.registration.unregister).not.toHaveBeenCalled();
    events.dispatchEvent(new Event('online'));
    expect(helper.store.getState().offline).toBe(false);
  });

  it('reports offline when nothing answers in time', async () => {
    vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort());
    const hang: HelperDeps['fetchScript'] = (_url, { signal }) =>
      signal?.aborted === true
        ? Promise.reject(new DOMException('late', 'TimeoutError'))
        : new Promise(() => undefined);
    const helper = await start({ fetchScript: hang });
    expect(helper.store.getState().offline).toBe(true);
  });

  it('reports offline when the browser does', async () => {
    const helper = await start();
    events.dispatchEvent(new Event('offline'));
    expect(helper.store.getState().offline).toBe(true);
  });

  it('notices within a heartbeat that the server answers again', async () => {
    const helper = await start();
    container.dispatchEvent(new MessageEvent('message', { data: { type: 'offline' } }));
    await vi.advanceTimersByTimeAsync(HEARTBEAT_MS);
    expect(helper.store.getState().offline).toBe(false);
  });

  it('sends no requests during a measurement, not even to check whether the server answers again', async () => {
    const fetchScript = vi.fn(() => Promise.resolve(script('text/javascript')));
    const helper = await start({ fetchScript, mayCheckForUpdate: () => false });
    const before = fetchScript.mock.calls.length;
    container.dispatchEvent(new MessageEvent('message', { data: { type: 'offline' } }));
    await vi.advanceTimersByTimeAsync(3 * HEARTBEAT_MS);
    expect(fetchScript).toHaveBeenCalledTimes(before);
    expect(helper.store.getState().offline).toBe(true);
  });

  it('keeps the worker on a server error', async () => {
    await start({ fetchScript: () => Promise.resolve(script('text/html', 503)) });
    expect(container.registration.unregister).not.toHaveBeenCalled();
    expect(reload).not.toHaveBeenCalled();
  });

  it('reports offline when the worker could not reach the network', async () => {
    const helper = await start();
    container.dispatchEvent(new MessageEvent('message', { data: 'chatter' }));
    expect(helper.store.getState().offline).toBe(false);
    container.dispatchEvent(new MessageEvent('message', { data: { type: 'offline' } }));
    expect(helper.store.getState().offline).toBe(true);
  });

  it('logs a registration that fails', async () => {
    container.register.mockRejectedValueOnce(new Error('SecurityError'));
    await start();
    expect(log).toHaveBeenCalledWith(expect.stringContaining('SecurityError'));
  });
});

describe('a new version', () => {
  async function found(build = '8') {
    const helper = await start();
    const coming = new FakeWorker();
    coming.state = 'installing';
    container.registration.installing = coming;
    container.registration.dispatchEvent(new Event('updatefound'));
    coming.state = 'installed';
    coming.dispatchEvent(new Event('statechange'));
    const answer = { type: 'version', build };
    container.dispatchEvent(new MessageEvent('message', { data: answer }));
    return { helper, coming };
  }

  it('waits until it is requested, then takes over with a reload', async () => {
    const { helper, coming } = await found();
    expect(helper.store.getState().updateReady).toBe(true);
    expect(coming.told).toEqual([{ type: 'which' }]);
    expect(reload).not.toHaveBeenCalled();
    helper.applyUpdate();
    expect(coming.told).toEqual([{ type: 'which' }, { type: 'activate' }]);
    container.dispatchEvent(new Event('controllerchange'));
    expect(reload).toHaveBeenCalledOnce();
  });

  it('that another tab requested does not reload this one until it is requested here too', async () => {
    const { helper, coming } = await found();
    coming.state = 'activated';
    container.dispatchEvent(new Event('controllerchange'));
    expect(reload).not.toHaveBeenCalled();
    helper.applyUpdate();
    expect(reload).toHaveBeenCalledOnce();
  });

  it('that the page already runs takes over silently', async () => {
    const { helper, coming } = await found('7');
    expect(helper.store.getState().updateReady).toBe(false);
    expect(coming.told).toEqual([{ type: 'which' }, { type: 'activate' }]);
    container.dispatchEvent(new Event('controllerchange'));
    expect(reload).not.toHaveBeenCalled();
  });

  it('is announced on a first visit too, without a controlling worker, and applied by a reload', async () => {
    container.controller = null;
    const { helper, coming } = await found();
    expect(helper.store.getState().updateReady).toBe(true);
    helper.applyUpdate();
    expect(coming.told).toEqual([{ type: 'which' }]);
    expect(reload).toHaveBeenCalledOnce();
  });

  it('is not announced when it is the first', async () => {
    container.controller = null;
    container.registration.active = null;
    const { helper } = await found();
    expect(helper.store.getState().updateReady).toBe(false);
  });

  it('is checked for every ten minutes, but not during a measurement', async () => {
    let mayCheckForUpdate = true;
    await start({ mayCheckForUpdate: () => mayCheckForUpdate });
    const { update } = container.registration;
    await vi.advanceTimersByTimeAsync(UPDATE_CHECK_BEATS * HEARTBEAT_MS);
    expect(update).toHaveBeenCalledOnce();
    mayCheckForUpdate = false;
    await vi.advanceTimersByTimeAsync(2 * UPDATE_CHECK_BEATS * HEARTBEAT_MS);
    expect(update).toHaveBeenCalledOnce();
    mayCheckForUpdate = true;
    await vi.advanceTimersByTimeAsync(HEARTBEAT_MS);
    expect(update).toHaveBeenCalledTimes(2);
  });
});
