// SPDX-License-Identifier: Apache-2.0
import { useSyncExternalStore } from 'react';

function subscribe(changed: () => void): () => void {
  window.addEventListener('online', changed);
  window.addEventListener('offline', changed);
  return () => {
    window.removeEventListener('online', changed);
    window.removeEventListener('offline', changed);
  };
}

/** Whether the browser knows of no network. */
export const useIsOffline = (): boolean => useSyncExternalStore(subscribe, () => !navigator.onLine);
