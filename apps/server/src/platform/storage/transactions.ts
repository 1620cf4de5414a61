// SPDX-License-Identifier: Apache-2.0
import { CompiledQuery, PostgresAdapter, type TransactionBuilder } from 'kysely';
import type { Database, Tables } from './database.ts';

/**
 * A transaction that begins by locking the one row that everything in it depends on (`.forUpdate()`), which spares
 * PostgreSQL the bookkeeping of serializable ones. On SQLite it is like any other: they run one at a time.
 */
export const rowLocked = (database: Database): TransactionBuilder<Tables> =>
  database.transaction().setIsolationLevel('read committed');

/** Recognised by the embedded store: to the database it is a comment. */
export const NO_FLUSH = '-- without a flush';

/**
 * On the embedded store, the transaction ends when it is committed, without waiting for a flush; to be called in it. A
 * power cut then reverts it, unless something was flushed since: only for what is done again after a restart.
 * PostgreSQL, whose servers may go on after its crash, flushes it like any other.
 */
export async function withoutFlush(db: Database): Promise<void> {
  if (db.getExecutor().adapter instanceof PostgresAdapter) return;
  await db.executeQuery(CompiledQuery.raw(NO_FLUSH));
}

/** Tables whose rows own rows of others. */
type ParentTable = {
  [T in keyof Tables]: 'id' extends keyof Tables[T] ? T : never;
}[keyof Tables];

/**
 * Locks the row that a new row is to reference against deletion until the transaction ends. To be called first in a
 * {@link rowLocked} transaction: it waits for a running deletion. @returns whether the row exists.
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

/** Like {@link lockParent}, but against any other lock of the row. */
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
