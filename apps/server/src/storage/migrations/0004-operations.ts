// SPDX-License-Identifier: Apache-2.0
import type { CreateTableBuilder, Kysely, Migration } from 'kysely';

const TEXT = 'text';
const TIME = 'bigint';

type Builder = CreateTableBuilder<string>;
const id = (table: Builder): Builder =>
  table.addColumn('id', TEXT, (column) => column.primaryKey());
const owned = (table: Builder): Builder =>
  table.addColumn('organisation_id', TEXT, (column) =>
    column.notNull().references('organisations.id').onDelete('cascade'),
  );
const named = (table: Builder): Builder =>
  table.addColumn('name', TEXT, (column) => column.notNull());

async function createBranches(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('branches')
    .$call(id)
    .$call(owned)
    .$call(named)
    .addColumn('created_at', TIME, (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('branches_by_name')
    .on('branches')
    .columns(['organisation_id', 'name'])
    .unique()
    .execute();
}

async function extendConfigurations(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('configurations')
    .addColumn('branch_id', TEXT, (column) => column.references('branches.id'))
    .execute();
  await db.schema
    .alterTable('configurations')
    .addColumn('settings', TEXT, (column) => column.notNull().defaultTo('{}'))
    .execute();
  await db.schema
    .alterTable('configurations')
    .addColumn('updated_at', TIME, (column) => column.notNull().defaultTo(0))
    .execute();
}

async function createKeys(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('organisation_keys')
    .$call(id)
    .$call(owned)
    .$call(named)
    .addColumn('purpose', TEXT, (column) => column.notNull())
    .addColumn('public_key', TEXT, (column) => column.notNull())
    .addColumn('active', 'integer', (column) => column.notNull())
    .addColumn('created_at', TIME, (column) => column.notNull())
    .execute();
}

/** Without references: what was done outlives what it was done to. */
async function createAudit(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('audit')
    .addColumn('id', TEXT, (column) => column.primaryKey())
    .addColumn('actor', TEXT, (column) => column.notNull())
    .addColumn('action', TEXT, (column) => column.notNull())
    .addColumn('target', TEXT, (column) => column.notNull())
    .addColumn('outcome', TEXT, (column) => column.notNull())
    .addColumn('created_at', TIME, (column) => column.notNull())
    .execute();
  await db.schema.createIndex('audit_by_age').on('audit').column('created_at').execute();
}

/** Branches, the settings of configurations, public keys of organisations, and who changed what. */
export const operations: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await createBranches(db);
    await extendConfigurations(db);
    await createKeys(db);
    await createAudit(db);
    for (const table of ['organisation_keys', 'configurations']) {
      await db.schema
        .createIndex(`${table}_by_organisation_id`)
        .on(table)
        .column('organisation_id')
        .execute();
    }
  },
};
