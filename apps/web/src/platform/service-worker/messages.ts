// SPDX-License-Identifier: Apache-2.0
/** Messages between a page and the service worker. Both sides have the same origin; shapes are checked nevertheless. */

/** From a page. `build` is the version of the app that it runs. */
export type PageMessage =
  | { readonly type: 'start'; readonly build: string }
  | { readonly type: 'heartbeat'; readonly build: string }
  | { readonly type: 'unload' }
  /** Asks a worker for its version. */
  | { readonly type: 'which' }
  /** This device measures by itself: cache the workers for that too. */
  | { readonly type: 'keep-workers' }
  /** Take over from the worker before this one. */
  | { readonly type: 'activate' };

/** To a page. */
export type WorkerMessage =
  /** A request failed for lack of a network. */
  | { readonly type: 'offline' }
  /** Answers `which`. */
  | { readonly type: 'version'; readonly build: string };

const typeOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, 'type') : undefined;

const hasBuild = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && typeof Reflect.get(value, 'build') === 'string';

export function isPageMessage(value: unknown): value is PageMessage {
  const type = typeOf(value);
  if (type === 'unload' || type === 'activate' || type === 'which') return true;
  if (type === 'keep-workers') return true;
  return (type === 'start' || type === 'heartbeat') && hasBuild(value);
}

export function isWorkerMessage(value: unknown): value is WorkerMessage {
  const type = typeOf(value);
  return type === 'offline' || (type === 'version' && hasBuild(value));
}
