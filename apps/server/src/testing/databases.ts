// SPDX-License-Identifier: Apache-2.0
/** Test helper: databases on one PostgreSQL for a whole run of tests, created from a template with the schema. */
import { migrate } from '../platform/storage/migrate.ts';
import { openPostgres } from '../platform/storage/postgres.ts';
import { startPostgres } from '@perfuse/testing/postgres';

export interface Databases {
  /** Address of a new, empty database with this version's schema. */
  readonly create: () => Promise<string>;
  /** Address of a new database without tables. */
  readonly createEmpty: () => Promise<string>;
  readonly stop: () => Promise<void>;
}

/** @throws Error if no server can be found. */
export async function startDatabases(): Promise<Databases> {
  const postgres = await startPostgres();
  const template = await postgres.create();
  const { database } = openPostgres({ url: template, connections: 1, onError: () => undefined });
  await migrate(database);
  await database.destroy();
  return {
    create: () => postgres.create(template),
    createEmpty: () => postgres.create(),
    stop: postgres.stop,
  };
}
