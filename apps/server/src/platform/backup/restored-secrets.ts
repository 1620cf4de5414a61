// SPDX-License-Identifier: Apache-2.0
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { changeSecrets, withEncryptionKeysOf } from '../crypto/rotation.ts';
import { readSecrets, secretsId, type Secrets } from '../crypto/secrets.ts';
import { FolderError } from '../storage/offline.ts';

/**
 * Writes the secrets of a backup where the server looks for them, unless the same ones are there: those get the encryption
 * keys that were retired since. Comes before the rows, which cannot be decrypted without them.
 * @returns removes them again, when the rows could not be restored.
 * @throws FolderError when the file holds others; it stays as it is.
 */
export async function placeSecrets(file: string, secrets: Secrets): Promise<() => void> {
  if (!existsSync(file)) {
    mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(file, JSON.stringify(secrets), { mode: 0o600, flag: 'wx' });
    return () => rmSync(file, { force: true });
  }
  if (secretsId(await readSecrets(file)) !== secretsId(secrets)) {
    throw new FolderError(`${file} holds other secrets than the backup. Move it away.`);
  }
  await changeSecrets(file, (present) =>
    Promise.resolve({ secrets: withEncryptionKeysOf(present, secrets), result: null }),
  );
  return () => undefined;
}
