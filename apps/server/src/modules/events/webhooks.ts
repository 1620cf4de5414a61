// SPDX-License-Identifier: Apache-2.0
import type { RemoteEvent } from '@perfuse/contract/events/events';
import type { Delivery, WebhookBody } from '@perfuse/contract/launch/webhook';
import { z } from '@perfuse/contract/schema';
import { ServiceError } from '../../platform/errors/service-error.ts';
import { sha256 } from '../../platform/crypto/digest.ts';
import type { JobQueue } from '../../platform/jobs/job-queue.ts';
import type { JobFilter, JobRow, JobState } from '../../platform/jobs/job-repository.ts';
import { json } from '../../platform/storage/rows.ts';
import type { ConfigurationRepository } from '../organisations/index.ts';
import type { LaunchRepository, LaunchRef } from '../launch/index.ts';

/** Kind of the jobs that are deliveries. */
export const WEBHOOK = 'webhook';

/**
 * Most waiting deliveries of one configuration. When a receiver lets each try time out, fewer are tried than are added,
 * so that none would ever reach its last try.
 */
export const MAX_PENDING = 100_000;

const payloadSchema = z.object({
  sessionId: z.string(),
  /** SHA-256 of the secret of the launch that reported it, hex. */
  launchHash: z.string(),
  event: z.string(),
  address: z.string(),
  /** JSON as it is sent. */
  body: z.string(),
});
type Payload = z.output<typeof payloadSchema>;
export const deliveryPayload = json(payloadSchema);

export interface WebhookDeps {
  readonly configurations: ConfigurationRepository;
  readonly launches: LaunchRepository;
  readonly jobs: JobQueue;
}

export interface DeliveryFilter extends Omit<JobFilter, 'kinds' | 'state'> {
  readonly state?: Delivery['state'];
}

const STATES = {
  held: 'pending',
  pending: 'pending',
  done: 'delivered',
  failed: 'failed',
} as const satisfies Record<JobState, Delivery['state']>;

function toDelivery(row: JobRow): Delivery {
  const { event, sessionId } = deliveryPayload.parse(row.payload);
  return {
    id: row.id,
    configId: row.configuration_id ?? '',
    event,
    sessionId,
    state: STATES[row.state],
    tries: row.tries,
    failure: row.failure,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

/** More than the retention keeps for one configuration. */
const ALL = 100_000;

const noDelivery = (id: string): ServiceError =>
  new ServiceError('NOT_FOUND', `There is no delivery ${id}.`);

/** Webhook deliveries of events: queues, lists and replays them. */
export class Webhooks {
  readonly #deps: WebhookDeps;

  constructor(deps: WebhookDeps) {
    this.#deps = deps;
  }

  /** Webhook address of a launch: its profile's, else the configuration's; else null. */
  async #address(configurationId: string, launchHash: string): Promise<string | null> {
    const { configurations, launches } = this.#deps;
    const own = await launches.eventsAddress(launchHash);
    if (own !== null) return own;
    const configuration = await configurations.find(configurationId);
    return configuration?.settings.eventsWebhookEndpoint ?? null;
  }

  /** Queues events of a launch for the webhook, each once however often it is reported. */
  async enqueue(
    { hash: launchHash, configuration_id: configId, session_by }: LaunchRef,
    events: readonly RemoteEvent[],
  ): Promise<void> {
    const address = await this.#address(configId, launchHash);
    if (address === null) return;
    const wanted = events.map((event) => {
      // Another launch cannot replace this one's, whatever session it names.
      const key = JSON.stringify([configId, launchHash, event.sequence]);
      const body: WebhookBody = { ...event, configId, verified: { session: session_by } };
      const payload: Payload = {
        sessionId: event.sessionId,
        launchHash,
        event: event.event,
        address,
        body: JSON.stringify(body),
      };
      return { id: sha256(key).slice(0, 32), payload: JSON.stringify(payload) };
    });
    await this.#deps.jobs.add(WEBHOOK, { configurationId: configId }, wanted);
  }

  /** Newest first. */
  async list({ state, ...filter }: DeliveryFilter): Promise<readonly Delivery[]> {
    const jobState = state === 'delivered' ? 'done' : state;
    const rows = await this.#deps.jobs.store.list({ ...filter, kinds: [WEBHOOK], state: jobState });
    return rows.map(toDelivery);
  }

  async #getOrThrow(id: string): Promise<JobRow> {
    const [row] = await this.#deps.jobs.store.list({ kinds: [WEBHOOK], id, limit: 1 });
    if (row === undefined) throw noDelivery(id);
    return row;
  }

  /** @throws ServiceError NOT_FOUND. */
  find = async (id: string): Promise<Delivery> => toDelivery(await this.#getOrThrow(id));

  /** A delivery with the current webhook address of its launch. */
  async #readdressed(row: JobRow): Promise<Pick<JobRow, 'id' | 'payload'>> {
    const payload: Payload = deliveryPayload.parse(row.payload);
    const address = await this.#address(row.configuration_id ?? '', payload.launchHash);
    const next: Payload = { ...payload, address: address ?? payload.address };
    return { id: row.id, payload: JSON.stringify(next) };
  }

  /** Sends a delivery once more. @throws ServiceError NOT_FOUND. */
  async replay(id: string): Promise<void> {
    const next = await this.#readdressed(await this.#getOrThrow(id));
    if ((await this.#deps.jobs.replay(WEBHOOK, [next])) === 0) throw noDelivery(id);
  }

  /** Sends all failed deliveries of a configuration once more. @returns their ids. */
  async replayFailed(configurationId: string): Promise<readonly string[]> {
    const filter = { kinds: [WEBHOOK], configurationId, state: 'failed', limit: ALL } as const;
    const next: Pick<JobRow, 'id' | 'payload'>[] = [];
    for (const row of await this.#deps.jobs.store.list(filter)) {
      next.push(await this.#readdressed(row));
    }
    await this.#deps.jobs.replay(WEBHOOK, next);
    return next.map(({ id }) => id);
  }
}
