// SPDX-License-Identifier: Apache-2.0
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { ServerClock } from './clock.ts';
import type { Database } from './database.ts';
import { migrate } from './migrate.ts';
import { isDatabaseAway, openPostgres } from './postgres.ts';
import { releaseLeases, sharedLeases } from './leader-lease.ts';
import { Signals } from './signals.ts';
import { SpaceWatch } from './space.ts';
import { checkOf, loggedBy, type Storage } from './storage.ts';

export interface SharedStorageOptions {
  /** Address of a PostgreSQL database. */
  readonly url: string;
  /** Most connections at once. */
  readonly connections: number;
  readonly onError: (error: unknown) => void;
}

/** Nothing answers at DATABASE_URL. */
export class DatabaseAwayError extends Error {
  override readonly name = 'DatabaseAwayError';
  readonly code = 'DATABASE_AWAY';
  constructor() {
    super('The database that DATABASE_URL names cannot be reached.');
  }
}

/** Key of the advisory lock under which replicas start one after the other; any number not used otherwise. */
const START_LOCK = 7_237_411;

/** Runs work on a database of one connection, whose statements may take their time. */
async function withOneConnection<T>(
  url: string,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const { database } = openPostgres({
    url,
    connections: 1,
    name: 'perfuse start',
    withoutTimeouts: true,
    onError: () => undefined,
  });
  try {
    return await work(database);
  } finally {
    await database.destroy();
  }
}

/** Runs work on a connection that holds the lock of starts; the server frees it however the process ends. */
export async function withStartLock<T>(url: string, work: () => Promise<T>): Promise<T> {
  return withOneConnection(url, (database) =>
    database.connection().execute(async (connection) => {
      await sql`select pg_advisory_lock(${sql.lit(START_LOCK)})`.execute(connection);
      return await work();
    }),
  );
}

/** Brings the schema up to date, which may take longer than any other statement is allowed. */
async function migrateServer(url: string): Promise<void> {
  try {
    await withOneConnection(url, migrate);
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined;
    throw isDatabaseAway(cause ?? error) ? new DatabaseAwayError() : error;
  }
}

/**
 * Opens the store that many replicas share. Whichever starts first brings the schema up to date; the others wait for it.
 * @throws DatabaseAwayError, or NewerSchemaError
 */
export async function openSharedStorage(options: SharedStorageOptions): Promise<Storage> {
  await migrateServer(options.url);
  const space = new SpaceWatch();
  const { database } = openPostgres({ ...options, log: loggedBy(space) });
  const clock = new ServerClock(database, options.onError);
  await clock.start();
  const holder = randomUUID();
  return {
    database,
    check: checkOf(database, space),
    now: clock.now,
    exclusively: (work) => withStartLock(options.url, work),
    acquireLease: sharedLeases(database, holder),
    overwriteDeleted: () => Promise.resolve(),
    replica: { holder, signals: new Signals(options.url) },
    close: async () => {
      clock.stop();
      // The other servers need not wait for the leases to expire.
      await releaseLeases(database, holder).catch(options.onError);
      await database.destroy();
    },
  };
}
