// SPDX-License-Identifier: Apache-2.0
import type { Kysely, Migration } from 'kysely';

const TEXT = 'text';
const TIME = 'bigint';

async function createFactors(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('second_factors')
    .addColumn('id', TEXT, (column) => column.primaryKey())
    .addColumn('user_id', TEXT, (column) =>
      column.unique().references('users.id').onDelete('cascade'),
    )
    .addColumn('administrator_id', TEXT, (column) =>
      column.unique().references('administrators.id').onDelete('cascade'),
    )
    .addColumn('sealed', TEXT, (column) => column.notNull())
    .addColumn('salt', TEXT, (column) => column.notNull())
    .addColumn('last_step', TIME, (column) => column.notNull())
    .addColumn('created_at', TIME, (column) => column.notNull())
    .addColumn('confirmed_at', TIME)
    .execute();
  await db.schema
    .createTable('recovery_codes')
    .addColumn('factor_id', TEXT, (column) =>
      column.notNull().references('second_factors.id').onDelete('cascade'),
    )
    .addColumn('hash', TEXT, (column) => column.notNull())
    .addPrimaryKeyConstraint('recovery_codes_key', ['factor_id', 'hash'])
    .execute();
}

async function createSteps(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('sign_in_steps')
    .addColumn('hash', TEXT, (column) => column.primaryKey())
    .addColumn('factor_id', TEXT, (column) =>
      column.notNull().references('second_factors.id').onDelete('cascade'),
    )
    .addColumn('proof', TEXT, (column) => column.notNull())
    .addColumn('expires_at', TIME, (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('sign_in_steps_by_factor_id')
    .on('sign_in_steps')
    .column('factor_id')
    .execute();
}

/** Second factors of people and administrators, their recovery codes, and sign-ins that wait for a second step. */
export const secondFactors: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await createFactors(db);
    await createSteps(db);
    for (const table of ['users', 'administrators']) {
      await db.schema.alterTable(table).addColumn('second_factor_at', TIME).execute();
    }
  },
};
