// SPDX-License-Identifier: Apache-2.0
/** SQLite's write-ahead log retains what was written, deleted rows too, until later writes happen to overwrite it. */
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { z } from '@perfuse/contract/schema';
import type { Database } from './database.ts';
import { BUSY_TIMEOUT_MS } from './sqlite.ts';

/** Another reader, such as a backup, uses the log. */
export class LogInUseError extends Error {
  override readonly name = 'LogInUseError';
  readonly code = 'LOG_IN_USE';
  constructor() {
    super('The write-ahead log is in use and could not be emptied.');
  }
}

const outcome = z.object({ busy: z.number() });

const TRIES = 5;
const BETWEEN_MS = 40;

/** @returns false while another process reads from the log. */
async function tryToEmpty(database: Database): Promise<boolean> {
  const row = await database.connection().execute(async (connection) => {
    // SQLite would block this process while it waits, and a backup may read for long.
    await sql`pragma busy_timeout = 0`.execute(connection);
    try {
      const { rows } = await sql`pragma wal_checkpoint(truncate)`.execute(connection);
      return rows[0];
    } finally {
      await sql`pragma busy_timeout = ${sql.lit(BUSY_TIMEOUT_MS)}`.execute(connection);
    }
  });
  return outcome.parse(row).busy === 0;
}

/**
 * Tries several times to empty the log.
 * @param attempt resolves to false while another process reads from it.
 * @throws LogInUseError
 */
export async function untilEmpty(attempt: () => Promise<boolean>): Promise<void> {
  for (let tries = 1; !(await attempt()); tries += 1) {
    if (tries === TRIES) throw new LogInUseError();
    await setTimeout(BETWEEN_MS);
  }
}

/**
 * Writes the log back into the database, where deleted rows are overwritten, and empties it.
 * @throws LogInUseError while another process reads from it: the log is then unchanged, and the call can be repeated.
 */
export const emptyLog = (database: Database): Promise<void> =>
  untilEmpty(() => tryToEmpty(database));
