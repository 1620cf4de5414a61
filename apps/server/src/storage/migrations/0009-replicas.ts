// SPDX-License-Identifier: Apache-2.0
import type { Kysely, Migration } from 'kysely';

const TEXT = 'text';
const TIME = 'bigint';

/** What several servers on one database agree by: who analyses a chunk, who does a duty, whose secrets they share. */
export const replicas: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('chunks').addColumn('claimed_by', TEXT).execute();
    await db.schema
      .alterTable('chunks')
      .addColumn('claimed_until', TIME, (column) => column.notNull().defaultTo(0))
      .execute();
    await db.schema
      .createTable('duties')
      .addColumn('name', TEXT, (column) => column.primaryKey())
      .addColumn('holder', TEXT, (column) => column.notNull())
      .addColumn('held_until', TIME, (column) => column.notNull())
      .execute();
    await db.schema
      .alterTable('installations')
      .addColumn('secrets_id', TEXT, (column) => column.notNull().defaultTo(''))
      .execute();
  },
};
