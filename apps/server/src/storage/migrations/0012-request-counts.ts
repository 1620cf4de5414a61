// SPDX-License-Identifier: Apache-2.0
import { PostgresAdapter, sql, type Kysely, type Migration } from 'kysely';

/**
 * Requests of an address in a window, counted for all servers together. On PostgreSQL the table is not logged: a count
 * is worth no wait for the disk, and after a crash of the database everybody starts at none.
 */
export const requestCounts: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    const table = db.schema
      .createTable('request_counts')
      .addColumn('key', 'text', (column) => column.primaryKey())
      .addColumn('count', 'integer', (column) => column.notNull())
      .addColumn('ends_at', 'bigint', (column) => column.notNull());
    const isServer = db.getExecutor().adapter instanceof PostgresAdapter;
    await (isServer ? table.modifyFront(sql`unlogged`) : table).execute();
    await db.schema
      .createIndex('request_counts_by_ends_at')
      .on('request_counts')
      .column('ends_at')
      .execute();
  },
};
