// SPDX-License-Identifier: Apache-2.0
import type { Kysely, Migration } from 'kysely';

const TEXT = 'text';
const TIME = 'bigint';

/** What browsers told of their sessions, until the retention ends. */
export const events: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .createTable('events')
      .addColumn('configuration_id', TEXT, (column) =>
        column.notNull().references('configurations.id').onDelete('cascade'),
      )
      .addColumn('session_id', TEXT, (column) => column.notNull())
      .addColumn('sequence', 'integer', (column) => column.notNull())
      .addColumn('event', TEXT, (column) => column.notNull())
      .addColumn('severity', TEXT, (column) => column.notNull())
      .addColumn('payload', TEXT, (column) => column.notNull())
      .addColumn('happened_at', TIME, (column) => column.notNull())
      .addColumn('received_at', TIME, (column) => column.notNull())
      .addPrimaryKeyConstraint('events_once', ['configuration_id', 'session_id', 'sequence'])
      .execute();
    await db.schema.createIndex('events_by_age').on('events').column('received_at').execute();
  },
};
