// SPDX-License-Identifier: Apache-2.0
import { setTimeout as wait } from 'node:timers/promises';
import { DEFAULT_MIGRATION_TABLE, Migrator, sql, type Migration } from 'kysely';
import type { Database } from './database.ts';
import { first } from './migrations/0001-first.ts';
import { unprovenAccounts } from './migrations/0002-unproven-accounts.ts';
import { studyOfSignIn } from './migrations/0003-study-of-sign-in.ts';
import { indexesOfLargeTables } from './migrations/0004-indexes-of-large-tables.ts';
import { configurationIds } from './migrations/0005-configuration-ids.ts';
import { deviceOfSignIn } from './migrations/0006-device-of-sign-in.ts';
import { kindsOfAudit } from './migrations/0007-kinds-of-audit.ts';
import { isConflict } from './postgres.ts';
import { withTablesLocked } from './table-locks.ts';

/** Migrations by name, in the order of their names. */
export type Migrations = Readonly<Record<string, Migration>>;

/**
 * A released migration is never edited, renamed or removed: scripts/release.mjs refuses to. Before the first release,
 * it may be.
 */
export const MIGRATIONS: Migrations = {
  '0001-first': first,
  '0002-unproven-accounts': unprovenAccounts,
  '0003-study-of-sign-in': studyOfSignIn,
  '0004-indexes-of-large-tables': indexesOfLargeTables,
  '0005-configuration-ids': configurationIds,
  '0006-device-of-sign-in': deviceOfSignIn,
  '0007-kinds-of-audit': kindsOfAudit,
};

/** The data was written by a version with migrations that this one does not know. */
export class NewerSchemaError extends Error {
  override readonly name = 'NewerSchemaError';
  readonly code = 'NEWER_SCHEMA';
  constructor() {
    super(
      'The database was written by a newer version of Perfuse. Start that version, or restore a backup made by this one.',
    );
  }
}

/** How the schema of a database compares with this version's: `none` if it lacks our tables. */
export type SchemaState = 'none' | 'older' | 'current' | 'newer';

/** Compares the applied migrations with those of this version. Changes nothing. */
export async function schemaState(
  db: Database,
  migrations: Migrations = MIGRATIONS,
): Promise<SchemaState> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === DEFAULT_MIGRATION_TABLE)) return 'none';
  const { rows } = await sql<{
    name: string;
  }>`select name from ${sql.table(DEFAULT_MIGRATION_TABLE)}`.execute(db);
  const ran = new Set(rows.map(({ name }) => name));
  const known = Object.keys(migrations);
  if ([...ran].some((name) => !known.includes(name))) return 'newer';
  return known.every((name) => ran.has(name)) ? 'current' : 'older';
}

/** Pause between two tries, in which requests that waited for the tables are served, ms. */
const PAUSE_MS = 1_000;

/**
 * Brings the schema up to date. Several callers may do so at once: the first one does, and the others wait for it.
 * Running servers may use the database meanwhile: the migration waits for their transactions, and they then wait for
 * it.
 * @throws NewerSchemaError, or Error when a migration fails; nothing is changed then.
 */
export async function migrate(db: Database, migrations: Migrations = MIGRATIONS): Promise<void> {
  if ((await schemaState(db, migrations)) === 'newer') throw new NewerSchemaError();
  const provided = Object.entries(migrations).map(([name, one]) => [name, withTablesLocked(one)]);
  const migrator = new Migrator({
    db,
    provider: { getMigrations: () => Promise.resolve(Object.fromEntries(provided)) },
  });
  for (;;) {
    const { error } = await migrator.migrateToLatest();
    if (error === undefined) return;
    if (!isConflict(error)) {
      throw new Error('The database could not be migrated.', { cause: error });
    }
    await wait(PAUSE_MS);
  }
}
