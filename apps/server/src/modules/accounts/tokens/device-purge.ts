// SPDX-License-Identifier: Apache-2.0
import { setImmediate as turn } from 'node:timers/promises';
import { sql, type Expression, type ExpressionBuilder, type SqlBool } from 'kysely';
import { z } from '@perfuse/contract/schema';
import type { Database, Tables } from '../../../platform/storage/database.ts';
import { countWritten } from '../../../platform/storage/rows.ts';
import { deviceRow, tokenFamilyRow } from '../tables.ts';

/** Most sessions or tokens that one statement deletes: it blocks the embedded store. */
const SLICE = 200;
/** Devices that one run checks for sessions that ended earlier. */
const LOOKED_AT = 2000;

const ofDevice = z.array(z.pick(tokenFamilyRow, { device_id: true }));
const deviceId = z.pick(deviceRow, { id: true });

/** Deletes sessions that ended: revoked, or without an access token that may still be valid. @returns their devices. */
async function deleteEnded(db: Database, now: number): Promise<readonly string[]> {
  const ended = db
    .selectFrom('token_families')
    .select('id')
    .where((of) =>
      of.or([
        // A literal: a bound value does not match the partial index of revoked sessions.
        sql<SqlBool>`revoked = 1`,
        of.and([
          of('expires_at', '<=', now),
          // Access tokens are issued with their full lifetime until the refresh token expires.
          sql<SqlBool>`(${now} - expires_at) / 1000 >= access_lifetime_s`,
        ]),
      ]),
    )
    .limit(SLICE);
  const rows = await db
    .deleteFrom('token_families')
    .where('id', 'in', ended)
    .returning('device_id')
    .execute();
  return ofDevice.parse(rows).map(({ device_id }) => device_id);
}

/** Deletes refresh tokens, used or not, that have expired. @returns how many. */
async function deleteExpired(db: Database, now: number): Promise<number> {
  const expired = db
    .selectFrom('refresh_tokens')
    .select('hash')
    .where('expires_at', '<=', now)
    .limit(SLICE);
  return db.deleteFrom('refresh_tokens').where('hash', 'in', expired).$call(countWritten);
}

/**
 * Deletes devices without a session (on them or signed in on them), a measurement or a person's profile.
 * @returns how many.
 */
async function deleteUnused(
  db: Database,
  among: (build: ExpressionBuilder<Tables, 'devices'>) => Expression<SqlBool>,
): Promise<number> {
  return db
    .deleteFrom('devices')
    .where(among)
    .where((build) =>
      build.and([
        build.not(
          build.exists(
            build
              .selectFrom('token_families')
              .select('token_families.id')
              .where((family) =>
                family.or([
                  family('token_families.device_id', '=', family.ref('devices.id')),
                  family('token_families.signed_in_on', '=', family.ref('devices.id')),
                ]),
              ),
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
    .$call(countWritten);
}

/**
 * Deletes ended sessions, expired refresh tokens, and devices that cannot come back and have no data left: with their
 * session or, when their last measurement or profile was deleted later, by a scan over all devices.
 */
export class DevicePurge {
  readonly #db: Database;
  /** Id of the last device that the previous run checked; '' to start over. */
  #lookedTo = '';

  constructor(db: Database) {
    this.#db = db;
  }

  /** @returns how many devices were deleted. */
  async run(now: number): Promise<number> {
    let deleted = 0;
    for (;;) {
      const ids = await deleteEnded(this.#db, now);
      if (ids.length > 0) deleted += await deleteUnused(this.#db, (of) => of('id', 'in', ids));
      if (ids.length < SLICE) break;
      await turn();
    }
    while ((await deleteExpired(this.#db, now)) === SLICE) await turn();
    return deleted + (await this.#deleteNext());
  }

  async #deleteNext(): Promise<number> {
    const from = this.#lookedTo;
    const last = await this.#db
      .selectFrom('devices')
      .select('id')
      .where('id', '>', from)
      .orderBy('id')
      .offset(LOOKED_AT - 1)
      .limit(1)
      .executeTakeFirst();
    const to = last === undefined ? null : deviceId.parse(last).id;
    this.#lookedTo = to ?? '';
    return deleteUnused(this.#db, (of) =>
      to === null ? of('id', '>', from) : of.and([of('id', '>', from), of('id', '<=', to)]),
    );
  }
}
