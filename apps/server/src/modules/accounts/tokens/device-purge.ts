// SPDX-License-Identifier: Apache-2.0
import { sql } from 'kysely';
import type { Database } from '../../../platform/storage/database.ts';

/** Families with an access token that may still be valid: it is issued for its lifetime until the refresh token ends. */
const hasTime = (now: number) =>
  sql<boolean>`(${now} - token_families.expires_at) / 1000 < token_families.access_lifetime_s`;

/**
 * Deletes devices that cannot come back: every token expired or revoked, and neither a measurement nor a person's profile
 * left. Browser and system of ended sessions are deleted as well.
 * @returns how many devices.
 */
export async function deleteExpiredDevices(db: Database, now: number): Promise<number> {
  await db
    .updateTable('token_families')
    .set({ browser: '', system: '' })
    .where((build) => build.or([build('browser', '!=', ''), build('system', '!=', '')]))
    .where((build) => build.or([build('revoked', '=', 1), build('expires_at', '<=', now)]))
    .execute();
  const result = await db
    .deleteFrom('devices')
    .where((build) =>
      build.and([
        build.not(
          build.exists(
            build
              .selectFrom('token_families')
              .select('token_families.id')
              .whereRef('token_families.device_id', '=', 'devices.id')
              .where('token_families.revoked', '=', 0)
              .where(hasTime(now)),
          ),
        ),
        build.not(
          build.exists(
            build
              .selectFrom('measurements')
              .select('measurements.id')
              .whereRef('measurements.device_id', '=', 'devices.id'),
          ),
        ),
        build.not(
          build.exists(
            build
              .selectFrom('profiles')
              .select('profiles.id')
              .whereRef('profiles.device_id', '=', 'devices.id')
              .where('profiles.user_id', 'is not', null),
          ),
        ),
      ]),
    )
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}
