// SPDX-License-Identifier: Apache-2.0
import type { Kysely, Migration } from 'kysely';

const TEXT = 'text';
const TIME = 'bigint';

/** Roles and details of people, what a study tells its clients, and reports on measurements. */
export const organisationStaff: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .alterTable('users')
      .addColumn('role', TEXT, (column) => column.notNull().defaultTo('USER'))
      .execute();
    await db.schema
      .alterTable('users')
      .addColumn('details', TEXT, (column) => column.notNull().defaultTo(''))
      .execute();
    await db.schema
      .alterTable('studies')
      .addColumn('config', TEXT, (column) => column.notNull().defaultTo(''))
      .execute();
    await db.schema
      .createTable('reports')
      .addColumn('id', TEXT, (column) => column.primaryKey())
      .addColumn('organisation_id', TEXT, (column) =>
        column.notNull().references('organisations.id').onDelete('cascade'),
      )
      .addColumn('user_id', TEXT, (column) =>
        column.notNull().references('users.id').onDelete('cascade'),
      )
      .addColumn('selection', TEXT, (column) => column.notNull())
      .addColumn('expires_at', TIME, (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex('measurements_of_organisation')
      .on('measurements')
      .columns(['organisation_id', 'created_at'])
      .execute();
  },
};
