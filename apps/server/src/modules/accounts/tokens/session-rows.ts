// SPDX-License-Identifier: Apache-2.0
/** Sessions of people: token families with the devices they were registered for. */
import { z } from '@perfuse/contract/schema';
import type { Database } from '../../../platform/storage/database.ts';
import { allRows, countWritten } from '../../../platform/storage/rows.ts';
import { ENDED_SESSION } from '../../organisations/index.ts';
import { deviceRow, tokenFamilyRow } from '../tables.ts';

/** Names of browser and system; '' for unknown. */
export interface SessionClient {
  readonly browser: string;
  readonly system: string;
}

const sessionRow = z.extend(
  z.pick(tokenFamilyRow, { id: true, browser: true, system: true, seen_at: true }),
  z.pick(deviceRow, { type: true, created_at: true }).shape,
);
export type SessionRow = z.output<typeof sessionRow>;

/** Ends sessions, and those handed over from them. Requires a transaction that locks rows. */
export async function endFamilies(db: Database, ids: readonly string[]): Promise<void> {
  for (let next = ids; next.length > 0;) {
    await db.updateTable('token_families').set(ENDED_SESSION).where('id', 'in', next).execute();
    const children = await db
      .selectFrom('token_families')
      .select('id')
      .where('parent_id', 'in', next)
      .where('revoked', '=', 0)
      .execute();
    next = children.map(({ id }) => id);
  }
}

/**
 * Ends every session of a person but the kept one, which depends on no other from then on.
 * @returns how many were open.
 */
export async function endSessions(db: Database, userId: string, kept = ''): Promise<number> {
  await db.updateTable('token_families').set({ parent_id: null }).where('id', '=', kept).execute();
  return db
    .updateTable('token_families')
    .set(ENDED_SESSION)
    .where('user_id', '=', userId)
    .where('id', '!=', kept)
    .where('revoked', '=', 0)
    .$call(countWritten);
}

const selectSessions = (db: Database, userId: string) =>
  db
    .selectFrom('token_families')
    .innerJoin('devices', 'devices.id', 'token_families.device_id')
    .select([
      'token_families.id',
      'token_families.browser',
      'token_families.system',
      'token_families.seen_at',
      'devices.type',
      'devices.created_at',
    ])
    .where('token_families.user_id', '=', userId);

export const listSessions = (db: Database, userId: string): Promise<readonly SessionRow[]> =>
  selectSessions(db, userId).orderBy('devices.created_at').$call(allRows(sessionRow));

export function listOpenSessions(
  db: Database,
  userId: string,
  now: number,
  limit: number,
): Promise<readonly SessionRow[]> {
  return selectSessions(db, userId)
    .where('token_families.revoked', '=', 0)
    .where('token_families.expires_at', '>', now)
    .orderBy('token_families.seen_at', 'desc')
    .orderBy('devices.created_at', 'desc')
    .limit(limit)
    .$call(allRows(sessionRow));
}
