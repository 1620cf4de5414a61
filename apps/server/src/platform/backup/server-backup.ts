// SPDX-License-Identifier: Apache-2.0
/** Backups of PostgreSQL stores: the same file as of SQLite ones, so that each can be restored into the other. */
import { chmodSync, copyFileSync, existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readSecrets } from '../crypto/secrets.ts';
import {
  addManifest,
  assertNewFile,
  publish,
  renew,
  extractManifest,
  type BackupFacts,
} from './backup.ts';
import { beginDraft } from './draft.ts';
import { FolderError, openFile } from '../storage/offline.ts';
import { OWNER_ONLY } from '../storage/owner-only.ts';
import { copyToFile, copyToServer } from './move.ts';
import { placeSecrets } from './restored-secrets.ts';

/**
 * Writes a backup of one moment, also while servers work on the database. The file appears whole or not at all.
 * @throws FolderError when the file exists, the database is of another version, or the secrets are not its own.
 */
export async function writeServerBackup(
  url: string,
  secretsFile: string,
  file: string,
  now: () => number = Date.now,
): Promise<BackupFacts> {
  assertNewFile(file);
  const secrets = await readSecrets(secretsFile);
  const draft = `${file}.${String(process.pid)}.partial`;
  const removeDraft = beginDraft(draft);
  const created = now();
  try {
    writeFileSync(draft, '', { mode: OWNER_ONLY, flag: 'wx' });
    await copyToFile(url, draft, true);
    addManifest(draft, created, secrets, secretsFile);
    return { created, bytes: publish(draft, file) };
  } finally {
    removeDraft();
  }
}

/**
 * Restores a backup into an empty PostgreSQL database that no server uses. The secrets are written where they belong,
 * unless the same ones are there: those get the encryption keys that were retired since.
 * @throws FolderError when any of that is not so, or the file is no sound backup; then nothing was changed.
 */
export async function restoreServerBackup(
  url: string,
  secretsFile: string,
  file: string,
): Promise<{ readonly created: number }> {
  if (!existsSync(file)) throw new FolderError(`There is no file ${file}.`);
  const folder = mkdtempSync(path.join(tmpdir(), 'perfuse-restore-'));
  const removeDraft = beginDraft(folder);
  const draft = path.join(folder, 'restore.sqlite');
  try {
    copyFileSync(file, draft);
    chmodSync(draft, OWNER_ONLY);
    const { created, secrets } = extractManifest(draft, file);
    const removeSecrets = await placeSecrets(secretsFile, secrets);
    const source = openFile(draft, 'delete');
    try {
      await renew(source, file);
      await copyToServer(source, url);
    } catch (error) {
      removeSecrets();
      throw error;
    } finally {
      await source.destroy();
    }
    return { created };
  } finally {
    removeDraft();
  }
}
