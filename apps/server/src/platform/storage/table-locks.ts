// SPDX-License-Identifier: Apache-2.0
import { PostgresAdapter, sql, type Kysely, type Migration } from 'kysely';

/** Longest wait of a migration for the tables, during which all requests wait behind it, ms. */
const LOCK_WAIT_MS = 500;

/**
 * Locks every table of the current schema until the transaction ends. Otherwise PostgreSQL would take a migration's
 * locks one by one, as statements need them: a transaction that has read a table and is to write to it would wait for a
 * new index, and the migration for that transaction once it drops another index.
 * @throws the database's error (lock_not_available) if another transaction holds a table for longer.
 */
async function lockTables(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{
    name: string;
  }>`select tablename as name from pg_tables where schemaname = current_schema() order by tablename`.execute(
    db,
  );
  if (rows.length === 0) return;
  const tables = sql.join(rows.map(({ name }) => sql.table(name)));
  await sql`set local lock_timeout = ${sql.lit(LOCK_WAIT_MS)}`.execute(db);
  await sql`lock table ${tables} in access exclusive mode`.execute(db);
  await sql`set local lock_timeout = 0`.execute(db);
}

/** The same migration with every table locked from its beginning. SQLite runs one transaction at a time anyway. */
export function withTablesLocked(migration: Migration): Migration {
  return {
    up: async (db) => {
      if (db.getExecutor().adapter instanceof PostgresAdapter) await lockTables(db);
      await migration.up(db);
    },
  };
}
