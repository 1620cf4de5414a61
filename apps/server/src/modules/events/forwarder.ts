// SPDX-License-Identifier: Apache-2.0
import { WEBHOOK_HEADERS } from '@perfuse/contract/launch/webhook';
import type { Logger } from 'pino';
import { MissingEncryptionKey } from '../../platform/crypto/encryption.ts';
import { PostError, type GuardedPost } from '../../platform/outbound/guarded-post.ts';
import { backOffMs } from '../../platform/jobs/back-off.ts';
import { PeriodicTask } from '../../platform/jobs/periodic-task.ts';
import type { ConfigurationRepository, WebhookSigner } from '../organisations/index.ts';
import type { WebhookDeliveryRepository } from './delivery-repository.ts';
import type { DeliveryRow } from './tables.ts';

const EVERY_MS = 5_000;
/** Sent at once; so many slow receivers do not hold up the others for long. */
const BATCH = 8;
/** Longer than any post takes. */
const LEASE_MS = 60_000;
/** Together with the waits between: some three hours. */
export const MOST_TRIES = 12;

export interface ForwarderDeps {
  readonly deliveries: WebhookDeliveryRepository;
  readonly configurations: ConfigurationRepository;
  readonly signer: WebhookSigner;
  readonly post: GuardedPost;
  readonly log: Logger;
  readonly now?: () => number;
  /** For tests that cannot wait. */
  readonly retryAfterMs?: (tries: number) => number;
}

/** Sends deliveries in the background, and again when that fails. */
export class Forwarder {
  readonly #deps: ForwarderDeps;
  readonly #now: () => number;
  readonly #rounds: PeriodicTask;
  #stopped = false;

  constructor(deps: ForwarderDeps) {
    this.#deps = deps;
    this.#now = deps.now ?? Date.now;
    this.#rounds = new PeriodicTask({
      everyMs: EVERY_MS,
      work: () => this.#sendDue(),
      failed: (error) => deps.log.error({ err: error }, 'webhooks failed'),
    });
  }

  /** Looks for what is due, after the round under way. */
  trigger(): void {
    this.#rounds.trigger();
  }

  start(): void {
    this.#rounds.start();
  }

  /** Ends after the posts under way; the rest is in the store for the next start. */
  readonly stop = async (): Promise<void> => {
    this.#stopped = true;
    await this.#rounds.stop();
  };

  async #sendDue(): Promise<void> {
    while (!this.#stopped) {
      const due = await this.#deps.deliveries.take(BATCH, LEASE_MS);
      await Promise.all(due.map((row) => this.#send(row)));
      if (due.length < BATCH) return;
    }
  }

  async #send(row: DeliveryRow): Promise<void> {
    const { deliveries, log } = this.#deps;
    const failure = await this.#post(row);
    const tries = row.tries + 1;
    if (failure === null) {
      await deliveries.settle(row, { state: 'delivered', tries, failure });
      return;
    }
    const isLast = tries >= MOST_TRIES;
    const wait = (this.#deps.retryAfterMs ?? backOffMs)(tries);
    await deliveries.settle(row, {
      state: isLast ? 'failed' : 'pending',
      tries,
      failure,
      nextTryAt: this.#now() + wait,
    });
    log.warn(
      { code: failure, count: tries, reason: 'webhook' },
      isLast ? 'a webhook was given up' : 'a webhook could not be delivered yet',
    );
  }

  /** @returns null when it was taken; else why not. */
  async #post({ id, configuration_id, event, address, body }: DeliveryRow): Promise<string | null> {
    const { configurations, signer, post } = this.#deps;
    const configuration = await configurations.find(configuration_id);
    if (configuration === null) return 'NO_CONFIGURATION';
    try {
      const headers = {
        ...(await signer.sign(configuration.organisation_id, body)),
        [WEBHOOK_HEADERS.delivery]: id,
        [WEBHOOK_HEADERS.event]: event,
      };
      const { status } = await post(address, { headers, body });
      return status >= 200 && status < 300 ? null : `HTTP_${String(status)}`;
    } catch (error) {
      if (error instanceof PostError) return error.code;
      // It waits for the key as it would for a receiver that is away.
      if (error instanceof MissingEncryptionKey) return 'LOST_ENCRYPTION_KEY';
      throw error;
    }
  }
}
