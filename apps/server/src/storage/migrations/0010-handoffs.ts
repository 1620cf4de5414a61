// SPDX-License-Identifier: Apache-2.0
import type { Kysely, Migration } from 'kysely';

const TEXT = 'text';
const TIME = 'bigint';

/** One-time tokens with which a phone goes on, and what a launched visit is gone on with. */
export const handOffs: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .alterTable('launches')
      .addColumn('sealed', TEXT, (column) => column.notNull().defaultTo(''))
      .execute();
    await db.schema
      .createTable('handoffs')
      .addColumn('id', TEXT, (column) => column.primaryKey())
      .addColumn('hash', TEXT, (column) => column.notNull().unique())
      .addColumn('edition', TEXT, (column) => column.notNull())
      .addColumn('organisation_id', TEXT, (column) =>
        column.notNull().references('organisations.id').onDelete('cascade'),
      )
      .addColumn('device_id', TEXT, (column) =>
        column.notNull().references('devices.id').onDelete('cascade'),
      )
      .addColumn('family_id', TEXT, (column) => column.notNull())
      .addColumn('user_id', TEXT, (column) => column.references('users.id').onDelete('cascade'))
      .addColumn('sealed', TEXT, (column) => column.notNull())
      .addColumn('phone_id', TEXT)
      .addColumn('expires_at', TIME, (column) => column.notNull())
      .addColumn('opened_at', TIME)
      .addColumn('kept_until', TIME, (column) => column.notNull())
      .execute();
    for (const column of ['device_id', 'user_id', 'organisation_id', 'kept_until']) {
      await db.schema.createIndex(`handoffs_by_${column}`).on('handoffs').column(column).execute();
    }
  },
};
