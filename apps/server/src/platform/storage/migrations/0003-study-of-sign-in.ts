// SPDX-License-Identifier: Apache-2.0
import { sql, type Kysely, type Migration } from 'kysely';

/** The study that a sign-in is for, until its second step. */
export const studyOfSignIn: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table sign_in_steps
      add column study_id text references studies (id) on delete set null`.execute(db);
  },
};
