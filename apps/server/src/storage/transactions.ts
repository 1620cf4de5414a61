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

/** Lets {@link rowLocked} transactions that begin so for one organisation run one after the other. */
export async function waitTurn(db: Database, organisationId: string): Promise<void> {
  await db
    .selectFrom('organisations')
    .select('id')
    .where('id', '=', organisationId)
    .forNoKeyUpdate()
    .execute();
}

/** Tables whose rows others belong to. */
type Owning = 'users' | 'devices' | 'studies' | 'profiles' | 'configurations';

/**
 * Looks whether what a new row is to belong to is still there, and keeps it there until the transaction ends. To be
 * called first in a {@link rowLocked} one: it may wait for a deletion that is under way.
 */
export async function holdOwner(db: Database, table: Owning, id: string): Promise<boolean> {
  const row = await db
    .selectFrom(table)
    .select('id')
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirst();
  return row !== undefined;
}

/** As {@link holdOwner}, one transaction after the other. */
export async function holdAlone(db: Database, table: Owning, id: string): Promise<boolean> {
  const row = await db
    .selectFrom(table)
    .select('id')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/** Whoever asks: a person, or a device that nobody is signed in on. */
export interface Asking {
  readonly deviceId: string;
  readonly userId: string | null;
}

/** Whether whoever asks is still there: neither the person nor the device of the session was deleted meanwhile. */
export async function holdAsking(db: Database, { deviceId, userId }: Asking): Promise<boolean> {
  // The person first, as their deletion does: no two wait for each other.
  if (userId !== null && !(await holdOwner(db, 'users', userId))) return false;
  return holdOwner(db, 'devices', deviceId);
}
