// SPDX-License-Identifier: Apache-2.0
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { Kysely, sql, SqliteDialect } from 'kysely';
import { lockFolder } from './lock.ts';
import { migrate } from './migrate.ts';
import { openSqlite } from './sqlite.ts';
import type { Tables } from './tables.ts';

export type Database = Kysely<Tables>;

/** Name of the database in its folder. */
export const DATABASE_FILE = 'perfuse.sqlite';

export interface Storage {
  readonly database: Database;
  readonly check: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/**
 * Opens the store in a folder of its own, creating both as needed.
 * @throws FolderInUseError when another process works on the folder.
 */
export async function openStorage(directory: string): Promise<Storage> {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const unlock = lockFolder(directory);
  const database = new Kysely<Tables>({
    dialect: new SqliteDialect({ database: openSqlite(path.join(directory, DATABASE_FILE)) }),
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
    check: async () => {
      await sql`select 1`.execute(database);
    },
    close,
  };
}
