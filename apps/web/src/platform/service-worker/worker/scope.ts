// SPDX-License-Identifier: Apache-2.0
/**
 * The part of a service worker's scope that is used. The browser's and the worker's type libraries cannot be combined.
 */

interface Lasting extends Event {
  waitUntil(promise: Promise<unknown>): void;
}

export interface FetchEvent extends Lasting {
  readonly request: Request;
  readonly clientId: string;
  readonly resultingClientId: string;
  respondWith(response: Promise<Response>): void;
}

interface Client {
  readonly id: string;
  postMessage(message: unknown): void;
}

interface MessageFromPage extends Lasting {
  readonly data: unknown;
  readonly source: Client | null;
}

export interface WorkerScope {
  readonly caches: CacheStorage;
  readonly clients: {
    get(id: string): Promise<Client | undefined>;
    matchAll(options?: { readonly includeUncontrolled: true }): Promise<readonly Client[]>;
  };
  readonly registration: { readonly scope: string };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: Lasting) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
  addEventListener(type: 'message', listener: (event: MessageFromPage) => void): void;
}
