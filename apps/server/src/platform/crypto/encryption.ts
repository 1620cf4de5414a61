// SPDX-License-Identifier: Apache-2.0
/** What is kept sealed in the store, and the keyed hashes of what is short: under keys that can be rotated. */
import { CompactEncrypt, compactDecrypt, decodeProtectedHeader } from 'jose';
import { ANALYSIS_ERRORS } from '@perfuse/contract/analysis/errors';
import { ServiceError } from '../errors/service-error.ts';
import { derivedFrom, keyedDigest, sameDigest } from './digest.ts';
import { keyInUse, type KeyRing } from './key-ring.ts';
import type { SealingKey } from './secrets.ts';

/** What is sealed in the store, with the purpose its key is derived for. */
const PURPOSES = { 'second-factor': 'second-factor', 'webhook-secret': 'webhook-secrets' } as const;
export type Sealed = keyof typeof PURPOSES;
/** What is hashed under a key. */
type Digested = 'attempts' | 'login-codes';

const HEADER = { alg: 'dir', enc: 'A256GCM' } as const;

/** What the first sealing key is called, which has no name. */
export const FIRST_SEALING_KEY = 'first-sealing';
/** What people call a key by its kid; '' is the first. */
export const sealingKeyName = (kid: string): string => (kid === '' ? FIRST_SEALING_KEY : kid);

/** Something was sealed with a key that the installation's secrets lack. It stays as it is, for the day the key is back. */
export class LostSealingKey extends ServiceError {
  readonly kid: string;

  /** @param kid of the key; '' for the first. */
  constructor(kid: string) {
    super(
      'SERVICE_UNAVAILABLE',
      `PERFUSE_SECRETS_FILE lacks the sealing key ${sealingKeyName(kid)}, which something in the database was sealed with. Nothing is lost: put the key back, from a backup of that file.`,
    );
    this.kid = kid;
  }

  /** People learn nothing of keys. */
  override get answer(): unknown {
    return { Code: this.code, Message: ANALYSIS_ERRORS[this.code].message };
  }
}

const headerOf = (what: Sealed, kid: string) => ({
  ...HEADER,
  typ: what,
  ...(kid === '' ? {} : { kid }),
});

/** What one key seals begins with this: a compact JWE (`dir`, A256GCM) names its key in its first part. */
export function sealedHead(what: Sealed, kid: string): string {
  return `${Buffer.from(JSON.stringify(headerOf(what, kid))).toString('base64url')}.`;
}

/** The key that something was sealed with; '' for the first. */
export const sealedBy = (sealed: string): string => decodeProtectedHeader(sealed).kid ?? '';

/** Seals with the key in use, and opens what any key of the ring sealed. */
export class Sealing {
  readonly #ring: Pick<KeyRing, 'sealing' | 'lookAgain'>;
  readonly #now: () => number;

  constructor(ring: Pick<KeyRing, 'sealing' | 'lookAgain'>, now: () => number = Date.now) {
    this.#ring = ring;
    this.#now = now;
  }

  /** Kids of all keys, oldest first; '' is the first one of all. */
  readonly kids = (): readonly string[] => this.#ring.sealing().map(({ kid }) => kid);

  readonly #inUse = (): SealingKey => keyInUse(this.#ring.sealing(), this.#now());

  /** Kid of the key that seals now. */
  readonly kidInUse = (): string => this.#inUse().kid;

  seal(what: Sealed, text: string): Promise<string> {
    const { kid, k } = this.#inUse();
    return new CompactEncrypt(new TextEncoder().encode(text))
      .setProtectedHeader(headerOf(what, kid))
      .encrypt(derivedFrom(k, PURPOSES[what]));
  }

  /** @throws LostSealingKey where its key is not in the ring, Error where it is not what was sealed. */
  async open(what: Sealed, sealed: string): Promise<string> {
    const kid = sealedBy(sealed);
    const find = (): SealingKey | undefined =>
      this.#ring.sealing().find((candidate) => candidate.kid === kid);
    if (find() === undefined) await this.#ring.lookAgain();
    const key = find();
    if (key === undefined) throw new LostSealingKey(kid);
    const { plaintext } = await compactDecrypt(sealed, derivedFrom(key.k, PURPOSES[what]), {
      keyManagementAlgorithms: [HEADER.alg],
      contentEncryptionAlgorithms: [HEADER.enc],
    });
    return new TextDecoder().decode(plaintext);
  }

  /**
   * Hashes under the key in use. After a rotation the same text has another hash: what is counted by it starts afresh.
   */
  readonly digest =
    (what: Digested) =>
    (text: string): string =>
      keyedDigest(derivedFrom(this.#inUse().k, what))(text);

  /** Whether a stored hash is of this text, under any key. */
  readonly isDigest =
    (what: Digested) =>
    (text: string, stored: string): boolean => {
      const keys = this.#ring.sealing().map(({ k }) => keyedDigest(derivedFrom(k, what)));
      // Each is tried, so that the time does not tell which key it was.
      return keys.filter((digest) => sameDigest(digest(text), stored)).length > 0;
    };
}
