// SPDX-License-Identifier: Apache-2.0
import type { RemoteEvent } from '@perfuse/contract/events/events';
import { EVENT_ROUTES } from '@perfuse/contract/events/routes';
import { LAUNCH_HEADER } from '@perfuse/contract/launch/link';
import { ApiError, isAway } from '@perfuse/client';
import { createClient } from '../http/create-client.ts';

export interface Webhook {
  /** Rejects when a retry may help; events that the backend refuses are dropped. */
  readonly post: (events: readonly RemoteEvent[]) => Promise<void>;
  /** Rejects when the browser could not send them: there is no network, or too much is pending. */
  readonly beacon: (events: readonly RemoteEvent[]) => Promise<void>;
}

/** The launch that the events belong to. */
export interface WebhookLaunch {
  readonly configId: string;
  /** The launch's secret. */
  readonly launchId: string;
}

/** @param launch called for every request; null: there is no launch that events could belong to. */
export function createWebhook(launch: () => WebhookLaunch | null): Webhook {
  const secret = (): Record<string, string> => {
    const launched = launch();
    return launched === null ? {} : { [LAUNCH_HEADER]: launched.launchId };
  };
  const routes = createClient(EVENT_ROUTES, '/api', secret);
  return {
    post: async (events) => {
      const id = launch()?.configId;
      if (id === undefined || events.length === 0) return;
      try {
        await routes.call('events', { params: { id }, body: [...events] });
      } catch (cause) {
        if (!(cause instanceof ApiError) || isAway(cause)) throw cause;
      }
    },
    beacon: async (events) => {
      const id = launch()?.configId;
      if (id === undefined || events.length === 0) return;
      const address = `/api${EVENT_ROUTES.events.path.replace(':id', encodeURIComponent(id))}`;
      // `navigator.sendBeacon` could not send the secret.
      await fetch(address, {
        method: 'POST',
        keepalive: true,
        headers: { 'Content-Type': 'application/json', ...secret() },
        body: JSON.stringify(events),
      });
    },
  };
}
