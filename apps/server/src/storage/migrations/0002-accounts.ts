// SPDX-License-Identifier: Apache-2.0
import { sql, type CreateTableBuilder, type Kysely, type Migration } from 'kysely';

const TEXT = 'text';
const TIME = 'bigint';

type Builder = CreateTableBuilder<string>;
const id = (table: Builder): Builder =>
  table.addColumn('id', TEXT, (column) => column.primaryKey());
const owned = (column: string, by: string) => (table: Builder) =>
  table.addColumn(column, TEXT, (part) =>
    part.notNull().references(`${by}.id`).onDelete('cascade'),
  );

/** SQLite cannot add a column that must be given: each has a default that the rows there take. */
async function extendOrganisations(db: Kysely<unknown>): Promise<void> {
  const texts: [name: string, fallback: string][] = [
    ['identifier', ''],
    ['contact', ''],
    ['email', ''],
    ['addresses', '[]'],
    ['logo', ''],
    ['password_policy', ''],
    ['login_type', 'password'],
    ['status', 'ACTIVE'],
  ];
  for (const [name, fallback] of texts) {
    await db.schema
      .alterTable('organisations')
      .addColumn(name, TEXT, (column) => column.notNull().defaultTo(fallback))
      .execute();
  }
  await db.schema
    .alterTable('organisations')
    .addColumn('allow_signup', 'integer', (column) => column.notNull().defaultTo(1))
    .execute();
  await db.schema
    .alterTable('organisations')
    .addColumn('updated_at', TIME, (column) => column.notNull().defaultTo(0))
    .execute();
  await sql`update organisations set identifier = id, updated_at = created_at`.execute(db);
  await db.schema
    .createIndex('organisations_by_identifier')
    .on('organisations')
    .column('identifier')
    .unique()
    .where(sql.ref('identifier'), '<>', '')
    .execute();
}

async function createUsers(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('users')
    .$call(id)
    .$call(owned('organisation_id', 'organisations'))
    .addColumn('email', TEXT)
    .addColumn('phone_number', TEXT)
    .addColumn('password_hash', TEXT)
    .addColumn('first_name', TEXT, (column) => column.notNull())
    .addColumn('last_name', TEXT, (column) => column.notNull())
    .addColumn('status', TEXT, (column) => column.notNull())
    .addColumn('verified', 'integer', (column) => column.notNull())
    .addColumn('created_at', TIME, (column) => column.notNull())
    .addColumn('updated_at', TIME, (column) => column.notNull())
    .addUniqueConstraint('users_email', ['organisation_id', 'email'])
    .addUniqueConstraint('users_phone', ['organisation_id', 'phone_number'])
    .execute();
  await db.schema
    .createTable('access_codes')
    .addColumn('code', TEXT, (column) => column.primaryKey())
    .$call(owned('organisation_id', 'organisations'))
    .addColumn('study_id', TEXT, (column) => column.notNull().references('studies.id'))
    .addColumn('active', 'integer', (column) => column.notNull())
    .addColumn('expires_at', TIME)
    .addColumn('created_at', TIME, (column) => column.notNull())
    .execute();
}

/** A session of a person is a device of its own; what is theirs goes with them. */
async function linkToUsers(db: Kysely<unknown>): Promise<void> {
  for (const table of ['devices', 'token_families', 'profiles', 'measurements']) {
    await db.schema
      .alterTable(table)
      .addColumn('user_id', TEXT, (column) => column.references('users.id').onDelete('cascade'))
      .execute();
    await db.schema.createIndex(`${table}_by_user_id`).on(table).column('user_id').execute();
  }
  await db.schema
    .alterTable('token_families')
    .addColumn('ends_at', TIME, (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema.alterTable('refresh_tokens').addColumn('used_at', TIME).execute();
  await db.schema
    .alterTable('licences')
    .addColumn('name', TEXT, (column) => column.notNull().defaultTo(''))
    .execute();
}

async function createConsents(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('consents')
    .$call(id)
    .$call(owned('organisation_id', 'organisations'))
    .addColumn('user_id', TEXT, (column) => column.references('users.id').onDelete('cascade'))
    .addColumn('device_id', TEXT, (column) => column.references('devices.id').onDelete('cascade'))
    .addColumn('number', 'integer', (column) => column.notNull())
    .addColumn('policy_version', TEXT, (column) => column.notNull())
    .addColumn('record', TEXT, (column) => column.notNull())
    .addColumn('created_at', TIME, (column) => column.notNull())
    .addUniqueConstraint('consents_of_user', ['user_id', 'number'])
    .addUniqueConstraint('consents_of_device', ['device_id', 'number'])
    .execute();
}

async function createSecrets(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('reset_links')
    .addColumn('hash', TEXT, (column) => column.primaryKey())
    .$call(owned('user_id', 'users'))
    .addColumn('expires_at', TIME, (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('login_codes')
    .addColumn('user_id', TEXT, (column) =>
      column.primaryKey().references('users.id').onDelete('cascade'),
    )
    .addColumn('hash', TEXT, (column) => column.notNull())
    .addColumn('tries_left', 'integer', (column) => column.notNull())
    .addColumn('expires_at', TIME, (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('attempts')
    .addColumn('key', TEXT, (column) => column.primaryKey())
    .addColumn('count', 'integer', (column) => column.notNull())
    .addColumn('window_ends_at', TIME, (column) => column.notNull())
    .addColumn('locked_until', TIME, (column) => column.notNull())
    .execute();
}

async function createOutbox(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('outbox')
    .$call(id)
    .addColumn('user_id', TEXT, (column) => column.references('users.id').onDelete('cascade'))
    .addColumn('channel', TEXT, (column) => column.notNull())
    .addColumn('recipient', TEXT, (column) => column.notNull())
    .addColumn('subject', TEXT, (column) => column.notNull())
    .addColumn('body', TEXT, (column) => column.notNull())
    .addColumn('state', TEXT, (column) => column.notNull())
    .addColumn('tries', 'integer', (column) => column.notNull())
    .addColumn('next_try_at', TIME, (column) => column.notNull())
    .addColumn('expires_at', TIME, (column) => column.notNull())
    .addColumn('created_at', TIME, (column) => column.notNull())
    .execute();
}

async function createIndexes(db: Kysely<unknown>): Promise<void> {
  const indexes: [table: string, columns: string[]][] = [
    ['access_codes', ['organisation_id']],
    ['reset_links', ['user_id']],
    ['attempts', ['window_ends_at']],
    ['outbox', ['state', 'next_try_at']],
    ['outbox', ['user_id']],
  ];
  for (const [table, columns] of indexes) {
    await db.schema
      .createIndex(`${table}_by_${columns.join('_')}`)
      .on(table)
      .columns(columns)
      .execute();
  }
}

export const accounts: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await extendOrganisations(db);
    await createUsers(db);
    await linkToUsers(db);
    await createConsents(db);
    await createSecrets(db);
    await createOutbox(db);
    await createIndexes(db);
  },
};
