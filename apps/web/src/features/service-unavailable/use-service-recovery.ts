// SPDX-License-Identifier: Apache-2.0
import { createContractClient } from '@perfuse/client';
import { BACKEND_ROUTES } from '@perfuse/contract/backend/routes';
import { useEffect, useRef } from 'react';

const POLL_INTERVAL_MS = 5000;

/** Without the app's own reports of errors: a failed check is no news. */
const service = createContractClient({ status: BACKEND_ROUTES.status }, '/api');

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
    const ask = async (): Promise<void> => {
      // A check without an answer must end: the browser opens only a few connections.
      const limit = AbortSignal.any([signal, AbortSignal.timeout(POLL_INTERVAL_MS)]);
      // Rejects anything but the service's answer, such as the sign-in page of a Wi-Fi.
      await service.call('status', { signal: limit });
      if (signal.aborted) return;
      leaving.abort();
      call.current();
    };
    const look = (): void => {
      if (!document.hidden) ask().catch(() => undefined);
    };
    const timer = setInterval(look, POLL_INTERVAL_MS);
    signal.addEventListener('abort', () => clearInterval(timer));
    window.addEventListener('online', look, { signal });
    document.addEventListener('visibilitychange', look, { signal });
    return () => leaving.abort();
  }, []);
}
