// SPDX-License-Identifier: Apache-2.0
import { existsSync } from 'node:fs';
import path from 'node:path';
import { Kysely } from 'kysely';
import { DATABASE_FILE, type Database, type Tables } from './database.ts';
import { EmbeddedDialect } from './dialects.ts';
import { Checkpoints, type LogBounds } from './checkpoints.ts';
import { noteCleanEnd, takeCleanEnd } from './clean-end.ts';
import { GroupFlush, type NotDurableError } from './group-flush.ts';
import { assertFolderIntegrity } from './integrity.ts';
import { lockFolder } from './lock.ts';
import { LogFile } from './log-file.ts';
import { migrate } from './migrate.ts';
import { createDatabaseForOwner } from './owner-only.ts';
import { alwaysAcquire } from './leader-lease.ts';
import { SpaceWatch } from './space.ts';
import { openSqlite } from './sqlite.ts';
import { ConnectionQueue } from './connection-queue.ts';
import { asFileError, makeFolder } from './unusable.ts';
import { checkOf, watchedBy, type Storage } from './storage.ts';

export interface EmbeddedStorageOptions {
  /** Largest size of the database, bytes. */
  readonly maxBytes?: number;
  readonly now?: () => number;
  /** Called before the whole database is checked, which takes long if it is large. */
  readonly onCheck?: () => void;
  /** Called when the log could not be written back, which is retried. */
  readonly onError?: (error: unknown) => void;
  /** Called once, when the disk failed to store what was written: the process must end. */
  readonly onLost?: (error: NotDurableError) => void;
  /** Sizes at which the log is written back, for tests. */
  readonly bounds?: LogBounds;
  /** Runs each flush of the log, for tests that delay it. */
  readonly flushing?: (flush: () => Promise<void>) => Promise<void>;
}

const nothing = (): void => undefined;

interface DurableDatabase {
  readonly database: Database;
  readonly flush: GroupFlush;
  readonly checkpoints: Checkpoints;
  readonly close: () => Promise<void>;
}

/** Opens the file with a flush that commits share, and with checkpoints off the event loop (decision 013). */
function openDurably(
  file: string,
  space: SpaceWatch,
  options: EmbeddedStorageOptions,
): DurableDatabase {
  const { maxBytes, onError = nothing, onLost = nothing, flushing = (flush) => flush() } = options;
  const sqlite = openSqlite(file, { durability: 'group', maxBytes, watch: watchedBy(space) });
  // The first read creates the log.
  sqlite.prepare('select 1 from sqlite_schema').all([]);
  // The dialect waits for other processes; SQLite's own wait would block this process.
  sqlite.prepare('pragma busy_timeout = 0').all([]);
  const log = new LogFile(file);
  const queue = new ConnectionQueue();
  const flush = new GroupFlush({
    flush: () => flushing(log.flush),
    onFlushed: () => checkpoints.consider(),
    onLost,
  });
  const database = new Kysely<Tables>({
    dialect: new EmbeddedDialect({ database: sqlite, sharing: { flush, queue } }),
  });
  const checkpoints = new Checkpoints({
    file,
    log,
    queue,
    bounds: options.bounds,
    onError: (error) => {
      space.note(error);
      onError(error);
    },
  });
  const close = async (): Promise<void> => {
    await checkpoints.close();
    await database.destroy();
    await flush.close();
    log.close();
  };
  return { database, flush, checkpoints, close };
}

/**
 * Opens the store in a folder of its own, creating both as needed.
 * @throws FolderInUseError when another process works on the folder, FolderError when the database is damaged,
 * UnusableFileError when the account may not use the folder or the disk is full.
 */
export async function openStorage(
  directory: string,
  options: EmbeddedStorageOptions = {},
): Promise<Storage> {
  try {
    return await openFolder(directory, options);
  } catch (error) {
    throw asFileError(path.join(directory, DATABASE_FILE), error);
  }
}

async function openFolder(directory: string, options: EmbeddedStorageOptions): Promise<Storage> {
  makeFolder(directory);
  const unlock = lockFolder(directory);
  const file = path.join(directory, DATABASE_FILE);
  try {
    if (existsSync(file)) {
      createDatabaseForOwner(file);
      if (!takeCleanEnd(file)) {
        options.onCheck?.();
        await assertFolderIntegrity(directory);
      }
    }
  } catch (error) {
    unlock();
    throw error;
  }
  const { now = Date.now } = options;
  const space = new SpaceWatch();
  const { database, flush, checkpoints, close } = openDurably(file, space, options);
  const closeFolder = async (): Promise<void> => {
    // If another process reads from the log, or the disk is full, the next start checks.
    await checkpoints.empty().catch(nothing);
    await close();
    await noteCleanEnd(file);
    unlock();
  };
  try {
    await migrate(database);
  } catch (error) {
    await closeFolder();
    throw error;
  }
  return {
    database,
    check: async () => {
      flush.check();
      await checkOf(database, space)();
    },
    now,
    exclusively: (work) => work(),
    acquireLease: alwaysAcquire,
    overwriteDeleted: checkpoints.empty,
    replica: null,
    close: closeFolder,
  };
}
