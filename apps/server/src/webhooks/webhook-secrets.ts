// SPDX-License-Identifier: Apache-2.0
import { randomUUID } from 'node:crypto';
import { randomSecret } from '../identity/digest.ts';
import type { Sealing } from '../identity/sealing.ts';
import type {
  WebhookSecretRepository,
  WebhookSecretRow,
} from '../storage/repositories/webhook-secrets.ts';

export interface WebhookSecret {
  readonly id: string;
  /** `whsec_` and 256 bits as base64url; the text itself is the HMAC key. */
  readonly secret: string;
  readonly createdAt: number;
  /** When it stops signing, once another took its place; else null. */
  readonly endsAt: number | null;
}

const HOUR_MS = 3_600_000;

/** What an organisation verifies webhooks by. Stored sealed: a copy of the database alone cannot sign. */
export class WebhookSecrets {
  readonly #store: WebhookSecretRepository;
  readonly #sealing: Sealing;
  readonly #now: () => number;

  constructor(store: WebhookSecretRepository, sealing: Sealing, now: () => number = Date.now) {
    this.#store = store;
    this.#sealing = sealing;
    this.#now = now;
  }

  /** Those that sign now, the newest first; the first one is made when there is none. @throws LostSealingKey */
  async inForce(organisationId: string): Promise<readonly WebhookSecret[]> {
    const present = await this.#read(organisationId);
    if (present.length > 0) return present;
    // Its id is the organisation's, so that of several that make it at once one does.
    await this.#make(organisationId, organisationId);
    return this.#read(organisationId);
  }

  async #read(organisationId: string): Promise<readonly WebhookSecret[]> {
    const rows = await this.#store.inForce(organisationId);
    return Promise.all(rows.map((row) => this.#open(row)));
  }

  /** Makes a new one; those before go on signing for some hours, so that the receiver can change in between. */
  async rotate(organisationId: string, overlapHours: number): Promise<WebhookSecret> {
    await this.#store.end(organisationId, this.#now() + overlapHours * HOUR_MS);
    return this.#make(organisationId, randomUUID());
  }

  async #make(organisationId: string, id: string): Promise<WebhookSecret> {
    const secret = `whsec_${randomSecret()}`;
    const sealed = await this.#sealing.seal('webhook-secret', secret);
    const createdAt = await this.#store.add({ id, organisationId, sealed });
    return { id, secret, createdAt, endsAt: null };
  }

  async #open({ id, sealed, created_at, ends_at }: WebhookSecretRow): Promise<WebhookSecret> {
    const secret = await this.#sealing.open('webhook-secret', sealed);
    return { id, secret, createdAt: created_at, endsAt: ends_at };
  }
}
