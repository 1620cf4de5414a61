// SPDX-License-Identifier: Apache-2.0
import type { TransactionBuilder } from 'kysely';
import type { Database } from './database.ts';
import type { Tables } from './tables.ts';

/**
 * A transaction that begins by locking the one row everything in it hangs on (`.forUpdate()`), which spares PostgreSQL
 * the bookkeeping of serializable ones. On SQLite it is like any other: they run one at a time.
 */
export const rowLocked = (database: Database): TransactionBuilder<Tables> =>
  database.transaction().setIsolationLevel('read committed');

/** Locks an organisation: {@link rowLocked} transactions that begin so run one after the other. */
export async function lockOrganisation(db: Database, organisationId: string): Promise<void> {
  await db
    .selectFrom('organisations')
    .select('id')
    .where('id', '=', organisationId)
    .forNoKeyUpdate()
    .execute();
}

/** Tables whose rows others belong to. */
type ParentTable = 'users' | 'devices' | 'studies' | 'profiles' | 'configurations';

/**
 * Locks the row that a new one is to belong to against deletion until the transaction ends. To be called first in a
 * {@link rowLocked} one: it waits for a deletion that is under way. @returns whether the row exists.
 */
export async function lockParent(db: Database, table: ParentTable, id: string): Promise<boolean> {
  const row = await db
    .selectFrom(table)
    .select('id')
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirst();
  return row !== undefined;
}

/** As {@link lockParent}, against any other lock of the row. */
export async function lockForUpdate(
  db: Database,
  table: ParentTable,
  id: string,
): Promise<boolean> {
  const row = await db
    .selectFrom(table)
    .select('id')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/** Who makes a request: a person, or a device without a person. */
export interface Caller {
  readonly deviceId: string;
  readonly userId: string | null;
}

/** Locks the person and the device of a session. @returns false when either was deleted meanwhile. */
export async function lockCaller(db: Database, { deviceId, userId }: Caller): Promise<boolean> {
  // The person first, as in their deletion: no two transactions wait for each other.
  if (userId !== null && !(await lockParent(db, 'users', userId))) return false;
  return lockParent(db, 'devices', deviceId);
}
