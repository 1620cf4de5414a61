// SPDX-License-Identifier: Apache-2.0
import type { Kysely, Migration } from 'kysely';

const TIME = 'bigint';

async function createAdministrators(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('administrators')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('email', 'text', (column) => column.notNull().unique())
    .addColumn('password_hash', 'text', (column) => column.notNull())
    .addColumn('organisation_id', 'text', (column) =>
      column.references('organisations.id').onDelete('cascade'),
    )
    .addColumn('created_at', TIME, (column) => column.notNull())
    .addColumn('updated_at', TIME, (column) => column.notNull())
    .addColumn('signed_in_at', TIME)
    .execute();
  await db.schema
    .createTable('administrator_sessions')
    .addColumn('hash', 'text', (column) => column.primaryKey())
    .addColumn('administrator_id', 'text', (column) =>
      column.notNull().references('administrators.id').onDelete('cascade'),
    )
    .addColumn('seen_at', TIME, (column) => column.notNull())
    .addColumn('ends_at', TIME, (column) => column.notNull())
    .execute();
}

async function extendAudit(db: Kysely<unknown>): Promise<void> {
  for (const column of ['organisation_id', 'details']) {
    await db.schema
      .alterTable('audit')
      .addColumn(column, 'text', (added) => added.notNull().defaultTo(''))
      .execute();
  }
}

/** Counts outlive the measurements, which are deleted soon. */
async function createUsage(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('usage_days')
    .addColumn('organisation_id', 'text', (column) =>
      column.notNull().references('organisations.id').onDelete('cascade'),
    )
    .addColumn('day', 'text', (column) => column.notNull())
    .addColumn('outcome', 'text', (column) => column.notNull())
    .addColumn('count', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('usage_days_key', ['organisation_id', 'day', 'outcome'])
    .execute();
}

/** Who administers, whose each entry of the audit log is, and how many measurements there were a day. */
export const administrators: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await createAdministrators(db);
    await extendAudit(db);
    await createUsage(db);
  },
};
