// SPDX-License-Identifier: Apache-2.0
import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { Kysely, sql } from 'kysely';
import { EmbeddedDialect } from './dialects.ts';
import { lockFolder } from './lock.ts';
import { migrate } from './migrate.ts';
import { isDatabaseAway, openPostgres } from './postgres.ts';
import { everyDuty, layDownDuties, sharedDuties, type Duty } from './repositories/duties.ts';
import { Signals } from './signals.ts';
import { openSqlite } from './sqlite.ts';
import type { Tables } from './tables.ts';

export type Database = Kysely<Tables>;

/** Name of the database in its folder. */
export const DATABASE_FILE = 'perfuse.sqlite';

export interface Storage {
  readonly database: Database;
  readonly check: () => Promise<void>;
  /** Does what no other replica may do at the same time, such as what only the first start does. */
  readonly alone: <T>(work: () => Promise<T>) => Promise<T>;
  /** Shares out what one server does for all. */
  readonly duty: Duty;
  /** This server among others on the same store; null where it is the only one. */
  readonly replica: Replica | null;
  readonly close: () => Promise<void>;
}

export interface Replica {
  /** Names this process. */
  readonly holder: string;
  readonly signals: Signals;
}

const checkOf = (database: Database) => async (): Promise<void> => {
  await sql`select 1`.execute(database);
};

/**
 * Opens the store in a folder of its own, creating both as needed.
 * @throws FolderInUseError when another process works on the folder.
 */
export async function openStorage(directory: string): Promise<Storage> {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const unlock = lockFolder(directory);
  const database = new Kysely<Tables>({
    dialect: new EmbeddedDialect({ database: openSqlite(path.join(directory, DATABASE_FILE)) }),
  });
  const close = async (): Promise<void> => {
    await database.destroy();
    unlock();
  };
  try {
    await migrate(database);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    database,
    check: checkOf(database),
    alone: (work) => work(),
    duty: everyDuty,
    replica: null,
    close,
  };
}

export interface SharedStorageOptions {
  /** Address of a PostgreSQL database. */
  readonly url: string;
  /** Most connections at once. */
  readonly connections: number;
  readonly onError: (error: Error) => void;
}

/** Nothing answers at DATABASE_URL. */
export class DatabaseAwayError extends Error {
  override readonly name = 'DatabaseAwayError';
  readonly code = 'DATABASE_AWAY';
  constructor() {
    super('The database that DATABASE_URL names cannot be reached.');
  }
}

/** Of the lock under which replicas start one after the other; any number that nobody else takes. */
const START_LOCK = 7_237_411;

/** Runs work on a connection that holds the lock of starts; the server frees it however the process ends. */
async function underLock<T>(url: string, work: () => Promise<T>): Promise<T> {
  const { database } = openPostgres({
    url,
    connections: 1,
    isPatient: true,
    onError: () => undefined,
  });
  try {
    return await database.connection().execute(async (connection) => {
      await sql`select pg_advisory_lock(${sql.lit(START_LOCK)})`.execute(connection);
      return await work();
    });
  } finally {
    await database.destroy();
  }
}

/** Brings the schema up to date, which may take longer than any other statement is allowed. */
async function migrateServer(url: string): Promise<void> {
  const { database } = openPostgres({
    url,
    connections: 1,
    isPatient: true,
    onError: () => undefined,
  });
  try {
    await migrate(database);
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined;
    throw isDatabaseAway(cause) ? new DatabaseAwayError() : error;
  } finally {
    await database.destroy();
  }
}

/**
 * Opens the store that many replicas share. Whichever starts first brings the schema up to date; the others wait for it.
 * @throws Error when the server cannot be reached, or its data was written by a newer version.
 */
export async function openSharedStorage(options: SharedStorageOptions): Promise<Storage> {
  await migrateServer(options.url);
  const { database } = openPostgres(options);
  const holder = randomUUID();
  return {
    database,
    check: checkOf(database),
    alone: (work) => underLock(options.url, work),
    duty: sharedDuties(database, holder),
    replica: { holder, signals: new Signals(options.url, database) },
    close: async () => {
      // Whoever goes on need not wait for the leases to end.
      await layDownDuties(database, holder).catch(() => undefined);
      await database.destroy();
    },
  };
}
