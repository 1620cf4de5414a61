// SPDX-License-Identifier: Apache-2.0
import type { FastifyPluginCallback } from 'fastify';
import { mount, type MountOptions } from '../../platform/http/mount.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Launches } from '../launch/index.ts';
import type { Organisations } from '../organisations/index.ts';
import { WebhookDeliveryRepository } from './delivery-repository.ts';
import { EventRepository } from './event-repository.ts';
import { eventEndpoints, EventService } from './event-service.ts';
import { Forwarder } from './forwarder.ts';
import { Webhooks } from './webhooks.ts';

export interface EventsDeps {
  readonly organisations: Organisations;
  readonly launches: Pick<Launches, 'visits'>;
}

/** Events that browsers report, and the webhooks that they are forwarded to. */
export interface Events {
  readonly service: EventService;
  readonly webhooks: Webhooks;
  readonly forwarder: Forwarder;
  readonly plugin: (mounting: MountOptions) => FastifyPluginCallback;
}

/** @param retryAfterMs the wait before another try, for tests that cannot wait. */
export function createEvents(
  { configuration, database, now, post, housekeeping, log }: Platform,
  { organisations, launches }: EventsDeps,
  retryAfterMs?: (tries: number) => number,
): Events {
  const { configurationRows: configurations, signer } = organisations;
  const retentionMs = configuration.PERFUSE_RETENTION_HOURS * 3_600_000;
  const deliveries = new WebhookDeliveryRepository(database, now);
  const webhooks = new Webhooks({ configurations, launches: launches.visits, deliveries });
  const forwarder = new Forwarder({
    now,
    deliveries,
    configurations,
    signer,
    post,
    log,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  });
  const service = new EventService({
    events: new EventRepository(database, now),
    retentionMs,
    now,
    forward: async (configurationId, events) => {
      if (await webhooks.enqueue(configurationId, events)) forwarder.trigger();
    },
  });
  housekeeping.add('events', async () => {
    await service.purge();
    await deliveries.expire(now() - retentionMs);
  });
  return {
    service,
    webhooks,
    forwarder,
    plugin: (mounting) => (http, _options, done) => {
      mount(http, eventEndpoints(service), mounting);
      http.addHook('onReady', (started) => {
        forwarder.start();
        started();
      });
      http.addHook('onClose', forwarder.stop);
      done();
    },
  };
}
