// SPDX-License-Identifier: Apache-2.0
import { Migrator, type Kysely, type Migration } from 'kysely';
import { first } from './migrations/0001-first.ts';
import { accounts } from './migrations/0002-accounts.ts';
import { events } from './migrations/0003-events.ts';
import type { Tables } from './tables.ts';

/** In this order, for ever: a released migration is never edited. */
const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '0001-first': first,
  '0002-accounts': accounts,
  '0003-events': events,
};

/**
 * Brings the schema up to date.
 * @throws Error when a migration fails, or when the data was written by a newer version.
 */
export async function migrate(db: Kysely<Tables>): Promise<void> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: () => Promise.resolve({ ...MIGRATIONS }) },
  });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) {
    throw new Error('The database could not be brought up to date.', { cause: error });
  }
}
