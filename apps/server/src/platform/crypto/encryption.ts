// SPDX-License-Identifier: Apache-2.0
/** Encryption of stored values, and keyed hashes of short ones, under keys that can be rotated. */
import { CompactEncrypt, compactDecrypt, decodeProtectedHeader } from 'jose';
import { ANALYSIS_ERRORS } from '@perfuse/contract/analysis/errors';
import { ServiceError } from '../errors/service-error.ts';
import { derivedFrom, keyedDigest, sameDigest } from './digest.ts';
import { keyInUse, type KeyRing } from './key-ring.ts';
import type { EncryptionKey } from './secrets.ts';

/** Kinds of encrypted values, with the purpose that their key is derived for. */
const PURPOSES = { 'second-factor': 'second-factor', 'webhook-secret': 'webhook-secrets' } as const;
export type EncryptedKind = keyof typeof PURPOSES;
/** Kinds of values that are hashed under a key. */
type Digested = 'attempts' | 'login-codes' | 'renewals';

const HEADER = { alg: 'dir', enc: 'A256GCM' } as const;

/** Name of the first encryption key, which has no kid. */
export const FIRST_ENCRYPTION_KEY = 'first-encryption';
/** Display name of a key by its kid; '' is the first. */
export const encryptionKeyName = (kid: string): string => (kid === '' ? FIRST_ENCRYPTION_KEY : kid);

/**
 * A value was encrypted with a key that the installation's secrets lack. It stays unchanged in case the key is
 * restored.
 */
export class MissingEncryptionKey extends ServiceError {
  readonly kid: string;

  /** @param kid of the key; '' for the first. */
  constructor(kid: string) {
    super(
      'SERVICE_UNAVAILABLE',
      `PERFUSE_SECRETS_FILE lacks the encryption key ${encryptionKeyName(kid)}, which encrypts values in the database. Nothing is lost: restore the key from a backup of that file.`,
    );
    this.kid = kid;
  }

  /** The public message reveals nothing of keys. */
  protected override get publicMessage(): string {
    return ANALYSIS_ERRORS[this.code].message;
  }
}

const headerOf = (what: EncryptedKind, kid: string) => ({
  ...HEADER,
  typ: what,
  ...(kid === '' ? {} : { kid }),
});

/** Prefix of everything that one key encrypts: a compact JWE (`dir`, A256GCM) names its key in its first part. */
export function ciphertextPrefix(what: EncryptedKind, kid: string): string {
  return `${Buffer.from(JSON.stringify(headerOf(what, kid))).toString('base64url')}.`;
}

/** Kid of the key that encrypted a value; '' for the first. */
export const encryptionKidOf = (encrypted: string): string =>
  decodeProtectedHeader(encrypted).kid ?? '';

/** Encrypts with the key in use, and decrypts with any key of the ring. */
export class Encryption {
  readonly #ring: Pick<KeyRing, 'encryption' | 'rereadForUnknownKey'>;
  readonly #now: () => number;

  constructor(
    ring: Pick<KeyRing, 'encryption' | 'rereadForUnknownKey'>,
    now: () => number = Date.now,
  ) {
    this.#ring = ring;
    this.#now = now;
  }

  /** Kids of all keys, oldest first; '' is the very first. */
  readonly kids = (): readonly string[] => this.#ring.encryption().map(({ kid }) => kid);

  readonly #inUse = (): EncryptionKey => keyInUse(this.#ring.encryption(), this.#now());

  /** Kid of the key that encrypts now. */
  readonly kidInUse = (): string => this.#inUse().kid;

  encrypt(what: EncryptedKind, text: string): Promise<string> {
    const { kid, k } = this.#inUse();
    return new CompactEncrypt(new TextEncoder().encode(text))
      .setProtectedHeader(headerOf(what, kid))
      .encrypt(derivedFrom(k, PURPOSES[what]));
  }

  /**
   * @throws MissingEncryptionKey if its key is not in the ring, Error if it is not an encrypted value of this kind.
   */
  async decrypt(what: EncryptedKind, encrypted: string): Promise<string> {
    const kid = encryptionKidOf(encrypted);
    const find = (): EncryptionKey | undefined =>
      this.#ring.encryption().find((candidate) => candidate.kid === kid);
    if (find() === undefined) await this.#ring.rereadForUnknownKey();
    const key = find();
    if (key === undefined) throw new MissingEncryptionKey(kid);
    const { plaintext } = await compactDecrypt(encrypted, derivedFrom(key.k, PURPOSES[what]), {
      keyManagementAlgorithms: [HEADER.alg],
      contentEncryptionAlgorithms: [HEADER.enc],
    });
    return new TextDecoder().decode(plaintext);
  }

  /** Hashes under the key in use. After a rotation the same text has another hash: counts by it start afresh. */
  readonly digest =
    (what: Digested) =>
    (text: string): string =>
      keyedDigest(derivedFrom(this.#inUse().k, what))(text);

  /** Whether a stored hash matches this text, under any key. */
  readonly isDigest =
    (what: Digested) =>
    (text: string, stored: string): boolean => {
      const keys = this.#ring.encryption().map(({ k }) => keyedDigest(derivedFrom(k, what)));
      // All keys are tried, so that the time does not reveal which one matched.
      return keys.filter((digest) => sameDigest(digest(text), stored)).length > 0;
    };
}
