// SPDX-License-Identifier: Apache-2.0
import { z } from '@perfuse/contract/schema';
import type { Database } from '../database.ts';
import { time } from '../rows.ts';

const secretRow = z.object({
  id: z.string(),
  organisation_id: z.string(),
  sealed: z.string(),
  ends_at: z.nullable(time),
  created_at: time,
});
export type WebhookSecretRow = z.output<typeof secretRow>;

/** Sealed secrets that organisations verify webhooks by. */
export class WebhookSecretRepository {
  readonly #db: Database;
  readonly #now: () => number;

  constructor(db: Database, now: () => number = Date.now) {
    this.#db = db;
    this.#now = now;
  }

  /** Adds one unless its id is taken. @returns when it was made. */
  async add(secret: {
    readonly id: string;
    readonly organisationId: string;
    readonly sealed: string;
  }): Promise<number> {
    const created_at = this.#now();
    const { id, organisationId: organisation_id, sealed } = secret;
    await this.#db
      .insertInto('webhook_secrets')
      .values({ id, organisation_id, sealed, ends_at: null, created_at })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute();
    return created_at;
  }

  /** Those that have not ended, newest first. */
  async inForce(organisationId: string): Promise<readonly WebhookSecretRow[]> {
    const rows = await this.#db
      .selectFrom('webhook_secrets')
      .selectAll()
      .where('organisation_id', '=', organisationId)
      .where((build) =>
        build.or([build('ends_at', 'is', null), build('ends_at', '>', this.#now())]),
      )
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .execute();
    return z.array(secretRow).parse(rows);
  }

  /** Sets an end to those that have none, or a later one. */
  async end(organisationId: string, endsAt: number): Promise<void> {
    await this.#db
      .updateTable('webhook_secrets')
      .set({ ends_at: endsAt })
      .where('organisation_id', '=', organisationId)
      .where((build) => build.or([build('ends_at', 'is', null), build('ends_at', '>', endsAt)]))
      .execute();
  }

  async purge(): Promise<void> {
    await this.#db.deleteFrom('webhook_secrets').where('ends_at', '<=', this.#now()).execute();
  }
}
