// SPDX-License-Identifier: Apache-2.0
/** PostgreSQL's statistics for the work of one database. */
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { z } from '@perfuse/contract/schema';

/** Totals since the creation of the database. */
export interface DatabaseCounts {
  /** Bytes written to the write-ahead log. */
  readonly walBytes: number;
  /** Number of log flushes to disk. */
  readonly flushes: number;
  readonly commits: number;
  /** Notifications between servers. */
  readonly notifications: number;
  /** Size of the database's files. */
  readonly bytes: number;
}

export interface DatabaseCounter {
  readonly read: () => Promise<DatabaseCounts>;
  readonly stop: () => Promise<void>;
}

/** Backends report their statistics at most once per second, and when they are idle. */
const TELLING_MS = 1_500;
/** Both notification channels of the servers: apps/server/src/platform/storage/signals.ts. */
const CHANNELS = ['perfuse_work', 'perfuse_result'];

const counts = z.object({
  walBytes: z.coerce.number(),
  flushes: z.coerce.number(),
  commits: z.coerce.number(),
  bytes: z.coerce.number(),
});

/** Source of the number of flushes, which PostgreSQL 18 moved. */
const FLUSHES = {
  before18: 'select wal_sync from pg_stat_wal',
  since18: "select coalesce(sum(fsyncs), 0) from pg_stat_io where object = 'wal'",
} as const;

/** Counts the work of other sessions; its own causes almost none. */
export async function countDatabase(url: string): Promise<DatabaseCounter> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  let notifications = 0;
  client.on('notification', () => (notifications += 1));
  for (const channel of CHANNELS) await client.query(`listen ${channel}`);
  const { rows: versions } = await client.query('show server_version_num');
  const version = z.object({ server_version_num: z.coerce.number() }).parse(versions[0]);
  const flushes = version.server_version_num < 180_000 ? FLUSHES.before18 : FLUSHES.since18;
  const statement = `select (select wal_bytes from pg_stat_wal) as "walBytes", (${flushes}) as flushes,
    (select xact_commit from pg_stat_database where datname = current_database()) as commits,
    pg_database_size(current_database()) as bytes`;
  return {
    read: async () => {
      await wait(TELLING_MS);
      const { rows } = await client.query(statement);
      return { ...counts.parse(rows[0]), notifications };
    },
    stop: () => client.end(),
  };
}
