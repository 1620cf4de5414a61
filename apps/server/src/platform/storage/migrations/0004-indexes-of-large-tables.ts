// SPDX-License-Identifier: Apache-2.0
import { sql, type Kysely, type Migration } from 'kysely';

/**
 * Indexes for lists, counts and the housekeeping, needed once there are many rows. `measurements_by_study_id` and
 * `refresh_tokens_by_expires_at` also spare SQLite a scan for each row that others refer to.
 */
const statements: readonly string[] = [
  `create index measurements_in_no_history on measurements (status, updated_at)
    where user_id is null and status = 'COMPLETE'`,
  `create index measurements_not_complete on measurements (status, updated_at)
    where status <> 'COMPLETE'`,
  'create index measurements_by_user_id_created_at on measurements (user_id, created_at)',
  // With the status, by which staff count them.
  `create index measurements_by_organisation_id_created_at
    on measurements (organisation_id, created_at, status)`,
  `create index measurements_by_organisation_id_updated_at
    on measurements (organisation_id, updated_at)`,
  'create index measurements_by_study_id on measurements (study_id, device_id)',
  'create index profiles_by_organisation_id_created_at on profiles (organisation_id, created_at)',
  'create index profiles_by_name on profiles (name)',
  'create index users_by_organisation_id_created_at on users (organisation_id, created_at)',
  'create index users_by_email on users (email)',
  'create index devices_by_organisation_id_created_at on devices (organisation_id, created_at)',
  'create index licences_by_organisation_id_created_at on licences (organisation_id, created_at)',
  'create index token_families_by_expires_at on token_families (expires_at)',
  'create index token_families_revoked on token_families (revoked) where revoked = 1',
  'create index refresh_tokens_by_expires_at on refresh_tokens (expires_at)',
  "create index refresh_tokens_with_answer on refresh_tokens (used_at) where answer <> ''",
  'create index audit_by_organisation_id_created_at on audit (organisation_id, created_at)',
  // Replaced by the indexes above. Last, because from here on PostgreSQL blocks readers of the table until the end.
  'drop index measurements_by_status_updated_at',
  'drop index measurements_by_user_id',
  'drop index measurements_of_organisation',
];

export const indexesOfLargeTables: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
