// SPDX-License-Identifier: Apache-2.0
import type { Kysely, Migration } from 'kysely';

const TEXT = 'text';
/** Milliseconds since 1970 need 64 bits on PostgreSQL; SQLite takes the name for its own integer. */
const TIME = 'bigint';

async function createOrganisations(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('organisations')
    .addColumn('id', TEXT, (column) => column.primaryKey())
    .addColumn('name', TEXT, (column) => column.notNull())
    .addColumn('created_at', TIME, (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('studies')
    .addColumn('id', TEXT, (column) => column.primaryKey())
    .addColumn('organisation_id', TEXT, (column) =>
      column.notNull().references('organisations.id').onDelete('cascade'),
    )
    .addColumn('name', TEXT, (column) => column.notNull())
    .addColumn('description', TEXT, (column) => column.notNull())
    .addColumn('status', TEXT, (column) => column.notNull())
    .addColumn('created_at', TIME, (column) => column.notNull())
    .addColumn('updated_at', TIME, (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('licences')
    .addColumn('id', TEXT, (column) => column.primaryKey())
    .addColumn('organisation_id', TEXT, (column) =>
      column.notNull().references('organisations.id').onDelete('cascade'),
    )
    .addColumn('key_hash', TEXT, (column) => column.notNull().unique())
    .addColumn('kind', TEXT, (column) => column.notNull())
    .addColumn('active', 'integer', (column) => column.notNull())
    .addColumn('created_at', TIME, (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('installations')
    .addColumn('id', TEXT, (column) => column.primaryKey())
    .addColumn('organisation_id', TEXT, (column) => column.notNull().references('organisations.id'))
    .addColumn('study_id', TEXT, (column) => column.notNull().references('studies.id'))
    .addColumn('guest_licence_id', TEXT, (column) => column.notNull().references('licences.id'))
    .execute();
  await db.schema
    .createTable('configurations')
    .addColumn('id', TEXT, (column) => column.primaryKey())
    .addColumn('organisation_id', TEXT, (column) =>
      column.notNull().references('organisations.id').onDelete('cascade'),
    )
    .addColumn('study_id', TEXT, (column) => column.notNull().references('studies.id'))
    .addColumn('access_code', TEXT, (column) => column.notNull())
    .addColumn('created_at', TIME, (column) => column.notNull())
    .execute();
}

async function createDevices(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('devices')
    .addColumn('id', TEXT, (column) => column.primaryKey())
    .addColumn('organisation_id', TEXT, (column) =>
      column.notNull().references('organisations.id').onDelete('cascade'),
    )
    .addColumn('licence_id', TEXT, (column) => column.notNull().references('licences.id'))
    .addColumn('type', TEXT, (column) => column.notNull())
    .addColumn('name', TEXT, (column) => column.notNull())
    .addColumn('identifier', TEXT, (column) => column.notNull())
    .addColumn('version', TEXT, (column) => column.notNull())
    .addColumn('created_at', TIME, (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('token_families')
    .addColumn('id', TEXT, (column) => column.primaryKey())
    .addColumn('device_id', TEXT, (column) =>
      column.notNull().references('devices.id').onDelete('cascade'),
    )
    .addColumn('organisation_id', TEXT, (column) => column.notNull())
    .addColumn('generation', 'integer', (column) => column.notNull())
    .addColumn('revoked', 'integer', (column) => column.notNull())
    .addColumn('access_lifetime_s', 'integer', (column) => column.notNull())
    .addColumn('expires_at', TIME, (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('refresh_tokens')
    .addColumn('hash', TEXT, (column) => column.primaryKey())
    .addColumn('family_id', TEXT, (column) =>
      column.notNull().references('token_families.id').onDelete('cascade'),
    )
    .addColumn('used', 'integer', (column) => column.notNull())
    .addColumn('expires_at', TIME, (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('profiles')
    .addColumn('id', TEXT, (column) => column.primaryKey())
    .addColumn('organisation_id', TEXT, (column) => column.notNull())
    .addColumn('device_id', TEXT, (column) =>
      column.notNull().references('devices.id').onDelete('cascade'),
    )
    .addColumn('name', TEXT, (column) => column.notNull())
    .addColumn('email', TEXT, (column) => column.notNull())
    .addColumn('status', TEXT, (column) => column.notNull())
    .addColumn('created_at', TIME, (column) => column.notNull())
    .addColumn('updated_at', TIME, (column) => column.notNull())
    .execute();
}

async function createMeasurements(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('measurements')
    .addColumn('id', TEXT, (column) => column.primaryKey())
    .addColumn('organisation_id', TEXT, (column) => column.notNull())
    .addColumn('device_id', TEXT, (column) =>
      column.notNull().references('devices.id').onDelete('cascade'),
    )
    .addColumn('study_id', TEXT, (column) => column.notNull().references('studies.id'))
    .addColumn('profile_id', TEXT, (column) =>
      column.references('profiles.id').onDelete('set null'),
    )
    .addColumn('partner_id', TEXT, (column) => column.notNull())
    .addColumn('mode', TEXT, (column) => column.notNull())
    .addColumn('resolution', 'integer', (column) => column.notNull())
    .addColumn('status', TEXT, (column) => column.notNull())
    .addColumn('data_bytes', 'integer', (column) => column.notNull())
    .addColumn('received_ms', 'double precision', (column) => column.notNull())
    .addColumn('created_at', TIME, (column) => column.notNull())
    .addColumn('updated_at', TIME, (column) => column.notNull())
    .addColumn('completed_at', TIME)
    .execute();
  await db.schema
    .createTable('chunks')
    .addColumn('measurement_id', TEXT, (column) =>
      column.notNull().references('measurements.id').onDelete('cascade'),
    )
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('digest', TEXT, (column) => column.notNull())
    .addColumn('payload', 'blob', (column) => column.notNull())
    .addColumn('first_ms', 'double precision', (column) => column.notNull())
    .addColumn('last_ms', 'double precision', (column) => column.notNull())
    .addColumn('is_last', 'integer', (column) => column.notNull())
    .addColumn('state', TEXT, (column) => column.notNull())
    .addColumn('tries', 'integer', (column) => column.notNull())
    .addColumn('received_at', TIME, (column) => column.notNull())
    .addPrimaryKeyConstraint('chunks_key', ['measurement_id', 'position'])
    .execute();
  await db.schema
    .createTable('results')
    .addColumn('measurement_id', TEXT, (column) =>
      column.notNull().references('measurements.id').onDelete('cascade'),
    )
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('id', TEXT, (column) => column.notNull())
    .addColumn('digest', TEXT, (column) => column.notNull())
    .addColumn('is_final', 'integer', (column) => column.notNull())
    .addColumn('status', TEXT, (column) => column.notNull())
    .addColumn('channels', TEXT, (column) => column.notNull())
    .addColumn('error', TEXT, (column) => column.notNull())
    .addColumn('created_at', TIME, (column) => column.notNull())
    .addPrimaryKeyConstraint('results_key', ['measurement_id', 'position'])
    .execute();
}

async function createIndexes(db: Kysely<unknown>): Promise<void> {
  const indexes: [table: string, columns: string[]][] = [
    ['studies', ['organisation_id']],
    ['devices', ['licence_id']],
    ['token_families', ['device_id']],
    ['refresh_tokens', ['family_id']],
    ['profiles', ['device_id']],
    ['measurements', ['device_id', 'created_at']],
    ['measurements', ['status', 'updated_at']],
    ['measurements', ['profile_id']],
    ['chunks', ['state']],
  ];
  for (const [table, columns] of indexes) {
    await db.schema
      .createIndex(`${table}_by_${columns.join('_')}`)
      .on(table)
      .columns(columns)
      .execute();
  }
}

export const first: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await createOrganisations(db);
    await createDevices(db);
    await createMeasurements(db);
    await createIndexes(db);
  },
};
