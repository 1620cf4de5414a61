// SPDX-License-Identifier: Apache-2.0
import { BACKEND_ROUTES } from '@perfuse/contract/backend/routes';
import { useEffect, useRef } from 'react';

const POLL_INTERVAL_MS = 5000;

/**
 * Polls in the background whether the service answers again, and calls once when it does. A hidden page waits until it
 * is visible.
 */
export function useServiceRecovery(onBack: () => void): void {
  const call = useRef(onBack);
  useEffect(() => {
    call.current = onBack;
  });
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    const look = (): void => {
      if (document.hidden) return;
      fetch(`/api${BACKEND_ROUTES.status.path}`, { cache: 'no-store', signal }).then(
        ({ ok }) => {
          if (!ok || signal.aborted) return;
          leaving.abort();
          call.current();
        },
        () => undefined,
      );
    };
    const timer = setInterval(look, POLL_INTERVAL_MS);
    signal.addEventListener('abort', () => clearInterval(timer));
    window.addEventListener('online', look, { signal });
    document.addEventListener('visibilitychange', look, { signal });
    return () => leaving.abort();
  }, []);
}
