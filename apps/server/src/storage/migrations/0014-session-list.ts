// SPDX-License-Identifier: Apache-2.0
import type { Kysely, Migration } from 'kysely';

/** What people see of where they are signed in: names of browser and system, and when it was last used. */
export const sessionList: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    // One column a statement: SQLite adds no more at once.
    await db.schema
      .alterTable('token_families')
      .addColumn('seen_at', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute();
    for (const name of ['browser', 'system']) {
      await db.schema
        .alterTable('token_families')
        .addColumn(name, 'text', (column) => column.notNull().defaultTo(''))
        .execute();
    }
  },
};
