// SPDX-License-Identifier: Apache-2.0
import { sql, type Kysely, type Migration } from 'kysely';

/** Accounts that expire unless confirmed by a code. Existing ones never expire, as it is unknown who created them. */
export const unprovenAccounts: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table users add column expires_at bigint`.execute(db);
    await sql`create index users_by_expires_at on users (expires_at)`.execute(db);
  },
};
