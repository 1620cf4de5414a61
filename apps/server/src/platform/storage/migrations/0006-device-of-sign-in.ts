// SPDX-License-Identifier: Apache-2.0
import { sql, type Kysely, type Migration } from 'kysely';

/** The device that a person signed in on; unknown for existing sessions. */
export const deviceOfSignIn: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table token_families add column signed_in_on text`.execute(db);
    await sql`create index token_families_by_signed_in_on
      on token_families (signed_in_on)`.execute(db);
  },
};
