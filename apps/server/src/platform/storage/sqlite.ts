// SPDX-License-Identifier: Apache-2.0
import Libsql from 'libsql';
import type { SqliteDatabase, SqliteStatement } from 'kysely';
import { createDatabaseForOwner } from './owner-only.ts';
import { NO_FLUSH } from './transactions.ts';

const PAGE_BYTES = 4096;

/**
 * Most prepared statements in the cache. Their memory is native: it is freed only when the garbage collector happens to
 * run and the event loop turns. 60,000 statements in one burst took 800 MB prepared one by one, 40 MB reused.
 */
const MAX_STATEMENTS = 200;
const REUSABLE = /^(?:select|insert|update|delete|with|begin|commit|rollback)\b/i;

const NOTHING_CHANGED = { changes: 0, lastInsertRowid: 0 } as const;
/** For what only the driver reads. */
const NO_STATEMENT: SqliteStatement = {
  reader: false,
  all: () => [],
  run: () => NOTHING_CHANGED,
  iterate: () => [].values(),
};

/** Wait for another process that holds the file, ms. */
export const BUSY_TIMEOUT_MS = 5000;

const PRAGMAS = [
  'foreign_keys = ON',
  `busy_timeout = ${String(BUSY_TIMEOUT_MS)}`,
  // Deleted health data is overwritten, not merely unlinked.
  'secure_delete = ON',
];

/** How a commit survives a power cut. */
const DURABILITY = {
  /** On its own: it waits for the disk, and blocks this process meanwhile. */
  commit: ['synchronous = FULL'],
  /** By a flush of the log that the caller provides, together with the checkpoints. */
  group: ['synchronous = NORMAL', 'wal_autocheckpoint = 0'],
} as const;

export interface SqliteOptions {
  readonly durability?: keyof typeof DURABILITY;
  /** `delete` for a file that is to be moved: it never has a -wal file. */
  readonly journal?: 'wal' | 'delete';
  /** Largest size of the file, bytes; a write that would exceed it fails as on a full disk. */
  readonly maxBytes?: number;
  /** Runs each statement. */
  readonly watch?: <T>(sql: string, run: () => T) => T;
}

/** PostgreSQL's code for a character that no text may have. */
const NOT_A_CHARACTER = '22021';

/** SQLite stores a text with the character zero, but libsql reads it only up to there. As PostgreSQL, refuses it. */
function storable(parameters: readonly unknown[]): unknown[] {
  if (parameters.some((value) => typeof value === 'string' && value.includes('\0'))) {
    const error = new Error('A text contains the character zero.');
    throw Object.assign(error, { code: NOT_A_CHARACTER });
  }
  return [...parameters];
}

/**
 * Opens a SQLite file for Kysely's SqliteDialect: statements are prepared once, and transactions take the write lock
 * when they begin, because one that upgrades later fails instead of waiting.
 */
export function openSqlite(
  file: string,
  {
    journal = 'wal',
    durability = 'commit',
    maxBytes,
    watch = (_sql, run) => run(),
  }: SqliteOptions = {},
): SqliteDatabase {
  createDatabaseForOwner(file);
  const database = new Libsql(file);
  database.exec(`PRAGMA journal_mode = ${journal}`);
  for (const pragma of [...PRAGMAS, ...DURABILITY[durability]]) database.exec(`PRAGMA ${pragma}`);
  if (maxBytes !== undefined) {
    database.exec(`PRAGMA max_page_count = ${String(Math.floor(maxBytes / PAGE_BYTES))}`);
  }
  const statements = new Map<string, SqliteStatement>();

  const prepare = (sql: string): SqliteStatement => {
    if (sql === NO_FLUSH) return NO_STATEMENT;
    const ready = statements.get(sql);
    if (ready !== undefined) return ready;
    const statement = database.prepare(sql === 'begin' ? 'begin immediate' : sql);
    const usable: SqliteStatement = {
      reader: statement.reader,
      all: (parameters) => watch(sql, () => statement.all(storable(parameters))),
      run: (parameters) => {
        // On a full disk SQLite rolls back by itself: another rollback would fail, and hide the cause.
        if (sql === 'rollback' && !database.inTransaction) return NOTHING_CHANGED;
        return watch(sql, () => statement.run(storable(parameters)));
      },
      iterate: (parameters) => statement.iterate(storable(parameters)),
    };
    if (REUSABLE.test(sql)) {
      if (statements.size >= MAX_STATEMENTS) statements.clear();
      statements.set(sql, usable);
    }
    return usable;
  };

  return {
    prepare,
    close: () => {
      statements.clear();
      database.close();
    },
  };
}
