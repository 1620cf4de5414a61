// SPDX-License-Identifier: Apache-2.0
import { sql, type LogEvent } from 'kysely';
import { traceQuery } from '../telemetry/query-traces.ts';
import type { Database } from './database.ts';
import type { AcquireLease } from './leader-lease.ts';
import type { Signals } from './signals.ts';
import type { SpaceWatch } from './space.ts';

export interface Storage {
  readonly database: Database;
  /** @throws while the store does not answer, or has no space left. */
  readonly check: () => Promise<void>;
  /** The time that all servers sharing the store agree on, ms since 1970. */
  readonly now: () => number;
  /** Runs work that no other replica may run at the same time, such as the first start's. */
  readonly exclusively: <T>(work: () => Promise<T>) => Promise<T>;
  /** Chooses the one server that does work which is done once for all. */
  readonly acquireLease: AcquireLease;
  /**
   * Removes the last traces of deleted rows from the files. SQLite only: PostgreSQL does not overwrite.
   * @throws LogInUseError while another process prevents it.
   */
  readonly overwriteDeleted: () => Promise<void>;
  /** This server among others on the same store; null if it is the only one. */
  readonly replica: Replica | null;
  readonly close: () => Promise<void>;
}

export interface Replica {
  /** Id of this process. */
  readonly holder: string;
  readonly signals: Signals;
  /** Resolves once the database answered. @throws within some seconds while it does not. */
  readonly answers: () => Promise<void>;
}

/** Whether the database answers and can be written to. */
export const checkOf = (database: Database, space: SpaceWatch) => async (): Promise<void> => {
  await sql`select 1`.execute(database);
  await space.check(database);
};

/** Kysely's log, which reports failed statements to the watch, and all to tracing. */
export const loggedBy =
  ({ note }: SpaceWatch) =>
  (event: LogEvent): void => {
    const isFailed = event.level === 'error';
    if (isFailed) note(event.error);
    traceQuery({
      sql: event.query.sql,
      startMs: Date.now() - event.queryDurationMillis,
      isFailed,
    });
  };

/** Like {@link loggedBy}, for statements that run synchronously: Kysely's log costs three more promises for each. */
export const watchedBy =
  ({ note }: SpaceWatch) =>
  <T>(sql: string, run: () => T): T => {
    const startMs = Date.now();
    try {
      const found = run();
      traceQuery({ sql, startMs, isFailed: false });
      return found;
    } catch (error) {
      note(error);
      traceQuery({ sql, startMs, isFailed: true });
      throw error;
    }
  };
