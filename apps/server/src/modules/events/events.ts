// SPDX-License-Identifier: Apache-2.0
import type { RemoteEvent } from '@perfuse/contract/events/events';
import { LAUNCH_FAILURES } from '@perfuse/contract/failures/launch-failures';
import type { FastifyPluginCallback } from 'fastify';
import { routes, type MountOptions } from '../../platform/http/mount.ts';
import { codeOf } from '../../platform/telemetry/error-code.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Launches } from '../launch/index.ts';
import type { Organisations } from '../organisations/index.ts';
import { EventRepository } from './event-repository.ts';
import { eventEndpoints, EventService } from './event-service.ts';
import { webhookHandler } from './webhook-handler.ts';
import { MAX_PENDING, WEBHOOK, Webhooks } from './webhooks.ts';

export interface EventsDeps {
  readonly organisations: Organisations;
  readonly launches: Pick<Launches, 'onRefused' | 'visits'>;
}

/** Events that browsers report, and the webhooks that they are forwarded to. */
export interface Events {
  readonly webhooks: Webhooks;
  readonly plugin: (mounting: MountOptions) => FastifyPluginCallback;
}

/** @param retryAfterMs the wait before another try, for tests that cannot wait. */
export function createEvents(
  { configuration, database, now, post, jobs, housekeeping, log }: Platform,
  { organisations, launches }: EventsDeps,
  retryAfterMs?: (tries: number) => number,
): Events {
  const { configurationRows: configurations, signer } = organisations;
  const webhooks = new Webhooks({ configurations, launches: launches.visits, jobs });
  jobs.register(WEBHOOK, webhookHandler({ configurations, signer, post, retryAfterMs }));
  const service = new EventService({
    events: new EventRepository(database, now),
    retentionMs: configuration.PERFUSE_RETENTION_HOURS * 3_600_000,
    now,
    forward: (launch, events) => webhooks.enqueue(launch, events),
  });
  launches.onRefused(async (launch, { code, isRedirected }) => {
    const of = { timestamp: new Date(now()).toISOString(), sessionId: launch.session_id };
    const refusal: RemoteEvent = {
      ...of,
      sequence: 0,
      event: LAUNCH_FAILURES.CONFIGURATION_REFUSED.event,
      severity: 'ERROR',
      payload: { part: 'launch', code },
    };
    const redirect: RemoteEvent = {
      ...of,
      sequence: 1,
      event: 'REDIRECTING_TO_CALLBACK',
      severity: 'INFO',
      payload: { error: code },
    };
    // The launch is refused whether or not this can be reported.
    await service
      .addOnce(launch, isRedirected ? [refusal, redirect] : [refusal])
      .catch((error: unknown) => {
        log.warn({ code: codeOf(error) }, 'a refused launch could not be reported');
      });
  });
  housekeeping.add('events', () => service.purge());
  housekeeping.add('webhooks', () => jobs.giveUpOldest(WEBHOOK, MAX_PENDING));
  return {
    webhooks,
    plugin: (mounting) => routes(eventEndpoints(service, launches.visits), mounting),
  };
}
