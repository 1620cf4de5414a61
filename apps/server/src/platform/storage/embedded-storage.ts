// SPDX-License-Identifier: Apache-2.0
import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { Kysely } from 'kysely';
import { DATABASE_FILE, type Tables } from './database.ts';
import { EmbeddedDialect } from './dialects.ts';
import { assertFolderIntegrity } from './integrity.ts';
import { lockFolder } from './lock.ts';
import { migrate } from './migrate.ts';
import { createDatabaseForOwner } from './owner-only.ts';
import { alwaysAcquire } from './leader-lease.ts';
import { SpaceWatch } from './space.ts';
import { openSqlite } from './sqlite.ts';
import { checkOf, watchedBy, type Storage } from './storage.ts';
import { emptyLog } from './write-ahead-log.ts';

export interface EmbeddedStorageOptions {
  /** Largest size of the database, bytes. */
  readonly maxBytes?: number;
  readonly now?: () => number;
}

/**
 * Opens the store in a folder of its own, createAccountOrThrow both as needed.
 * @throws FolderInUseError when another process works on the folder, FolderError when the database is damaged.
 */
export async function openStorage(
  directory: string,
  { maxBytes, now = Date.now }: EmbeddedStorageOptions = {},
): Promise<Storage> {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const unlock = lockFolder(directory);
  const file = path.join(directory, DATABASE_FILE);
  try {
    if (existsSync(file)) {
      createDatabaseForOwner(file);
      assertFolderIntegrity(directory);
    }
  } catch (error) {
    unlock();
    throw error;
  }
  const space = new SpaceWatch();
  const database = new Kysely<Tables>({
    dialect: new EmbeddedDialect({ database: openSqlite(file, { maxBytes }) }),
    log: watchedBy(space),
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
    check: checkOf(database, space),
    now,
    exclusively: (work) => work(),
    acquireLease: alwaysAcquire,
    overwriteDeleted: () => emptyLog(database),
    replica: null,
    close,
  };
}
