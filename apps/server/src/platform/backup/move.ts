// SPDX-License-Identifier: Apache-2.0
/** Moves an installation between SQLite and PostgreSQL. The source is left unchanged. */
import { existsSync, renameSync } from 'node:fs';
import path from 'node:path';
import { writeForOwner } from '../storage/owner-only.ts';
import { assertDatabase, FolderError, openFile, withFolderLocked } from '../storage/offline.ts';
import { copyRows, tablesInOrder, type Counts } from '../storage/copy.ts';
import { DATABASE_FILE, type Database } from '../storage/database.ts';
import { assertFolderIntegrity } from '../storage/integrity.ts';
import { inMadeFolder, removeLeftDrafts, withDraft } from './draft.ts';
import { assertEmpty, withServerStore } from './maintenance.ts';
import { sync } from '../storage/sync.ts';
import { migrate } from '../storage/migrate.ts';

const stopBeforeMoving = (directory: string): string =>
  `A server is using ${directory}. Stop it before moving.`;

/**
 * Writes a SQLite store into an empty PostgreSQL database.
 * @throws FolderError when a server uses it, or it is not empty.
 */
export async function copyToServer(
  source: Database,
  url: string,
  beforeCommit?: () => void,
): Promise<Counts> {
  const tables = await tablesInOrder(source);
  return withServerStore(url, { isShared: false }, async (target) => {
    await assertEmpty(target, tables);
    return copyRows({ database: source, isEmbedded: true }, target, tables, beforeCommit);
  });
}

/**
 * Copies the SQLite database of a folder, brought up to date, into an empty PostgreSQL database.
 * @throws FolderError when a server uses either, there is nothing to move, it is damaged, or the target is not empty;
 * then nothing was changed there.
 */
export async function moveToServer(directory: string, url: string): Promise<Counts> {
  const file = path.join(directory, DATABASE_FILE);
  assertDatabase(directory);
  return withFolderLocked(directory, stopBeforeMoving(directory), async () => {
    await assertFolderIntegrity(directory, ', and nothing was moved');
    const source = openFile(file);
    try {
      await migrate(source);
      return await copyToServer(source, url);
    } finally {
      await source.destroy();
    }
  });
}

/** Writes a PostgreSQL store into a new SQLite file. @param isShared whether servers may be using it. */
export async function copyToFile(url: string, file: string, isShared: boolean): Promise<Counts> {
  const target = openFile(file, 'delete');
  try {
    await migrate(target);
    const tables = await tablesInOrder(target);
    return await withServerStore(url, { isShared }, (source) =>
      copyRows({ database: source, isEmbedded: false }, target, tables),
    );
  } finally {
    await target.destroy();
  }
}

/**
 * Copies a PostgreSQL database into a folder without a database. The file is written atomically.
 * @throws FolderError when a server uses either, or the folder holds a database.
 */
export const moveToFolder = (url: string, directory: string): Promise<Counts> =>
  inMadeFolder(directory, () => moveInto(url, directory));

async function moveInto(url: string, directory: string): Promise<Counts> {
  const file = path.join(directory, DATABASE_FILE);
  return withFolderLocked(directory, stopBeforeMoving(directory), async () => {
    if (existsSync(file)) throw new FolderError(`${directory} already contains a database.`);
    removeLeftDrafts(file);
    return withDraft(file, async (draft) => {
      // Created here with its mode, so that no other account can ever read it.
      writeForOwner(draft, '');
      const counts = await copyToFile(url, draft, false);
      sync(draft);
      renameSync(draft, file);
      return counts;
    });
  });
}
