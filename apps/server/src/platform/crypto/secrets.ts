// SPDX-License-Identifier: Apache-2.0
import { createHmac } from 'node:crypto';
import { chmod, link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { exportJWK, generateKeyPair } from 'jose';
import { z } from '@perfuse/contract/schema';
import { giveToFolderOwner } from '../storage/owner-only.ts';
import { asFileError } from '../storage/unusable.ts';
import { derivedFrom, randomSecret } from './digest.ts';

const signingKeySchema = z.object({
  kty: z.literal('OKP'),
  crv: z.literal('Ed25519'),
  x: z.string(),
  d: z.string(),
  kid: z.string(),
  /** When it starts to sign, ms since 1970; before, it only verifies. The first key of an installation has none. */
  from: z.optional(z.int()),
});
export type SigningKey = z.output<typeof signingKeySchema>;

const cookieKeySchema = z.object({
  kid: z.string(),
  /** 256 bits, base64url. */
  k: z.string(),
  /** When it starts to encrypt, ms since 1970. */
  from: z.int(),
});
export type CookieKey = z.output<typeof cookieKeySchema>;
/** Secret from which the keys are derived that encrypt stored values and hash sent ones. */
export type EncryptionKey = CookieKey;

export const secretsSchema = z.object({
  /** Ed25519 key that signs access tokens: the oldest one still trusted. */
  signingKey: signingKeySchema,
  /** Its successors, oldest first; all of them verify, the newest that has started signs. */
  laterSigningKeys: z.optional(z.array(signingKeySchema)),
  /** Keys that encrypt cookies, oldest first; derived from the secret below until the first rotation. */
  cookieKeys: z.optional(z.array(cookieKeySchema)),
  /** Keys that encrypt stored values, oldest first; until the first rotation the secret below. */
  encryptionKeys: z.optional(z.array(cookieKeySchema)),
  /** Secret from which the installation's own licence keys and its id are derived. */
  licenceSecret: z.string(),
});
export type Secrets = z.output<typeof secretsSchema>;

/** Name of the secrets in their folder. */
export const SECRETS_FILE = 'secrets.json';
/** Only the account that runs the server may read it. */
const OWNER_ONLY = 0o600;

/** Creates the kid of a new key; without a leading dash, which a command would take for an option. */
export const newKid = (): string => randomSecret().replace(/^-+/, '').slice(0, 12);

export async function generateSigningKey(): Promise<SigningKey> {
  const { privateKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true });
  const key = await exportJWK(privateKey);
  return signingKeySchema.parse({ ...key, kid: newKid() });
}

const generate = async (): Promise<Secrets> => ({
  signingKey: await generateSigningKey(),
  licenceSecret: randomSecret(),
});

export class DamagedSecretsError extends Error {
  override readonly name = 'DamagedSecretsError';
  readonly code = 'DAMAGED_SECRETS';

  constructor(file: string) {
    super(`${file} is damaged. Restore it from a backup; without it, all tokens become invalid.`);
  }
}

/** @throws DamagedSecretsError */
export function parseSecrets(text: string, file: string): Secrets {
  try {
    return secretsSchema.parse(JSON.parse(text));
  } catch {
    // The parser's own message would quote the file.
    throw new DamagedSecretsError(file);
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

/** The operator's file, or the one in the data folder. */
export const secretsFile = (directory: string, named?: string): string =>
  named ?? path.join(directory, SECRETS_FILE);

/** The file of secrets does not exist. */
export class NoSecretsError extends Error {
  override readonly name = 'NoSecretsError';
  readonly code = 'NO_SECRETS';

  constructor(file: string) {
    super(`There are no secrets in ${file}. Set PERFUSE_SECRETS_FILE as for the server.`);
  }
}

/** Reads existing secrets. @throws NoSecretsError, UnusableFileError when it may not be read, DamagedSecretsError */
export async function readSecrets(file: string): Promise<Secrets> {
  const text = await existing(file).catch((error: unknown) => {
    throw asFileError(file, error, 'PERFUSE_SECRETS_FILE');
  });
  if (text === null) throw new NoSecretsError(file);
  return parseSecrets(text, file);
}

/** Identifies the secrets without revealing them: servers with the same secrets have the same id. */
export const secretsId = (secrets: Secrets): string =>
  Buffer.from(deriveKey(secrets, 'identity')).toString('hex').slice(0, 32);

/** Whether a database belongs to these secrets; one without an id yet accepts any. */
export const matchesSecrets = (name: string, secrets: Secrets): boolean =>
  name === '' || name === secretsId(secrets);

/**
 * Reads the secrets of an installation, or creates them on its first start. The file is written atomically; if several
 * servers start at once, one creates it.
 * @param named the operator's file, by default `secrets.json` in the data folder.
 * @throws UnusableFileError when the file may not be read or written, DamagedSecretsError
 */
export async function loadSecrets(directory: string, named?: string): Promise<Secrets> {
  const file = secretsFile(directory, named);
  // A file mounted by an operator keeps the rights that the operator gave it.
  const isOwn = named === undefined;
  try {
    return await loadFrom(file, isOwn);
  } catch (error) {
    throw asFileError(file, error, isOwn ? 'PERFUSE_DATA_DIR' : 'PERFUSE_SECRETS_FILE');
  }
}

async function loadFrom(file: string, isOwn: boolean): Promise<Secrets> {
  const text = await existing(file);
  if (text !== null) {
    if (isOwn) await chmod(file, OWNER_ONLY);
    return parseSecrets(text, file);
  }
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${String(process.pid)}.${randomSecret().slice(0, 8)}`;
  try {
    await writeFile(draft, JSON.stringify(await generate()), { mode: OWNER_ONLY, flag: 'wx' });
    giveToFolderOwner(draft);
    await link(draft, file);
  } catch (error) {
    if (!(error instanceof Error) || Reflect.get(error, 'code') !== 'EEXIST') throw error;
  } finally {
    await rm(draft, { force: true });
  }
  return readSecrets(file);
}

/** A licence key of this installation, the same at every start, so that only its hash needs to be stored. */
export function deriveLicenceKey(secrets: Secrets, purpose: string): string {
  const mac = createHmac('sha256', secrets.licenceSecret).update(purpose).digest('hex');
  return `prf-${purpose}-${mac.slice(0, 40)}`;
}

/**
 * A key of 256 bits for one purpose, derived from the installation's secret; keys of two purposes reveal nothing of
 * each other.
 */
export const deriveKey = ({ licenceSecret }: Secrets, purpose: string): Uint8Array =>
  derivedFrom(licenceSecret, purpose);
