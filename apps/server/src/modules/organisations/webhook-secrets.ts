// SPDX-License-Identifier: Apache-2.0
import { randomUUID } from 'node:crypto';
import { randomSecret } from '../../platform/crypto/digest.ts';
import type { Encryption } from '../../platform/crypto/encryption.ts';
import type { WebhookSecretRepository } from './webhook-secret-repository.ts';
import type { WebhookSecretRow } from './tables.ts';

export interface WebhookSecret {
  readonly id: string;
  /** `whsec_` and 256 bits as base64url; the text itself is the HMAC key. */
  readonly secret: string;
  readonly createdAt: number;
  /** When it stops signing, once another took its place; else null. */
  readonly endsAt: number | null;
}

const HOUR_MS = 3_600_000;

/** What an organisation verifies webhooks by. Stored encrypted: a copy of the database alone cannot sign. */
export class WebhookSecrets {
  readonly #store: WebhookSecretRepository;
  readonly #encryption: Encryption;
  readonly #now: () => number;

  constructor(
    store: WebhookSecretRepository,
    encryption: Encryption,
    now: () => number = Date.now,
  ) {
    this.#store = store;
    this.#encryption = encryption;
    this.#now = now;
  }

  /** Those that sign now, the newest first; the first one is made when there is none. @throws MissingEncryptionKey */
  async inForce(organisationId: string): Promise<readonly WebhookSecret[]> {
    const present = await this.#read(organisationId);
    if (present.length > 0) return present;
    await this.#store.addFirst((await this.#make(organisationId)).row);
    return this.#read(organisationId);
  }

  async #read(organisationId: string): Promise<readonly WebhookSecret[]> {
    const rows = await this.#store.inForce(organisationId);
    return Promise.all(rows.map((row) => this.#open(row)));
  }

  /** Makes a new one; those before go on signing for some hours, so that the receiver can change in between. */
  async rotate(organisationId: string, overlapHours: number): Promise<WebhookSecret> {
    const { row, secret } = await this.#make(organisationId);
    const createdAt = await this.#store.succeed(row, this.#now() + overlapHours * HOUR_MS);
    return { id: row.id, secret, createdAt, endsAt: null };
  }

  async #make(organisationId: string) {
    const secret = `whsec_${randomSecret()}`;
    const encrypted = await this.#encryption.encrypt('webhook-secret', secret);
    return { row: { id: randomUUID(), organisationId, encrypted }, secret };
  }

  async #open({ id, encrypted, created_at, ends_at }: WebhookSecretRow): Promise<WebhookSecret> {
    const secret = await this.#encryption.decrypt('webhook-secret', encrypted);
    return { id, secret, createdAt: created_at, endsAt: ends_at };
  }
}
