// SPDX-License-Identifier: Apache-2.0
import { createHmac, hkdfSync } from 'node:crypto';
import { chmod, link, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { exportJWK, generateKeyPair } from 'jose';
import { z } from '@perfuse/contract/schema';
import { randomSecret } from './digest.ts';

export const secretsSchema = z.object({
  /** Ed25519 key that signs access tokens. */
  signingKey: z.object({
    kty: z.literal('OKP'),
    crv: z.literal('Ed25519'),
    x: z.string(),
    d: z.string(),
    kid: z.string(),
  }),
  /** From which the installation's own licence keys are derived. */
  licenceSecret: z.string(),
});
export type Secrets = z.output<typeof secretsSchema>;

/** Name of the secrets in their folder. */
export const SECRETS_FILE = 'secrets.json';
/** Only the account that runs the server may read it. */
const OWNER_ONLY = 0o600;

async function generate(): Promise<Secrets> {
  const { privateKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true });
  const key = await exportJWK(privateKey);
  return secretsSchema.parse({
    signingKey: { ...key, kid: randomSecret().slice(0, 12) },
    licenceSecret: randomSecret(),
  });
}

function read(text: string, file: string): Secrets {
  try {
    return secretsSchema.parse(JSON.parse(text));
  } catch {
    // The parser's own message would quote the file.
    throw new Error(`${file} is damaged. Restore it from a backup; without it every token ends.`);
  }
}

async function existing(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && Reflect.get(error, 'code') === 'ENOENT') return null;
    throw error;
  }
}

/**
 * Reads the secrets of a data folder and makes them on its first start. The file appears whole or not at all.
 * @throws Error when the file is there but cannot be read.
 */
export async function loadSecrets(directory: string): Promise<Secrets> {
  const file = path.join(directory, SECRETS_FILE);
  const text = await existing(file);
  if (text !== null) {
    await chmod(file, OWNER_ONLY);
    return read(text, file);
  }
  const secrets = await generate();
  const draft = `${file}.${String(process.pid)}`;
  await writeFile(draft, JSON.stringify(secrets), { mode: OWNER_ONLY, flag: 'wx' });
  await link(draft, file);
  await rm(draft);
  return secrets;
}

/** A licence key of this installation, the same at every start, so that only its hash needs to be stored. */
export function deriveLicenceKey(secrets: Secrets, purpose: string): string {
  const mac = createHmac('sha256', secrets.licenceSecret).update(purpose).digest('hex');
  return `prf-${purpose}-${mac.slice(0, 40)}`;
}

/** A key of 256 bits for one purpose, derived from the installation's secret; keys of two purposes tell nothing of each other. */
export function deriveKey(secrets: Secrets, purpose: string): Uint8Array {
  return new Uint8Array(
    hkdfSync('sha256', secrets.licenceSecret, 'perfuse', `perfuse:${purpose}`, 32),
  );
}
