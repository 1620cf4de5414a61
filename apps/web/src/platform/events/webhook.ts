// SPDX-License-Identifier: Apache-2.0
import type { RemoteEvent } from '@perfuse/contract/events/events';
import { EVENT_ROUTES } from '@perfuse/contract/events/routes';
import { ApiError } from '@perfuse/client';
import { createClient } from '../http/create-client.ts';

export interface Webhook {
  /** Rejects when trying again may help; what the backend refuses is given up. */
  readonly post: (events: readonly RemoteEvent[]) => Promise<void>;
  readonly beacon: (events: readonly RemoteEvent[]) => void;
}

/** No answer, a busy or a broken backend may pass. */
const mayPass = (cause: unknown): boolean =>
  !(cause instanceof ApiError) || cause.status === 0 || cause.status >= 429;

/** @param configId whose webhook it is; asked at every request. */
export function createWebhook(configId: () => string | null): Webhook {
  const routes = createClient(EVENT_ROUTES, '/api');
  return {
    post: async (events) => {
      const id = configId();
      if (id === null) return;
      try {
        await routes.call('events', { params: { id }, body: [...events] });
      } catch (cause) {
        if (mayPass(cause)) throw cause;
      }
    },
    beacon: (events) => {
      const id = configId();
      if (id === null) return;
      const address = `/api${EVENT_ROUTES.events.path.replace(':id', encodeURIComponent(id))}`;
      const body = new Blob([JSON.stringify(events)], { type: 'application/json' });
      // A browser that refuses it has too much under way; there is nothing left to try.
      navigator.sendBeacon(address, body);
    },
  };
}
