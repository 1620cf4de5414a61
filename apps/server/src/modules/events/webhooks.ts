// SPDX-License-Identifier: Apache-2.0
import type { RemoteEvent } from '@perfuse/contract/events/events';
import type { Delivery, WebhookBody } from '@perfuse/contract/launch/webhook';
import { ServiceError } from '../../platform/errors/service-error.ts';
import { sha256 } from '../../platform/crypto/digest.ts';
import type { ConfigurationRepository } from '../organisations/index.ts';
import type { LaunchRepository } from '../launch/index.ts';
import type { DeliveryFilter, WebhookDeliveryRepository } from './delivery-repository.ts';
import type { DeliveryRow } from './tables.ts';

export interface WebhookDeps {
  readonly configurations: ConfigurationRepository;
  readonly launches: LaunchRepository;
  readonly deliveries: WebhookDeliveryRepository;
}

export const toDelivery = (row: DeliveryRow): Delivery => ({
  id: row.id,
  configId: row.configuration_id,
  event: row.event,
  sessionId: row.session_id,
  state: row.state,
  tries: row.tries,
  failure: row.failure,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

const noDelivery = (id: string): ServiceError =>
  new ServiceError('NOT_FOUND', `There is no delivery ${id}.`);

/** Deliveries of events: what goes in, what became of it, and once more. Sending is the forwarder's. */
export class Webhooks {
  readonly #deps: WebhookDeps;

  constructor(deps: WebhookDeps) {
    this.#deps = deps;
  }

  /** Where events of a session go: the visit's profile goes before the configuration. */
  async #address(configurationId: string, sessionId: string): Promise<string | null> {
    const { configurations, launches } = this.#deps;
    const asked = await launches.eventsAddress(configurationId, sessionId);
    if (asked !== null) return asked;
    const configuration = await configurations.find(configurationId);
    return configuration?.settings.eventsWebhookEndpoint ?? null;
  }

  /** Stores events for the webhook, each once, however often it is told. @returns whether any is to be forwarded. */
  async enqueue(configurationId: string, events: readonly RemoteEvent[]): Promise<boolean> {
    const addresses = new Map<string, string | null>();
    for (const sessionId of new Set(events.map((event) => event.sessionId))) {
      addresses.set(sessionId, await this.#address(configurationId, sessionId));
    }
    const wanted = events.flatMap((event) => {
      const address = addresses.get(event.sessionId) ?? null;
      if (address === null) return [];
      const body: WebhookBody = { ...event, configId: configurationId };
      return [
        {
          id: sha256(JSON.stringify([configurationId, event.sessionId, event.sequence])).slice(
            0,
            32,
          ),
          session_id: event.sessionId,
          event: event.event,
          address,
          body: JSON.stringify(body),
        },
      ];
    });
    await this.#deps.deliveries.add(configurationId, wanted);
    return wanted.length > 0;
  }

  /** Newest first. */
  async list(filter: DeliveryFilter): Promise<readonly Delivery[]> {
    return (await this.#deps.deliveries.list(filter)).map(toDelivery);
  }

  async #getOrThrow(id: string): Promise<DeliveryRow> {
    const row = await this.#deps.deliveries.find(id);
    if (row === null) throw noDelivery(id);
    return row;
  }

  /** @throws ServiceError NOT_FOUND. */
  find = async (id: string): Promise<Delivery> => toDelivery(await this.#getOrThrow(id));

  /**
   * Sends a delivery once more, to where the events of its session go by now.
   * @throws ServiceError NOT_FOUND.
   */
  async replay(id: string): Promise<void> {
    const row = await this.#getOrThrow(id);
    const address = await this.#address(row.configuration_id, row.session_id);
    const isThere = await this.#deps.deliveries.renew(id, address ?? row.address);
    if (!isThere) throw noDelivery(id);
  }
}
