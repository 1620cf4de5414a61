// SPDX-License-Identifier: Apache-2.0
/**
 * `page`: the network's newest page, the kept one without a network. `hashed`: what is kept, since the address names
 * its content. `fresh`: the network's, what is kept without one. `network`: not the worker's business.
 */
export type Strategy = 'page' | 'hashed' | 'fresh' | 'network';

/** Paths of the server that are no part of the app, and those of the other edition, which has a worker of its own. */
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

export interface Asked {
  readonly method: string;
  readonly url: string;
  readonly mode: string;
}

/** How the worker answers a request. @param scope address of the worker's folder, ends with a slash. */
export function strategyFor({ method, url, mode }: Asked, scope: string): Strategy {
  if (method !== 'GET' || !url.startsWith(scope)) return 'network';
  const [path = ''] = url.slice(scope.length).split(/[?#]/);
  // Ranges and the like are rare here; what matters is named below.
  if (path.startsWith('assets/')) return 'hashed';
  if (UNHASHED.test(path)) return 'fresh';
  const [first = ''] = path.split('/');
  return mode === 'navigate' && !NOT_THE_APP.includes(first) ? 'page' : 'network';
}
