// SPDX-License-Identifier: Apache-2.0
/**
 * The service worker: caches the app's files so that it starts at once, and reports a missing network. A new version
 * waits until every page of the old one is closed, or the person requests it.
 */
import { isPageMessage, type WorkerMessage } from '../messages.ts';
import { Pages } from './pages.ts';
import type { FetchEvent, WorkerScope } from './scope.ts';
import { Shell, type ShellPlan } from './shell.ts';
import { strategyFor } from './strategy.ts';

/** Defined by the build; see vite/service-worker.ts. */
declare const __PERFUSE_SHELL__: ShellPlan;

const scope = self as unknown as WorkerScope; // the browser's type library assumes that every script runs in a page
const shell = new Shell(__PERFUSE_SHELL__, scope.caches, scope.registration.scope);
const pages = new Pages();

async function tellOffline({ clientId, resultingClientId }: FetchEvent): Promise<void> {
  const message: WorkerMessage = { type: 'offline' };
  const asking = await scope.clients.get(clientId || resultingClientId);
  const told = asking === undefined ? await scope.clients.matchAll() : [asking];
  for (const client of told) client.postMessage(message);
}

/**
 * Deletes versions that no page can request. Not while an open page has not sent a message since the worker was
 * started.
 */
async function tidy(): Promise<void> {
  const inUse = pages.builds(Date.now());
  const open = await scope.clients.matchAll({ includeUncontrolled: true });
  if (open.length <= pages.count) await shell.dropOthers(inUse);
}

scope.addEventListener('install', (event) => event.waitUntil(shell.fill()));

scope.addEventListener('fetch', (event) => {
  const strategy = strategyFor(event.request, scope.registration.scope);
  if (strategy === 'network') return;
  const onOffline = (): void => event.waitUntil(tellOffline(event));
  event.respondWith(shell[strategy](event.request, onOffline));
});

scope.addEventListener('message', (event) => {
  const { data, source } = event;
  if (!isPageMessage(data)) return;
  if (data.type === 'activate') {
    event.waitUntil(scope.skipWaiting());
    return;
  }
  if (data.type === 'keep-workers') {
    // Without a network the files are either cached already or unavailable.
    event.waitUntil(shell.fillWorkers().catch(() => undefined));
    return;
  }
  if (data.type === 'which') {
    const answer: WorkerMessage = { type: 'version', build: __PERFUSE_SHELL__.build };
    source?.postMessage(answer);
    return;
  }
  const id = source?.id ?? '';
  if (data.type === 'unload') pages.gone(id);
  else pages.beat(id, data.build, Date.now());
  // Not at every heartbeat, as old versions stay old.
  if (data.type !== 'heartbeat') event.waitUntil(tidy());
});
