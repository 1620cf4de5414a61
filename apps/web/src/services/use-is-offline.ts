// SPDX-License-Identifier: Apache-2.0
import { useSyncExternalStore } from 'react';
import { SERVICE_WORKER } from './service-worker.ts';

function subscribe(changed: () => void): () => void {
  window.addEventListener('online', changed);
  window.addEventListener('offline', changed);
  const ofHelper = (): (() => void) | undefined =>
    SERVICE_WORKER.getState().helper?.store.subscribe(changed);
  let end = ofHelper();
  const endStart = SERVICE_WORKER.subscribe(() => {
    end?.();
    end = ofHelper();
    changed();
  });
  return () => {
    window.removeEventListener('online', changed);
    window.removeEventListener('offline', changed);
    endStart();
    end?.();
  };
}

const isOffline = (): boolean =>
  !navigator.onLine || SERVICE_WORKER.getState().helper?.store.getState().offline === true;

/** Whether the browser is offline, or its last request did not reach the service. */
export const useIsOffline = (): boolean => useSyncExternalStore(subscribe, isOffline);
