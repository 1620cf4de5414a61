// SPDX-License-Identifier: Apache-2.0
/** Refusing a damaged SQLite database in words, before anything relies on it. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import Libsql from 'libsql';
import { z } from '@perfuse/contract/schema';
import { FolderError } from './offline.ts';
import { DATABASE_FILE } from './database.ts';

/** Most problems that are listed: one broken page can make thousands. */
const MAX_PROBLEMS = 20;
const WHAT_NOW = 'Restore the latest backup; docs/reliability.md says what else can be done.';

const checkRows = z.array(z.object({ integrity_check: z.string() }));
const referenceRows = z.array(
  z.object({ source: z.string(), target: z.string(), rows: z.number() }),
);

/** What SQLite says of a file that it cannot make sense of. */
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

/** Replaces what SQLite throws over a damaged database. @throws FolderError */
export function explainDamage<T>(consequence: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (isUnreadable(error)) throw damaged([error.message], consequence);
    throw error;
  }
}

/**
 * Has SQLite check every page, index and reference of a database. That reads the whole file.
 * @param consequence ends the sentence "The database is damaged", such as `, and no backup was made of it`.
 * @throws FolderError that lists what SQLite found.
 */
export function assertIntegrity(database: Libsql.Database, consequence = ''): void {
  explainDamage(consequence, () => {
    const found = checkRows
      .parse(database.prepare(`pragma integrity_check(${String(MAX_PROBLEMS)})`).all())
      .map((row) => row.integrity_check)
      .filter((problem) => problem !== 'ok');
    if (found.length > 0) throw damaged(found, consequence);
    const missing = database
      .prepare(
        `select "table" as source, parent as target, count(*) as rows
        from pragma_foreign_key_check group by source, target`,
      )
      .all();
    const references = referenceRows
      .parse(missing)
      .map(
        ({ source, target, rows }) => `${source}: ${String(rows)} without their row of ${target}`,
      );
    if (references.length > 0) throw damaged(references, consequence);
  });
}

/**
 * Checks the database of a folder, also while a server works on it. Nothing is changed.
 * @throws FolderError where there is none, or it is damaged.
 */
export function assertFolderIntegrity(directory: string, consequence = ''): void {
  const file = path.join(directory, DATABASE_FILE);
  if (!existsSync(file)) throw new FolderError(`There is no Perfuse database in ${directory}.`);
  const database = new Libsql(file);
  try {
    database.exec('pragma busy_timeout = 5000');
    assertIntegrity(database, consequence);
  } finally {
    database.close();
  }
}
