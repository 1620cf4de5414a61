// SPDX-License-Identifier: Apache-2.0
/** Refuses a damaged SQLite database with an explanation, before anything relies on it. */
import { isUtf8 } from 'node:buffer';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type Libsql from 'libsql';
import BackgroundLibsql from 'libsql/promise';
import { z } from '@perfuse/contract/schema';
import { assertDatabase, FolderError } from './offline.ts';
import { DATABASE_FILE } from './database.ts';
import { openLibsql } from './unusable.ts';

/** Most problems that are listed: one broken page can cause thousands. */
const MAX_PROBLEMS = 20;
const WHAT_NOW = 'Restore the latest backup; see docs/reliability.md for other options.';

const checkRows = z.array(z.object({ integrity_check: z.string() }));
const referenceRows = z.array(
  z.object({ source: z.string(), target: z.string(), rows: z.number() }),
);

/** Whether SQLite reports that it cannot read a file. */
const isUnreadable = (error: unknown): error is Error =>
  error instanceof Error && /^SQLITE_(?:CORRUPT|NOTADB)/.test(String(Reflect.get(error, 'code')));

const damaged = (problems: readonly string[], consequence: string): FolderError =>
  new FolderError(
    [
      `The database is damaged${consequence}:`,
      ...problems.map((problem) => `  ${problem}`),
      WHAT_NOW,
    ].join('\n'),
  );

/** Replaces SQLite's error about a damaged database. @throws FolderError */
export async function explainDamage<T>(
  consequence: string,
  work: () => T | Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isUnreadable(error)) throw damaged([error.message], consequence);
    throw error;
  }
}

interface BackgroundDatabase {
  exec(sql: string): Promise<unknown>;
  prepare(sql: string): Promise<{ all(): Promise<unknown> }>;
  close(): void;
}

/** Runs work on a database in another thread, so that this process still handles signals. */
export async function inBackground<T>(
  file: string,
  work: (database: BackgroundDatabase) => Promise<T>,
): Promise<T> {
  const database: BackgroundDatabase = new BackgroundLibsql(file, {});
  try {
    await database.exec('pragma busy_timeout = 5000; pragma temp_store = memory');
    return await work(database);
  } finally {
    database.close();
  }
}

/** In the background the driver runs only scripts, which return no rows: a temporary table receives them. */
const rowsOf = (file: string, select: string): Promise<unknown> =>
  inBackground(file, async (database) => {
    await database.exec(`create temp table found as ${select}`);
    const found = await database.prepare('select * from temp.found');
    return found.all();
  });

/**
 * Lets SQLite check every page, index and reference of a database. That reads the whole file.
 * @param consequence ends the sentence "The database is damaged", such as `, and no backup was made of it`.
 * @throws FolderError that lists what SQLite found.
 */
export const assertIntegrity = (file: string, consequence = ''): Promise<void> =>
  explainDamage(consequence, async () => {
    const check = `pragma_integrity_check(${String(MAX_PROBLEMS)}, 'main')`;
    const found = checkRows
      .parse(await rowsOf(file, `select * from ${check}`))
      .map((row) => row.integrity_check)
      .filter((problem) => problem !== 'ok');
    if (found.length > 0) throw damaged(found, consequence);
    const missing = await rowsOf(
      file,
      `select "table" as source, parent as target, count(*) as rows
        from pragma_foreign_key_check group by source, target`,
    );
    const references = referenceRows
      .parse(missing)
      .map(
        ({ source, target, rows }) =>
          `${source}: ${String(rows)} without a matching row in ${target}`,
      );
    if (references.length > 0) throw damaged(references, consequence);
  });

const blobRow = z.tuple([z.instanceof(Uint8Array)]);
const quoted = (name: string, mark: '"' | "'"): string =>
  `${mark}${name.replaceAll(mark, mark + mark)}${mark}`;

/** @throws FolderError at the first text that is not UTF-8. */
function* textsOf(database: Libsql.Database, sql: string): Generator<string> {
  for (const row of database.prepare(sql).raw().iterate()) {
    const [bytes] = blobRow.parse(row);
    if (!isUtf8(bytes)) throw new FolderError('The database holds text that is not UTF-8.');
    yield Buffer.from(bytes).toString();
  }
}

/** How many texts are read before the process handles signals. */
const TEXTS_AT_ONCE = 1000;

/**
 * Reads every text of a file that others may have changed. SQLite does not validate text, and the driver ends the whole
 * process over one that is not UTF-8.
 * @throws FolderError
 */
export async function assertText(database: Libsql.Database): Promise<void> {
  const namesIn = (sql: string): string[] => [...textsOf(database, sql)];
  const tables = namesIn(`select cast(name as blob) from sqlite_schema where type = 'table'`);
  for (const table of tables) {
    const info = `pragma_table_info(${quoted(table, "'")})`;
    for (const column of namesIn(`select cast(name as blob) from ${info}`)) {
      const name = quoted(column, '"');
      const from = `from ${quoted(table, '"')} where typeof(${name}) = 'text'`;
      let read = 0;
      for (const text of textsOf(database, `select cast(${name} as blob) ${from}`)) {
        void text;
        read += 1;
        if (read % TEXTS_AT_ONCE === 0) await setImmediate();
      }
      await setImmediate();
    }
  }
}

/**
 * Checks the database of a folder, even while a server uses it. Changes nothing.
 * @throws FolderError if there is none, or it is damaged.
 */
export async function assertFolderIntegrity(directory: string, consequence = ''): Promise<void> {
  const file = path.join(directory, DATABASE_FILE);
  assertDatabase(directory);
  // Explains why a file cannot be opened.
  await explainDamage(consequence, () => openLibsql(file).close());
  await assertIntegrity(file, consequence);
}
