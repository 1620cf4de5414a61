// SPDX-License-Identifier: Apache-2.0
import { DEFAULT_MIGRATION_TABLE, Migrator, sql, type Kysely, type Migration } from 'kysely';
import { first } from './migrations/0001-first.ts';
import { accounts } from './migrations/0002-accounts.ts';
import { events } from './migrations/0003-events.ts';
import { operations } from './migrations/0004-operations.ts';
import { signUps } from './migrations/0005-sign-ups.ts';
import { launches } from './migrations/0006-launches.ts';
import { administrators } from './migrations/0007-administrators.ts';
import { replicas } from './migrations/0009-replicas.ts';
import { handOffs } from './migrations/0010-handoffs.ts';
import { organisationStaff } from './migrations/0011-organisation-staff.ts';
import { requestCounts } from './migrations/0012-request-counts.ts';
import { secondFactors } from './migrations/0013-second-factors.ts';
import { sessionList } from './migrations/0014-session-list.ts';
import type { Tables } from './tables.ts';

/** In this order, for ever: a released migration is never edited. */
export const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '0001-first': first,
  '0002-accounts': accounts,
  '0003-events': events,
  '0004-operations': operations,
  '0005-sign-ups': signUps,
  '0006-launches': launches,
  '0007-administrators': administrators,
  '0009-replicas': replicas,
  '0010-handoffs': handOffs,
  '0011-organisation-staff': organisationStaff,
  '0012-request-counts': requestCounts,
  '0013-second-factors': secondFactors,
  '0014-session-list': sessionList,
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

/** How the schema of a database stands to this version's: `none` without tables of ours. */
export type SchemaState = 'none' | 'older' | 'current' | 'newer';

/** Compares the migrations that ran with those of this version. Changes nothing. */
export async function schemaState(db: Kysely<Tables>): Promise<SchemaState> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === DEFAULT_MIGRATION_TABLE)) return 'none';
  const { rows } = await sql<{
    name: string;
  }>`select name from ${sql.table(DEFAULT_MIGRATION_TABLE)}`.execute(db);
  const ran = new Set(rows.map(({ name }) => name));
  const known = Object.keys(MIGRATIONS);
  if ([...ran].some((name) => !known.includes(name))) return 'newer';
  return known.every((name) => ran.has(name)) ? 'current' : 'older';
}

/**
 * Brings the schema up to date. Several may do so at once: the first one does, and the others wait for it.
 * @throws NewerSchemaError, or Error when a migration fails; nothing was changed then.
 */
export async function migrate(
  db: Kysely<Tables>,
  migrations: Readonly<Record<string, Migration>> = MIGRATIONS,
): Promise<void> {
  if ((await schemaState(db)) === 'newer') throw new NewerSchemaError();
  const migrator = new Migrator({
    db,
    provider: { getMigrations: () => Promise.resolve({ ...migrations }) },
  });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) {
    throw new Error('The database could not be brought up to date.', { cause: error });
  }
}
