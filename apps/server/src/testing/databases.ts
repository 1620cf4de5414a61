// SPDX-License-Identifier: Apache-2.0
/** Test helper: databases on one PostgreSQL for a whole run of tests, made from a template with the schema in it. */
import { migrate } from '../platform/storage/migrate.ts';
import { openPostgres } from '../platform/storage/postgres.ts';
import { startPostgres } from '@perfuse/testing/postgres';

export interface Databases {
  /** Address of a new database with the schema of this version and nothing in it. */
  readonly create: () => Promise<string>;
  /** Address of a new database with nothing at all. */
  readonly createEmpty: () => Promise<string>;
  readonly stop: () => Promise<void>;
}

/** @throws Error where no server can be found. */
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
