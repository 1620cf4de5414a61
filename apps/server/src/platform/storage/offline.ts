// SPDX-License-Identifier: Apache-2.0
/** Opens the store for an operator's command, whether or not a server uses the folder. */
import path from 'node:path';
import { Kysely } from 'kysely';
import { DATABASE_FILE, type Database, type Tables } from './database.ts';
import { EmbeddedDialect } from './dialects.ts';
import { FolderInUseError, lockFolder } from './lock.ts';
import { migrate, schemaState } from './migrate.ts';
import { openSqlite } from './sqlite.ts';
import type { Storage } from './storage.ts';
import { asFileError, hasDatabase } from './unusable.ts';
import { emptyLog } from './write-ahead-log.ts';

/** The folder cannot be used. The message says what to do. */
export class FolderError extends Error {
  override readonly name = 'FolderError';
  readonly code = 'FOLDER';
}

/** Opens only a database file; nothing is locked and nothing migrated. */
export const openFile = (file: string, journal: 'wal' | 'delete' = 'wal'): Database =>
  new Kysely<Tables>({ dialect: new EmbeddedDialect({ database: openSqlite(file, { journal }) }) });

/** Runs work while the folder is locked. @throws FolderError with the refusal when a server uses it. */
export async function withFolderLocked<T>(
  directory: string,
  refusal: string,
  work: () => Promise<T>,
): Promise<T> {
  let unlock: () => void;
  try {
    unlock = lockFolder(directory);
  } catch (error) {
    if (!(error instanceof FolderInUseError)) throw error;
    throw new FolderError(refusal);
  }
  try {
    return await work();
  } finally {
    unlock();
  }
}

/** @throws FolderError if a folder has no database, UnusableFileError if this account may not find out. */
export function assertDatabase(directory: string): void {
  if (!hasDatabase(directory))
    throw new FolderError(`There is no Perfuse database in ${path.resolve(directory)}.`);
}

type OfflineStorage = Pick<Storage, 'database' | 'overwriteDeleted' | 'close'>;

/**
 * Opens the store without the server, which may be running or not. The folder's lock is not taken: SQLite orders the
 * writes of both, and the server's next request sees a change. Only a migration needs the folder exclusively.
 * @throws FolderError if there is no database, or one of another version, and UnusableFileError.
 */
export async function openOffline(directory: string): Promise<OfflineStorage> {
  const file = path.join(directory, DATABASE_FILE);
  try {
    return await openUnlocked(directory, file);
  } catch (error) {
    throw asFileError(file, error);
  }
}

async function openUnlocked(directory: string, file: string): Promise<OfflineStorage> {
  if (!hasDatabase(directory)) {
    throw new FolderError(
      `There is no Perfuse database in ${path.resolve(directory)}. Set its folder with --data-dir or PERFUSE_DATA_DIR; or create one: start the server, or run init.`,
    );
  }
  const database = openFile(file);
  try {
    const state = await schemaState(database);
    if (state === 'newer') {
      throw new FolderError(`The database in ${directory} was written by a newer version.`);
    }
    if (state !== 'current') {
      const refusal = `The server that is using ${directory} is older than this command. Stop it, or use the command of its version.`;
      await withFolderLocked(directory, refusal, () => migrate(database));
    }
  } catch (error) {
    await database.destroy();
    throw error;
  }
  return {
    database,
    overwriteDeleted: () => emptyLog(database),
    close: () => database.destroy(),
  };
}

/** Whether a server uses the folder now. */
export function isServed(directory: string): boolean {
  try {
    lockFolder(directory)();
    return false;
  } catch (error) {
    if (error instanceof FolderInUseError) return true;
    throw error;
  }
}
