// SPDX-License-Identifier: Apache-2.0
import type { Database } from '../../platform/storage/database.ts';
import { Repository } from '../../platform/storage/repository.ts';
import { allRows } from '../../platform/storage/rows.ts';
import { rowLocked } from '../../platform/storage/transactions.ts';
import { lockOrganisation } from './lock-organisation.ts';
import { webhookSecretRow, type WebhookSecretRow } from './tables.ts';

interface NewSecret {
  readonly id: string;
  readonly organisationId: string;
  readonly encrypted: string;
}

const activeSecrets = (db: Database, organisationId: string, now: number) =>
  db
    .selectFrom('webhook_secrets')
    .selectAll()
    .where('organisation_id', '=', organisationId)
    .where((build) => build.or([build('ends_at', 'is', null), build('ends_at', '>', now)]))
    .orderBy('created_at', 'desc')
    .orderBy('id');

async function insertSecret(
  db: Database,
  { id, organisationId, encrypted }: NewSecret,
  created_at: number,
): Promise<void> {
  await db
    .insertInto('webhook_secrets')
    .values({ id, organisation_id: organisationId, encrypted, ends_at: null, created_at })
    .execute();
}

/** Encrypted secrets with which organisations verify webhooks. */
export class WebhookSecretRepository extends Repository {
  /** Adds the first one, unless there is an active one. */
  async addFirst(secret: NewSecret): Promise<void> {
    await this.#locked(secret, async (db) => {
      const present = await activeSecrets(db, secret.organisationId, this.now()).executeTakeFirst();
      if (present === undefined) await insertSecret(db, secret, this.now());
    });
  }

  /** Adds one, and ends the others at `othersEndAt` at the latest. @returns when it was created. */
  async replace(secret: NewSecret, othersEndAt: number): Promise<number> {
    const created_at = this.now();
    await this.#locked(secret, async (db) => {
      await db
        .updateTable('webhook_secrets')
        .set({ ends_at: othersEndAt })
        .where('organisation_id', '=', secret.organisationId)
        .where((build) =>
          build.or([build('ends_at', 'is', null), build('ends_at', '>', othersEndAt)]),
        )
        .execute();
      await insertSecret(db, secret, created_at);
    });
    return created_at;
  }

  /** Runs `work` while no other call creates a secret for the organisation: only one may have no end. */
  async #locked(
    { organisationId }: NewSecret,
    work: (db: Database) => Promise<void>,
  ): Promise<void> {
    await rowLocked(this.db).execute(async (db) => {
      await lockOrganisation(db, organisationId);
      await work(db);
    });
  }

  /** Those that have not ended, newest first. */
  async active(organisationId: string): Promise<readonly WebhookSecretRow[]> {
    return activeSecrets(this.db, organisationId, this.now()).$call(allRows(webhookSecretRow));
  }

  async purge(): Promise<void> {
    await this.db.deleteFrom('webhook_secrets').where('ends_at', '<=', this.now()).execute();
  }
}
