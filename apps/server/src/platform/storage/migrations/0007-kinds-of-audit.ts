// SPDX-License-Identifier: Apache-2.0
import { sql, type Kysely, type Migration } from 'kysely';

/** Indexes the first part of the action, with its dot: a search for rare actions reads no other entries. */
export const kindsOfAudit: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`create index audit_by_kind_created_at
      on audit (rtrim(action, 'abcdefghijklmnopqrstuvwxyz-'), created_at)`.execute(db);
  },
};
