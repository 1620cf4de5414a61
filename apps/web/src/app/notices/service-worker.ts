// SPDX-License-Identifier: Apache-2.0
import { LOG } from '../../platform/log/log.ts';
import { storageOf } from '../../platform/browser/stored.ts';
import { fullPath } from '../../config/base-path.ts';
import { PATHS } from '../../routes/paths.ts';
import { SERVICE_WORKER } from '../../services/service-worker.ts';
import type { Services } from '../../services/services.ts';
import type { Session } from '../../session/session-store.ts';

/** While a face may be filmed, nothing else uses the network or the processor. */
const mayCheckForUpdate = (): boolean => {
  const { pathname } = window.location;
  return !pathname.startsWith(fullPath(pathname, PATHS.measurement));
};

/**
 * By then a page that has started shows the screen of its address and session and has rendered what is below the fold:
 * on two cores, fetching the service worker's files would take a third of the processor from that.
 */
const SETTLED_MS = 4000;

/** Waits until start-up has fetched what it needs first: where it leads to a preload, the tracker's files. */
async function afterPreload({ launch, session }: Start): Promise<void> {
  await new Promise<void>((resolve) => {
    const look = (): boolean => launch.store.getState().phase !== 'starting';
    if (look()) resolve();
    else launch.store.subscribe(() => look() && resolve());
  });
  await new Promise((resolve) => setTimeout(resolve, SETTLED_MS));
  const { pathname } = window.location;
  if (pathname !== fullPath(pathname, PATHS.preload)) return;
  await new Promise<void>((resolve) => {
    const look = ({ preloadCompleted }: Session): void => {
      if (preloadCompleted) resolve();
    };
    look(session.getState());
    session.subscribe(look);
  });
}

type Start = Pick<Services, 'launch' | 'session'>;

/** Whether this installation allows analysis on the device. */
function mayMeasureHere({ launch }: Start): boolean {
  const state = launch.store.getState();
  const { analysis = 'service' } = state.phase === 'ready' ? state.facts.settings : {};
  return analysis !== 'service';
}

/**
 * Starts the service worker once the page has loaded and is ready for a person, so that the 200 files that it caches do
 * not delay the first screen.
 * @param entry address of the page's own script, whose name identifies the version.
 */
export function registerServiceWorker(entry: URL, services: Start): void {
  if (!window.isSecureContext || !('serviceWorker' in navigator)) return;
  const start = async (): Promise<void> => {
    await afterPreload(services);
    // Not needed by the first screen.
    const { startServiceWorker } = await import('../../platform/service-worker/helper.ts');
    const helper = startServiceWorker({
      container: navigator.serviceWorker,
      scriptUrl: `${import.meta.env.BASE_URL}sw-start.js`,
      build: entry.pathname.split('/').at(-1) ?? '',
      fetchScript: (url, init) => fetch(url, init),
      reload: () => window.location.reload(),
      storage: storageOf('sessionStorage'),
      events: window,
      mayCheckForUpdate,
      log: (message) => LOG.add('error', [message]),
    });
    SERVICE_WORKER.setState({ helper });
    if (mayMeasureHere(services)) helper.keepWorkers();
  };
  const begin = (): void => {
    start().catch((error: unknown) => LOG.add('error', ['No service worker:', error]));
  };
  if (document.readyState === 'complete') begin();
  else window.addEventListener('load', begin, { once: true });
}
