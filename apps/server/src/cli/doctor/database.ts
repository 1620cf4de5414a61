// SPDX-License-Identifier: Apache-2.0
/**
 * Checks that the database can be reached, is of this version, and is not locked against writing. Changes nothing in
 * it.
 */
import path from 'node:path';
import { sql } from 'kysely';
import { z } from '@perfuse/contract/schema';
import { countServers } from '../../platform/backup/maintenance.ts';
import type { Configuration } from '../../platform/config/configuration.ts';
import { DATABASE_FILE, type Database } from '../../platform/storage/database.ts';
import { serverLocation } from '../../platform/storage/location.ts';
import { schemaState, type SchemaState } from '../../platform/storage/migrate.ts';
import { isServed, openFile } from '../../platform/storage/offline.ts';
import { keepsSessions, openPostgres } from '../../platform/storage/postgres.ts';
import { count } from '../../platform/storage/rows.ts';
import { asFileError, hasDatabase, UnusableFileError } from '../../platform/storage/unusable.ts';
import { reasonOf } from '../../platform/telemetry/error-code.ts';
import { clockFinding, failed, ok, skipped, warning, type Finding } from './finding.ts';

export interface DatabaseState {
  readonly findings: readonly Finding[];
  /** Whether commands can use it without a migration. */
  readonly isUsable: boolean;
}

const MIGRATED: Readonly<Record<SchemaState, Finding>> = {
  current: ok('database.version', 'The database schema is up to date.'),
  none: failed(
    'database.version',
    'The database is empty.',
    'Start the server, or run: perfuse init',
  ),
  older: failed(
    'database.version',
    'The database schema is from an older version.',
    'Make a backup, then start the server of this version: it migrates the database.',
  ),
  newer: failed(
    'database.version',
    'The database was written by a newer version.',
    'Use that version, or restore a backup made by this one.',
  ),
};

const SESSIONS = {
  kept: ok('database.sessions', 'Each connection keeps its session.'),
  lost: failed(
    'database.sessions',
    'DATABASE_URL points to a connection pool in transaction mode: notifications are lost, and servers refuse to start.',
    'Connect to PostgreSQL directly, or to a pool in session mode (PgBouncer: pool_mode = session).',
  ),
} as const;

function serverFinding(servers: number): Finding {
  const check = 'database.servers';
  if (servers > 0) return ok(check, `Servers running on this database: ${String(servers)}.`);
  return warning(check, 'No server is running on this database.', 'Start the server.');
}

/** Longest wait for the write lock, ms. A transaction of the server takes a hundredth of that. */
const LOCK_MS = 2_000;

async function checkWriteLock(database: Database): Promise<Finding> {
  const check = 'database.locks';
  await sql`pragma busy_timeout = ${sql.lit(LOCK_MS)}`.execute(database);
  try {
    await database.connection().execute(async (connection) => {
      await sql`begin`.execute(connection);
      await sql`rollback`.execute(connection);
    });
    return ok(check, 'The database can be written to.');
  } catch (error) {
    return failed(
      check,
      `Another program held the write lock for ${String(LOCK_MS / 1000)} s: ${reasonOf(error)}`,
      'Stop other programs that have the file open, such as sqlite3 or one that copies it (lsof lists them).',
    );
  }
}

async function checkFolder(directory: string): Promise<DatabaseState> {
  const file = path.join(directory, DATABASE_FILE);
  if (!hasDatabase(directory)) {
    const finding = failed(
      'database.reachable',
      `There is no database in ${directory}.`,
      'Set PERFUSE_DATA_DIR to its folder; or create it: start the server, or run perfuse init.',
    );
    return { findings: [finding], isUsable: false };
  }
  const database = openFile(file);
  try {
    const state = await schemaState(database);
    return {
      findings: [
        ok('database.reachable', `SQLite in ${directory}.`),
        MIGRATED[state],
        await checkWriteLock(database),
        serverFinding(Number(isServed(directory))),
      ],
      isUsable: state === 'current',
    };
  } finally {
    await database.destroy();
  }
}

const waits = z.object({ waiting: count, idle: count });

/** Checks for statements that wait for a lock, and open idle transactions that may hold one. */
async function checkServerLocks(database: Database): Promise<Finding> {
  const check = 'database.locks';
  const { rows } = await sql`select
    count(*) filter (where wait_event_type = 'Lock'
      and clock_timestamp() - query_start > interval '5 seconds') as waiting,
    count(*) filter (where state like 'idle in transaction%'
      and clock_timestamp() - state_change > interval '60 seconds') as idle
    from pg_stat_activity where datname = current_database()`.execute(database);
  const { waiting, idle } = waits.parse(rows[0]);
  if (waiting + idle === 0) return ok(check, 'No statement is waiting for a lock.');
  return warning(
    check,
    `${String(waiting)} statements have waited for a lock for 5 s, and ${String(idle)} transactions have been idle for a minute.`,
    'Find the session that holds it with pg_stat_activity and pg_blocking_pids(pid), and end it with pg_terminate_backend(pid).',
  );
}

/** Compares the database's clock with this machine's; the uncertainty is half the round trip. */
async function checkServerClock(database: Database): Promise<Finding> {
  const began = Date.now();
  const { rows } = await sql`select extract(epoch from clock_timestamp()) * 1000 as now`.execute(
    database,
  );
  const ended = Date.now();
  const { now } = z.object({ now: z.number() }).parse(rows[0]);
  const offset = now - (began + ended) / 2;
  return clockFinding('database.clock', 'the database', offset, (ended - began) / 2);
}

async function checkServer(url: string): Promise<DatabaseState> {
  const location = serverLocation(url);
  const { database } = openPostgres({
    url,
    connections: 2,
    name: 'perfuse doctor',
    onError: () => undefined,
  });
  try {
    const isKept = await keepsSessions(database);
    const state = await schemaState(database);
    return {
      findings: [
        ok('database.reachable', `${location} answers.`),
        SESSIONS[isKept ? 'kept' : 'lost'],
        MIGRATED[state],
        await checkServerLocks(database),
        await checkServerClock(database),
        serverFinding(await countServers(database)),
      ],
      isUsable: isKept && state === 'current',
    };
  } catch (error) {
    const finding = failed(
      'database.reachable',
      `${location} cannot be used: ${reasonOf(error)}`,
      'Check the host, port, user, password and database in DATABASE_URL, and that the firewall allows this machine.',
    );
    return { findings: [finding], isUsable: false };
  } finally {
    await database.destroy();
  }
}

export async function checkDatabase(configuration: Configuration): Promise<DatabaseState> {
  const { DATABASE_URL: url, PERFUSE_DATA_DIR } = configuration;
  if (url !== undefined) return checkServer(url);
  const directory = path.resolve(PERFUSE_DATA_DIR);
  try {
    return await checkFolder(directory);
  } catch (error) {
    const reason = asFileError(path.join(directory, DATABASE_FILE), error);
    const finding = failed(
      'database.reachable',
      `The database in ${directory} cannot be opened: ${reason instanceof UnusableFileError ? reason.message : reasonOf(reason)}`,
      "Run this command under the server's account. To check the file for damage, run perfuse check.",
    );
    return { findings: [finding], isUsable: false };
  }
}

/** The finding of a check that needs a usable database, if there is none. */
export const withoutDatabase = (check: string): Finding =>
  skipped(check, 'Requires a usable database.');
