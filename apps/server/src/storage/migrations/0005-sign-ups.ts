// SPDX-License-Identifier: Apache-2.0
import type { Kysely, Migration } from 'kysely';

/** Sign-ups whose address is not confirmed yet. Several may wait for one address: nobody has proven it theirs. */
export const signUps: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('sign_ups')
      .addColumn('hash', 'text', (column) => column.primaryKey())
      .addColumn('organisation_id', 'text', (column) =>
        column.notNull().references('organisations.id').onDelete('cascade'),
      )
      .addColumn('email', 'text', (column) => column.notNull())
      .addColumn('password_hash', 'text', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex('sign_ups_by_email')
      .on('sign_ups')
      .columns(['organisation_id', 'email'])
      .execute();
  },
};
