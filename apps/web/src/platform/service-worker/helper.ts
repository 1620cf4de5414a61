// SPDX-License-Identifier: Apache-2.0
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { KeyValueStorage } from '../browser/stored.ts';
import { isWorkerMessage, type PageMessage } from './messages.ts';
import { checkScript } from './script-check.ts';

/** From the specification's section 9. */
export const HEARTBEAT_MS = 10_000;
/** Number of heartbeats after which an open page checks for a newer version: every ten minutes. */
export const UPDATE_CHECK_BEATS = 60;
/** Set in this tab once it was reloaded to remove a worker. */
const RELOADED_KEY = 'perfuse.service-worker-reloaded';

export interface ServiceWorkerState {
  /** A newer version is installed and waiting. */
  readonly updateReady: boolean;
  /** The network could not be reached since the last check. */
  readonly offline: boolean;
}

type Container = Pick<
  ServiceWorkerContainer,
  'addEventListener' | 'controller' | 'getRegistration' | 'ready' | 'register'
>;

export interface HelperDeps {
  readonly container: Container;
  /** Address of the worker's script; its folder is the worker's scope. */
  readonly scriptUrl: string;
  /** Version of this page. */
  readonly build: string;
  readonly fetchScript: (url: string, init: RequestInit) => Promise<Response>;
  readonly reload: () => void;
  /** Per tab; null where storage is switched off. */
  readonly storage: KeyValueStorage | null;
  readonly events: Pick<Window, 'addEventListener'>;
  /** Whether requests to the server are allowed now: not during a measurement. */
  readonly mayCheckForUpdate: () => boolean;
  /** Logs failures that the person cannot act on. */
  readonly log: (message: string) => void;
}

export interface ServiceWorkerHelper {
  readonly store: StoreApi<ServiceWorkerState>;
  /** Caches everything that a measurement on this device needs, so that it needs no network. */
  readonly keepWorkers: () => void;
  /** Activates the waiting version and reloads the page. Call it only when nothing can be lost. */
  readonly applyUpdate: () => void;
}

/** Unregisters a worker whose script is gone. Without a reload the page would continue to run its cached files. */
async function retire({ container, scriptUrl, reload, storage }: HelperDeps): Promise<void> {
  const registration = await container.getRegistration(scriptUrl);
  if (registration === undefined) return;
  await registration.unregister();
  // Once per tab: if the worker returns nevertheless, the page must not reload forever.
  if (storage?.getItem(RELOADED_KEY) !== null) return;
  storage.setItem(RELOADED_KEY, 'yes');
  reload();
}

/** Registers the service worker and exchanges messages with it while the page lives (specification, section 4). */
export function startServiceWorker(parts: HelperDeps): ServiceWorkerHelper {
  const { container, scriptUrl, build, events, log, reload, storage } = parts;
  const store = createStore<ServiceWorkerState>()(() => ({ updateReady: false, offline: false }));
  let waiting: ServiceWorker | null = null;
  let applying = false;
  let registered: ServiceWorkerRegistration | null = null;
  let beats = 0;

  const send = (message: PageMessage): void => container.controller?.postMessage(message);
  const start = (): void => send({ type: 'start', build });

  const watch = (registration: ServiceWorkerRegistration): void => {
    const note = (worker: ServiceWorker | null): void => {
      // The first version replaces nothing.
      if (worker?.state !== 'installed' || registration.active === null) return;
      waiting = worker;
      const question: PageMessage = { type: 'which' };
      worker.postMessage(question);
    };
    note(registration.waiting);
    registration.addEventListener('updatefound', () => {
      const coming = registration.installing;
      coming?.addEventListener('statechange', () => note(coming));
    });
  };

  const register = async (): Promise<void> => {
    const state = await checkScript(scriptUrl, parts.fetchScript);
    if (state === 'unknown') {
      store.setState({ offline: true });
      return;
    }
    if (state === 'gone') {
      await retire(parts);
      return;
    }
    storage?.removeItem(RELOADED_KEY);
    registered = await container.register(scriptUrl, { updateViaCache: 'none' });
    watch(registered);
  };

  /**
   * The page always comes from the network, so it may already run the waiting worker's version; then only the worker is
   * old.
   */
  const heardOf = (coming: string): void => {
    if (waiting === null) return;
    if (coming !== build) {
      store.setState({ updateReady: true });
      return;
    }
    const message: PageMessage = { type: 'activate' };
    waiting.postMessage(message);
  };

  const lookForUpdate = (): void => {
    if (registered === null || beats < UPDATE_CHECK_BEATS || !parts.mayCheckForUpdate()) return;
    beats = 0;
    // Without a network no update can be found.
    registered.update().catch(() => undefined);
  };

  /** A browser that never noticed going offline does not notice coming back online either. */
  const lookAgain = async (): Promise<void> => {
    const state = await checkScript(scriptUrl, parts.fetchScript);
    if (state !== 'unknown') store.setState({ offline: false });
  };

  let keepsWorkers = false;
  const askToKeepWorkers = (): void => {
    const message: PageMessage = { type: 'keep-workers' };
    // At the first visit no worker controls the page yet.
    void container.ready.then(({ active }) => active?.postMessage(message));
  };

  container.addEventListener('message', ({ data }) => {
    if (!isWorkerMessage(data)) return;
    if (data.type === 'version') heardOf(data.build);
    else store.setState({ offline: true });
  });
  container.addEventListener('controllerchange', () => {
    if (applying) reload();
    else start();
    if (keepsWorkers) askToKeepWorkers();
  });
  events.addEventListener('online', () => store.setState({ offline: false }));
  events.addEventListener('offline', () => store.setState({ offline: true }));
  events.addEventListener('pagehide', () => send({ type: 'unload' }));
  events.addEventListener('pageshow', (event) => {
    // Restored from the back-forward cache.
    if (event.persisted) start();
  });
  start();
  setInterval(() => {
    send({ type: 'heartbeat', build });
    if (store.getState().offline && parts.mayCheckForUpdate()) void lookAgain();
    beats += 1;
    lookForUpdate();
  }, HEARTBEAT_MS);
  register().catch((error: unknown) => {
    log(`The service worker could not be registered: ${String(error)}`);
  });

  return {
    store,
    keepWorkers: () => {
      keepsWorkers = true;
      askToKeepWorkers();
    },
    applyUpdate: () => {
      if (waiting?.state !== 'installed' || container.controller === null) {
        // Another tab has already switched, or no worker controls this page yet: reloading is enough.
        reload();
        return;
      }
      applying = true;
      const message: PageMessage = { type: 'activate' };
      waiting.postMessage(message);
    },
  };
}
