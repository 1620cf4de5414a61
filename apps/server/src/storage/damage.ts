// SPDX-License-Identifier: Apache-2.0
/** A SQLite database of our own that is damaged: said in words, before anything relies on it. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import Libsql from 'libsql';
import { FolderError } from './beside.ts';
import { DATABASE_FILE } from './database.ts';
import { flawsOf } from './soundness.ts';

/** As many flaws as are told; one broken page can make thousands. */
const MOST = 20;
const WHAT_NOW = 'Restore the latest backup; docs/reliability.md says what else can be done.';

/** What SQLite says of a file that it cannot make sense of. */
const isUnreadable = (error: unknown): error is Error =>
  error instanceof Error && /^SQLITE_(?:CORRUPT|NOTADB)/.test(String(Reflect.get(error, 'code')));

/** @param what happened, or did not, because of it. */
const damaged = (flaws: readonly string[], what: string): FolderError =>
  new FolderError(
    [`The database is damaged${what}:`, ...flaws.map((flaw) => `  ${flaw}`), WHAT_NOW].join('\n'),
  );

/** Runs what reads a whole database. @throws FolderError in place of what SQLite says of a damaged one. */
export function orDamaged<T>(what: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (isUnreadable(error)) throw damaged([error.message], what);
    throw error;
  }
}

/**
 * @param what happens no further if it is damaged, such as `, and no backup was made of it`.
 * @throws FolderError that names what is damaged: tables, columns and keys of rows, no other content.
 */
export function demandSound(database: Libsql.Database, what = ''): void {
  const flaws: string[] = [];
  orDamaged(what, () => {
    for (const flaw of flawsOf(database)) {
      flaws.push(flaws.length < MOST ? flaw : 'and more');
      if (flaws.length > MOST) break;
    }
  });
  if (flaws.length > 0) throw damaged(flaws, what);
}

/**
 * Looks at the whole database of a folder, also while a server works on it. It reads all of it and changes nothing.
 * @throws FolderError where there is none, or it is damaged.
 */
export function demandSoundFolder(directory: string, what = ''): void {
  const file = path.join(directory, DATABASE_FILE);
  if (!existsSync(file)) throw new FolderError(`There is no Perfuse database in ${directory}.`);
  const database = new Libsql(file);
  try {
    database.exec('pragma busy_timeout = 5000');
    demandSound(database, what);
  } finally {
    database.close();
  }
}
