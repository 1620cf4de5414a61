// SPDX-License-Identifier: Apache-2.0
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { changeSecrets, withEncryptionKeysOf } from '../crypto/rotation.ts';
import { readSecrets, secretsId, type Secrets } from '../crypto/secrets.ts';
import { FolderError } from '../storage/offline.ts';
import { keptIfDone } from './draft.ts';
import { writeForOwner } from '../storage/owner-only.ts';
import { sync } from '../storage/sync.ts';

/**
 * Writes the secrets of a backup to the server's file. If that holds the same secrets already, it only gets the
 * encryption keys that were retired since.
 * @param restore restores the rows, which cannot be decrypted without them. If it fails, a new file is removed again,
 * unless `keep` was called, because the rows may be committed.
 * @throws FolderError when the file holds other secrets; it is then unchanged.
 */
export async function placeSecrets<T>(
  file: string,
  secrets: Secrets,
  restore: (keep: () => void) => T | Promise<T>,
): Promise<T> {
  if (!existsSync(file)) {
    mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    return keptIfDone(file, (keep) => {
      writeForOwner(file, JSON.stringify(secrets));
      return restore(keep);
    });
  }
  const present = await readSecrets(file);
  if (secretsId(present) !== secretsId(secrets)) {
    throw new FolderError(`${file} contains different secrets from the backup. Move it away.`);
  }
  await addRetiredKeys(file, present, secrets);
  return restore(() => undefined);
}

/** A file, which may be mounted read-only, is only written if necessary. */
async function addRetiredKeys(file: string, present: Secrets, secrets: Secrets): Promise<void> {
  if (withEncryptionKeysOf(present, secrets) === present) return;
  await changeSecrets(file, (latest) =>
    Promise.resolve({ secrets: withEncryptionKeysOf(latest, secrets), result: null }),
  );
}

/**
 * Like {@link placeSecrets}, for secrets beside the rows: other ones are replaced. The same ones stay, because a key
 * that was removed since the backup was made must not be trusted again.
 */
export async function replaceSecrets(file: string, secrets: Secrets): Promise<void> {
  // Null if the file is missing or damaged.
  const present = await readSecrets(file).catch(() => null);
  if (present !== null && secretsId(present) === secretsId(secrets)) {
    await addRetiredKeys(file, present, secrets);
    return;
  }
  const draft = `${file}.partial`;
  rmSync(draft, { force: true });
  writeForOwner(draft, JSON.stringify(secrets));
  sync(draft);
  renameSync(draft, file);
}
