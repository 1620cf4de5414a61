// SPDX-License-Identifier: Apache-2.0
/**
 * `page`: the network's newest page, else the cached one. `hashed`: the cached file, since its name has a content hash.
 * `fresh`: the network's file, else the cached one. `network`: not handled by the worker.
 */
export type Strategy = 'page' | 'hashed' | 'fresh' | 'network';

/** Paths of the server outside the app, and those of the other edition, which has its own worker. */
const NOT_THE_APP = [
  'admin',
  'analysis',
  'api',
  'health',
  'learned',
  'metrics',
  'openapi',
  'org',
  'visage',
];
/** Files next to the page whose names do not change. */
const UNHASHED = /^(?:manifest\.json|favicon\.svg|icons\/[\w.-]+)$/;

export interface RequestFacts {
  readonly method: string;
  readonly url: string;
  readonly mode: string;
}

/** The worker's strategy for a request. @param scope address of the worker's folder, ends with a slash. */
export function strategyFor({ method, url, mode }: RequestFacts, scope: string): Strategy {
  if (method !== 'GET' || !url.startsWith(scope)) return 'network';
  const [path = ''] = url.slice(scope.length).split(/[?#]/);
  // Range requests and the like are rare here; the cases that matter follow.
  if (path.startsWith('assets/')) return 'hashed';
  if (UNHASHED.test(path)) return 'fresh';
  const [first = ''] = path.split('/');
  return mode === 'navigate' && !NOT_THE_APP.includes(first) ? 'page' : 'network';
}
