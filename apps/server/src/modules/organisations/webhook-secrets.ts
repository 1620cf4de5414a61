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
  /** When it stops signing, once it was replaced; else null. */
  readonly endsAt: number | null;
}

const HOUR_MS = 3_600_000;

/** Secrets that webhooks are signed with. Stored encrypted: a copy of the database alone cannot sign. */
export class WebhookSecrets {
  readonly #store: WebhookSecretRepository;
  readonly #encryption: Encryption;
  readonly #now: () => number;

  constructor(store: WebhookSecretRepository, encryption: Encryption, now: () => number) {
    this.#store = store;
    this.#encryption = encryption;
    this.#now = now;
  }

  /** The active ones, newest first; one is created when there is none. @throws MissingEncryptionKey */
  async active(organisationId: string): Promise<readonly WebhookSecret[]> {
    const present = await this.#read(organisationId);
    if (present.length > 0) return present;
    await this.#store.addFirst((await this.#create(organisationId)).row);
    return this.#read(organisationId);
  }

  async #read(organisationId: string): Promise<readonly WebhookSecret[]> {
    const rows = await this.#store.active(organisationId);
    return Promise.all(rows.map((row) => this.#decrypt(row)));
  }

  /** Creates a new one; the previous ones keep signing for some hours, so that the receiver can change over. */
  async rotate(organisationId: string, overlapHours: number): Promise<WebhookSecret> {
    const { row, secret } = await this.#create(organisationId);
    const createdAt = await this.#store.replace(row, this.#now() + overlapHours * HOUR_MS);
    return { id: row.id, secret, createdAt, endsAt: null };
  }

  async #create(organisationId: string) {
    const secret = `whsec_${randomSecret()}`;
    const encrypted = await this.#encryption.encrypt('webhook-secret', secret);
    return { row: { id: randomUUID(), organisationId, encrypted }, secret };
  }

  async #decrypt({ id, encrypted, created_at, ends_at }: WebhookSecretRow): Promise<WebhookSecret> {
    const secret = await this.#encryption.decrypt('webhook-secret', encrypted);
    return { id, secret, createdAt: created_at, endsAt: ends_at };
  }
}
