// SPDX-License-Identifier: Apache-2.0
import type { CreateTableBuilder, Kysely, Migration } from 'kysely';

const TEXT = 'text';
const TIME = 'bigint';

type Builder = CreateTableBuilder<string>;
const ofConfiguration = (table: Builder): Builder =>
  table.addColumn('configuration_id', TEXT, (column) =>
    column.notNull().references('configurations.id').onDelete('cascade'),
  );
const made = (table: Builder): Builder =>
  table.addColumn('created_at', TIME, (column) => column.notNull());

async function createLaunches(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('launches')
    .addColumn('hash', TEXT, (column) => column.primaryKey())
    .$call(ofConfiguration)
    .addColumn('session_id', TEXT, (column) => column.notNull())
    .addColumn('results_api_url', TEXT)
    .addColumn('events_url', TEXT)
    .addColumn('expires_at', TIME, (column) => column.notNull())
    .$call(made)
    .execute();
  await db.schema
    .createIndex('launches_by_session')
    .on('launches')
    .columns(['configuration_id', 'session_id', 'created_at'])
    .execute();
  await db.schema.createIndex('launches_by_end').on('launches').column('expires_at').execute();
  await db.schema
    .createTable('launch_tokens')
    .addColumn('organisation_id', TEXT, (column) =>
      column.notNull().references('organisations.id').onDelete('cascade'),
    )
    .addColumn('jti', TEXT, (column) => column.notNull())
    .addColumn('expires_at', TIME, (column) => column.notNull())
    .addPrimaryKeyConstraint('launch_tokens_pk', ['organisation_id', 'jti'])
    .execute();
  await db.schema
    .createTable('result_posts')
    .addColumn('launch_hash', TEXT, (column) =>
      column.notNull().references('launches.hash').onDelete('cascade'),
    )
    .addColumn('digest', TEXT, (column) => column.notNull())
    .addColumn('data_id', TEXT, (column) => column.notNull())
    .addColumn('created_at', TIME, (column) => column.notNull())
    .addPrimaryKeyConstraint('result_posts_pk', ['launch_hash', 'digest'])
    .execute();
}

async function createWebhooks(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('webhook_secrets')
    .addColumn('id', TEXT, (column) => column.primaryKey())
    .addColumn('organisation_id', TEXT, (column) =>
      column.notNull().references('organisations.id').onDelete('cascade'),
    )
    .addColumn('sealed', TEXT, (column) => column.notNull())
    .addColumn('ends_at', TIME)
    .$call(made)
    .execute();
  await db.schema
    .createTable('webhook_deliveries')
    .addColumn('id', TEXT, (column) => column.primaryKey())
    .$call(ofConfiguration)
    .addColumn('session_id', TEXT, (column) => column.notNull())
    .addColumn('event', TEXT, (column) => column.notNull())
    .addColumn('address', TEXT, (column) => column.notNull())
    .addColumn('body', TEXT, (column) => column.notNull())
    .addColumn('state', TEXT, (column) => column.notNull())
    .addColumn('tries', 'integer', (column) => column.notNull())
    .addColumn('failure', TEXT)
    .addColumn('next_try_at', TIME, (column) => column.notNull())
    .$call(made)
    .addColumn('updated_at', TIME, (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('webhook_deliveries_due')
    .on('webhook_deliveries')
    .columns(['state', 'next_try_at'])
    .execute();
  for (const [table, columns] of [
    ['webhook_secrets', ['organisation_id']],
    ['webhook_deliveries', ['configuration_id', 'created_at']],
    ['webhook_deliveries', ['created_at']],
  ] as const) {
    await db.schema
      .createIndex(`${table}_by_${columns.join('_')}`)
      .on(table)
      .columns([...columns])
      .execute();
  }
}

/** Visits of launch links, launch tokens that were used, and events on their way to an organisation. */
export const launches: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await createLaunches(db);
    await createWebhooks(db);
  },
};
