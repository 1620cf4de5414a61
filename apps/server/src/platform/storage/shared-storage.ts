// SPDX-License-Identifier: Apache-2.0
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { ServerClock } from './clock.ts';
import type { Database } from './database.ts';
import { explainDatabaseUrlError } from './database-url.ts';
import { migrate } from './migrate.ts';
import { keepsSessions, openPostgres, openProbe } from './postgres.ts';
import { releaseLeases, sharedLeases } from './leader-lease.ts';
import { Signals } from './signals.ts';
import { SpaceWatch } from './space.ts';
import { loggedBy, type Storage } from './storage.ts';

export interface SharedStorageOptions extends StartWait {
  /** Address of a PostgreSQL database. */
  readonly url: string;
  /** Most connections at once. */
  readonly connections: number;
  readonly onError: (error: unknown) => void;
}

/** DATABASE_URL leads to a pool that gives each transaction another session. */
export class PoolModeError extends Error {
  override readonly name = 'PoolModeError';
  readonly code = 'POOL_MODE';
  constructor() {
    super(
      'DATABASE_URL points to a connection pool in transaction mode, in which notifications (LISTEN) are lost. Connect to PostgreSQL directly, or to a pool in session mode.',
    );
  }
}

/** Key of the advisory lock under which replicas start one after the other; any number that is not used otherwise. */
export const START_LOCK = 7_237_411;
/** Waits that are longer are reported, ms. */
const LONG_WAIT_MS = 5_000;

/** Called when the start waits for another server. */
export interface StartWait {
  readonly onWait?: () => void;
  /** Overrides {@link LONG_WAIT_MS} in tests, ms. */
  readonly longWaitMs?: number;
}

async function tellingWait<T>(
  { onWait = () => undefined, longWaitMs = LONG_WAIT_MS }: StartWait,
  work: () => Promise<T>,
): Promise<T> {
  const timer = setTimeout(onWait, longWaitMs);
  try {
    return await work();
  } finally {
    clearTimeout(timer);
  }
}

/** A migration is never idle for long: an idle one has lost its server, and blocks all others from starting, ms. */
const MIGRATION_IDLE_MS = 60_000;

/** Runs work with two connections of the database, without a timeout for statements. */
async function withConnections<T>(
  url: string,
  idleMs: number,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const { database } = openPostgres({
    url,
    connections: 2,
    name: 'perfuse start',
    withoutTimeouts: true,
    idleMs,
    onError: () => undefined,
  });
  try {
    return await work(database);
  } finally {
    await database.destroy();
  }
}

/**
 * Runs work while a connection holds the lock of starts. The lock belongs to a transaction: it ends with the
 * connection, however the process ends, also behind a pool.
 */
export async function withStartLock<T>(
  url: string,
  work: () => Promise<T>,
  wait: StartWait = {},
): Promise<T> {
  return withConnections(url, 0, (database) =>
    // Kysely's own transaction would repeat the work after a conflict.
    database.connection().execute(async (connection) => {
      await sql`begin`.execute(connection);
      await tellingWait(wait, () =>
        sql`select pg_advisory_xact_lock(${sql.lit(START_LOCK)})`.execute(connection),
      );
      return await work();
    }),
  );
}

/** Brings the schema up to date, which may take longer than other statements are allowed. */
async function migrateServer(url: string, wait: StartWait): Promise<void> {
  try {
    await tellingWait(wait, () =>
      withConnections(url, MIGRATION_IDLE_MS, async (database) => {
        if (!(await keepsSessions(database))) throw new PoolModeError();
        await migrate(database);
      }),
    );
  } catch (error) {
    throw explainDatabaseUrlError(url, error);
  }
}

/**
 * Opens the store that replicas share. The first to start brings the schema up to date; the others wait for it.
 * @throws DatabaseUrlError, PoolModeError or NewerSchemaError
 */
export async function openSharedStorage(options: SharedStorageOptions): Promise<Storage> {
  await migrateServer(options.url, options);
  const space = new SpaceWatch();
  const { database } = openPostgres({ ...options, log: loggedBy(space) });
  const { answers, close: closeProbe } = openProbe(options.url);
  const clock = new ServerClock(database, options.onError);
  await clock.start();
  const holder = randomUUID();
  return {
    database,
    check: async () => {
      await answers();
      await space.check(database);
    },
    now: clock.now,
    exclusively: (work) => withStartLock(options.url, work, options),
    acquireLease: sharedLeases(database, holder),
    overwriteDeleted: () => Promise.resolve(),
    replica: { holder, signals: new Signals(options.url), answers },
    close: async () => {
      clock.stop();
      // The other servers need not wait for the leases to expire.
      await releaseLeases(database, holder).catch(options.onError);
      await closeProbe();
      await database.destroy();
    },
  };
}
