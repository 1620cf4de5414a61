// SPDX-License-Identifier: Apache-2.0
/** A whole installation as one file: the database, with its secrets in a separate table. */
import {
  copyFileSync,
  createReadStream,
  createWriteStream,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import Libsql from 'libsql';
import { z } from '@perfuse/contract/schema';
import {
  matchesSecrets,
  readSecrets,
  SECRETS_FILE,
  secretsSchema,
  type Secrets,
} from '../crypto/secrets.ts';
import { assertDatabase, FolderError, openFile, withFolderLocked } from '../storage/offline.ts';
import { DATABASE_FILE, type Database } from '../storage/database.ts';
import { assertIntegrity, assertText, explainDamage, inBackground } from '../storage/integrity.ts';
import { CHANNEL_NAMES } from '../mail/transport.ts';
import { migrate, schemaState } from '../storage/migrate.ts';
import { inMadeFolder, removeLeftDrafts, withDraft } from './draft.ts';
import { placeSecrets, replaceSecrets } from './restored-secrets.ts';
import { sync } from '../storage/sync.ts';
import { giveToFolderOwner, OWNER_ONLY } from '../storage/owner-only.ts';
import { json } from '../storage/rows.ts';
import { isStorageFull } from '../storage/space.ts';
import { openLibsql } from '../storage/unusable.ts';

const MANIFEST = 'perfuse_backup';
const FORMAT = '1';
const NOTHING_MADE = ', and no backup was made';

const manifestRow = z.object({
  format: z.literal(FORMAT),
  created: z.int(),
  secrets: json(secretsSchema),
});

const installationRow = z.object({ secrets_id: z.string() });

export interface BackupFacts {
  /** When it was made, ms since 1970. */
  readonly created: number;
  readonly bytes: number;
}

export interface BackupOptions {
  readonly now?: () => number;
  /** By default the file in the folder. */
  readonly secretsFile?: string;
}

async function copyInto(source: string, draft: string): Promise<void> {
  // Explains why a file cannot be opened.
  openLibsql(source).close();
  const target = `'${draft.replaceAll("'", "''")}'`;
  await inBackground(source, (background) => background.exec(`vacuum into ${target}`));
}

/** Without the secrets that its rows were encrypted with, a backup could not be read. @throws FolderError */
function assertSecretsOf(database: Libsql.Database, secrets: Secrets, file: string): void {
  const row = database.prepare('select secrets_id from installations').get();
  if (row === undefined || matchesSecrets(installationRow.parse(row).secrets_id, secrets)) return;
  throw new FolderError(
    `${file} does not contain the secrets of this database. Set PERFUSE_SECRETS_FILE as for the server.`,
  );
}

/**
 * Checks a copy of a database and writes into it the time of the backup and the secrets.
 * @throws FolderError when it is damaged, or the file's secrets are not its own.
 */
export async function addManifest(
  draft: string,
  created: number,
  secrets: Secrets,
  secretsFile: string,
): Promise<void> {
  await assertIntegrity(draft, NOTHING_MADE);
  const database = new Libsql(draft);
  try {
    assertSecretsOf(database, secrets, secretsFile);
    database.exec(`create table ${MANIFEST} (format text, created integer, secrets text)`);
    database
      .prepare(`insert into ${MANIFEST} values (?, ?, ?)`)
      .run(FORMAT, created, JSON.stringify(secrets));
  } finally {
    database.close();
  }
}

/** Renames a draft once it is on the disk. @returns its size, bytes. */
export function publish(draft: string, file: string): number {
  sync(draft);
  const bytes = statSync(draft).size;
  renameSync(draft, file);
  return bytes;
}

/** @throws FolderError if a backup of this name cannot be created: it exists, or its folder does not. */
export function assertNewFile(file: string): void {
  if (existsSync(file)) throw new FolderError(`${file} already exists.`);
  const folder = path.dirname(file);
  if (!existsSync(folder)) throw new FolderError(`There is no folder ${folder}: create it first.`);
}

/** @throws FolderError if there is no such file; it may be a folder. */
export function assertFile(file: string): void {
  if (statSync(file, { throwIfNoEntry: false })?.isDirectory() !== false) {
    throw new FolderError(`There is no file ${file}.`);
  }
}

/**
 * Writes a backup of a folder, of one moment, even while a server uses it. The file is written atomically.
 * @throws FolderError if there is no database, it is damaged, the secrets are not its own, or the file exists.
 */
export async function writeBackup(
  directory: string,
  file: string,
  { now = Date.now, secretsFile = path.join(directory, SECRETS_FILE) }: BackupOptions = {},
): Promise<BackupFacts> {
  const source = path.join(directory, DATABASE_FILE);
  assertDatabase(directory);
  assertNewFile(file);
  const secrets = await readSecrets(secretsFile);
  const created = now();
  return withDraft(file, async (draft) => {
    writeFileSync(draft, '', { mode: OWNER_ONLY, flag: 'wx' });
    await explainDamage(NOTHING_MADE, () => copyInto(source, draft));
    await addManifest(draft, created, secrets, secretsFile);
    return { created, bytes: publish(draft, file) };
  });
}

const notOurs = (file: string): FolderError =>
  new FolderError(`${file} is not a Perfuse backup, or is damaged.`);

/** A table or column is missing, or exists already for a migration: the file was changed. */
const isOtherSchema = (error: unknown): boolean =>
  error instanceof Error &&
  (Reflect.get(error, 'code') === 'SQLITE_ERROR' || isOtherSchema(error.cause));

/** Copies a backup, checks the copy, and removes the manifest from it. @returns the manifest. */
export async function copyBackup(
  file: string,
  copy: string,
): Promise<z.output<typeof manifestRow>> {
  // Its rights are set on creation: copyFile would give it those of the backup.
  const target = createWriteStream(copy, { mode: OWNER_ONLY, flags: 'wx' });
  await pipeline(createReadStream(file), target);
  giveToFolderOwner(copy);
  const refusal = notOurs(file);
  const database = new Libsql(copy);
  try {
    await assertIntegrity(copy);
    await assertText(database);
    const manifest = manifestRow.parse(database.prepare(`select * from ${MANIFEST}`).get());
    database.exec('pragma secure_delete = on');
    database.exec(`drop table ${MANIFEST}`);
    return manifest;
  } catch (error) {
    throw isStorageFull(error) ? error : refusal;
  } finally {
    database.close();
  }
}

/**
 * Brings a copy up to date, and ends what was pending when the backup was made: people's sessions, because a token that
 * was used since would be valid again; links, codes and messages, because they were sent.
 * @throws FolderError for a newer version, and if the tables are not those of a backup.
 */
export async function renew(database: Database, file: string): Promise<void> {
  try {
    await bringUpToDate(database, file);
  } catch (error) {
    throw isOtherSchema(error) ? notOurs(file) : error;
  }
}

async function bringUpToDate(database: Database, file: string): Promise<void> {
  if ((await schemaState(database)) === 'newer') {
    throw new FolderError(`${file} was written by a newer version of Perfuse.`);
  }
  await migrate(database);
  await database
    .updateTable('token_families')
    .set({ revoked: 1 })
    .where('user_id', 'is not', null)
    .execute();
  for (const table of ['reset_links', 'login_codes', 'attempts'] as const) {
    await database.deleteFrom(table).execute();
  }
  await database.deleteFrom('jobs').where('kind', 'in', CHANNEL_NAMES).execute();
}

/**
 * Creates a folder for what is replaced, with a copy of the secrets in the data folder.
 * @returns that folder; null when there is nothing to replace.
 */
function openAside(directory: string, stamp: string): string | null {
  const secrets = path.join(directory, SECRETS_FILE);
  if (!existsSync(path.join(directory, DATABASE_FILE)) && !existsSync(secrets)) return null;
  const aside = path.join(directory, `replaced-${stamp}`);
  mkdirSync(aside, { mode: 0o700 });
  giveToFolderOwner(aside);
  if (existsSync(secrets)) {
    copyFileSync(secrets, path.join(aside, SECRETS_FILE));
    giveToFolderOwner(path.join(aside, SECRETS_FILE));
  }
  return aside;
}

/** Replaces a database by another; one of them exists at any time. */
function replaceDatabase(
  directory: string,
  draft: string,
  aside: string | null,
  flush: (folder: string) => void,
): void {
  const file = path.join(directory, DATABASE_FILE);
  if (aside !== null && existsSync(file)) {
    const replaced = path.join(aside, DATABASE_FILE);
    // The log of the old one must not be applied to the new one.
    for (const suffix of ['-wal', '-shm']) {
      if (existsSync(`${file}${suffix}`)) {
        renameSync(`${file}${suffix}`, `${replaced}${suffix}`);
      }
    }
    linkSync(file, replaced);
  }
  renameSync(draft, file);
  flush(directory);
}

/** Restores what was moved aside. */
function takeBack(directory: string, aside: string): void {
  for (const name of readdirSync(aside)) {
    renameSync(path.join(aside, name), path.join(directory, name));
  }
  rmSync(aside, { recursive: true });
}

export interface RestoreOptions {
  /** Whether an existing database may be replaced; it is moved aside. */
  readonly replaces: boolean;
  /** Where the server reads its secrets; by default in the folder. */
  readonly secretsFile?: string;
  readonly now?: () => number;
  /** Flushes the names in the folder, for tests in which the disk does not confirm them. */
  readonly flush?: (folder: string) => void;
}

async function restoreLocked(
  directory: string,
  file: string,
  { secretsFile, now = Date.now, flush = sync }: RestoreOptions,
): Promise<{ readonly created: number; readonly aside: string | null }> {
  const target = path.join(directory, DATABASE_FILE);
  removeLeftDrafts(target);
  return withDraft(target, async (draft) => {
    const { created, secrets } = await copyBackup(file, draft);
    const database = openFile(draft, 'delete');
    try {
      await renew(database, file);
    } finally {
      await database.destroy();
    }
    sync(draft);
    const own = path.resolve(directory, SECRETS_FILE);
    const keys = path.resolve(secretsFile ?? own);
    const aside = openAside(directory, new Date(now()).toISOString().replaceAll(/[:.]/g, '-'));
    try {
      const restore = (): void => replaceDatabase(directory, draft, aside, flush);
      if (keys === own) {
        await replaceSecrets(keys, secrets);
        restore();
      } else await placeSecrets(keys, secrets, restore);
    } catch (error) {
      if (aside !== null) takeBack(directory, aside);
      // Without the secrets, which are removed again too, nobody could read it.
      else rmSync(target, { force: true });
      throw error;
    }
    return { created, aside };
  });
}

/**
 * Replaces the contents of a folder by a backup. It is checked first, in a copy: a refused one changes nothing.
 * @returns when the backup was made, and where the earlier database is now, with a copy of the secrets.
 * @throws FolderError when a server uses the folder, the folder holds a database that may not be replaced, the secrets
 * of `secretsFile` are others, or the file is no sound backup, or one of a newer version.
 */
export async function restoreBackup(
  directory: string,
  file: string,
  options: RestoreOptions,
): Promise<{ readonly created: number; readonly aside: string | null }> {
  assertFile(file);
  return inMadeFolder(directory, () => restoreInto(directory, file, options));
}

async function restoreInto(
  directory: string,
  file: string,
  options: RestoreOptions,
): ReturnType<typeof restoreLocked> {
  if (!options.replaces && existsSync(path.join(directory, DATABASE_FILE))) {
    throw new FolderError(
      `${directory} already contains a database. With --replace, it is moved aside and the backup is restored.`,
    );
  }
  const refusal = `A server is using ${directory}. Stop it before restoring.`;
  return withFolderLocked(directory, refusal, () => restoreLocked(directory, file, options));
}
