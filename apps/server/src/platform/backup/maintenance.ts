// SPDX-License-Identifier: Apache-2.0
/** Work on a whole PostgreSQL store, which no server may be using. */
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { z } from '@perfuse/contract/schema';
import { FolderError } from '../storage/offline.ts';
import { countRows } from '../storage/copy.ts';
import type { Database } from '../storage/database.ts';
import { explainDatabaseUrlError } from '../storage/database-url.ts';
import { migrate, schemaState } from '../storage/migrate.ts';
import { openPostgres, SERVER_CONNECTIONS, SIGNALS_NAME } from '../storage/postgres.ts';
import { withStartLock } from '../storage/shared-storage.ts';
import { count } from '../storage/rows.ts';

const CONNECTIONS = 2;

/** How long a connection may remain listed after its server ended, ms. */
const DISCONNECT_MS = 2000;

/** Counts the connections to the database with one of these names. */
async function countConnections(database: Database, names: readonly string[]): Promise<number> {
  const { rows } = await sql`select count(*) as n from pg_stat_activity
    where datname = current_database()
    and application_name in (${sql.join(names)})`.execute(database);
  return z.object({ n: count }).parse(rows[0]).n;
}

/** Counts the servers that use the database now: each listens over one connection of its own. */
export const countServers = (database: Database): Promise<number> =>
  countConnections(database, [SIGNALS_NAME]);

/**
 * Checks that no server uses the database. PostgreSQL lists a connection until its backend has noticed that the server
 * ended, so the check waits a moment for a server that was just stopped.
 * @throws FolderError when a server of ours remains connected.
 */
async function assertUnused(database: Database): Promise<void> {
  const deadline = performance.now() + DISCONNECT_MS;
  while ((await countConnections(database, SERVER_CONNECTIONS)) > 0) {
    if (performance.now() > deadline) {
      throw new FolderError(
        'A server is using the database of DATABASE_URL. Stop every server first.',
      );
    }
    await setTimeout(DISCONNECT_MS / 20);
  }
}

/** @throws FolderError when the database is not empty. */
export async function assertEmpty(database: Database, tables: readonly string[]): Promise<void> {
  const counts = await countRows(database, tables);
  if (tables.some((table) => counts[table] !== 0)) {
    throw new FolderError('The database of DATABASE_URL is not empty. Use a new one.');
  }
}

export interface ServerStoreUse {
  /** Whether servers may use it meanwhile. */
  readonly isShared: boolean;
}

/**
 * Runs work on a PostgreSQL store of this version's schema. While it is not shared, a starting server gets no further
 * than its migrations.
 * @throws FolderError, DatabaseUrlError or NewerSchemaError
 */
export async function withServerStore<T>(
  url: string,
  { isShared }: ServerStoreUse,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const { database } = openPostgres({
    url,
    connections: CONNECTIONS,
    name: 'perfuse maintenance',
    withoutTimeouts: true,
    onError: () => undefined,
  });
  try {
    if (isShared) {
      if ((await schemaState(database)) !== 'current') {
        throw new FolderError(
          'The database is from another version: use the command of that version.',
        );
      }
      return await work(database);
    }
    return await withStartLock(url, async () => {
      await assertUnused(database);
      await migrate(database);
      return await work(database);
    });
  } catch (error) {
    throw explainDatabaseUrlError(url, error);
  } finally {
    await database.destroy();
  }
}
