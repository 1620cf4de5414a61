// SPDX-License-Identifier: Apache-2.0
/** Backups of PostgreSQL stores: the same format as for SQLite, so that each can be restored into the other. */
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readSecrets } from '../crypto/secrets.ts';
import {
  addManifest,
  assertFile,
  assertNewFile,
  copyBackup,
  publish,
  renew,
  type BackupFacts,
} from './backup.ts';
import { withDraft } from './draft.ts';
import { openFile } from '../storage/offline.ts';
import { OWNER_ONLY } from '../storage/owner-only.ts';
import { copyToFile, copyToServer } from './move.ts';
import { placeSecrets } from './restored-secrets.ts';

/**
 * Writes a backup of one moment, even while servers use the database. The file is written atomically.
 * @throws FolderError when the file exists, the database is of another version, or the secrets are not its own.
 */
export async function writeServerBackup(
  url: string,
  secretsFile: string,
  file: string,
): Promise<BackupFacts> {
  assertNewFile(file);
  const secrets = await readSecrets(secretsFile);
  const created = Date.now();
  return withDraft(file, async (draft) => {
    writeFileSync(draft, '', { mode: OWNER_ONLY, flag: 'wx' });
    await copyToFile(url, draft, true);
    await addManifest(draft, created, secrets, secretsFile);
    return { created, bytes: publish(draft, file) };
  });
}

/**
 * Restores a backup into an empty PostgreSQL database that no server uses. The secrets are written to the server's
 * file. If that holds the same secrets already, it only gets the encryption keys that were retired since.
 * @throws FolderError if one of these conditions is not met, or the file is no sound backup; then nothing was changed.
 */
export async function restoreServerBackup(
  url: string,
  secretsFile: string,
  file: string,
): Promise<{ readonly created: number }> {
  assertFile(file);
  const copied = async (draft: string): Promise<{ readonly created: number }> => {
    const { created, secrets } = await copyBackup(file, draft);
    return placeSecrets(secretsFile, secrets, async (keep) => {
      const source = openFile(draft, 'delete');
      try {
        await renew(source, file);
        await copyToServer(source, url, keep);
      } finally {
        await source.destroy();
      }
      return { created };
    });
  };
  return withDraft(path.join(tmpdir(), 'perfuse-restore'), copied, false);
}
