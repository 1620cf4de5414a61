// SPDX-License-Identifier: Apache-2.0
import { CompactEncrypt, compactDecrypt } from 'jose';
import type { z } from '@perfuse/contract/schema';
import { keyInUse, type KeyRing } from '../../../platform/crypto/key-ring.ts';
import type { CookieKey } from '../../../platform/crypto/secrets.ts';
import {
  defineCookie,
  type CookieJar,
  type CookieOptions,
} from '../../../platform/http/cookies.ts';

const HEADER = { alg: 'dir', enc: 'A256GCM' } as const;

const bytesOf = ({ k }: CookieKey): Uint8Array => new Uint8Array(Buffer.from(k, 'base64url'));

/** A cookie that only this server can read or create: a compact JWE (`dir`, A256GCM). */
export interface EncryptedCookie<T> {
  /** Null when it is absent, was not made by this server, or has invalid content. */
  readonly read: (jar: CookieJar) => Promise<T | null>;
  /** @throws RangeError when the value does not fit a cookie. */
  readonly write: (jar: CookieJar, value: T) => Promise<void>;
  readonly clear: (jar: CookieJar) => void;
}

/**
 * @param ring the keys: the one in use encrypts, and a cookie names the one that decrypts it.
 * @param purpose bound into the cookie, so that one kind does not pass for another under the same key.
 */
export function encryptedCookie<S extends z.ZodMiniType>(
  name: string,
  purpose: string,
  schema: S,
  ring: Pick<KeyRing, 'cookies' | 'rereadForUnknownKey'>,
  options: CookieOptions,
): EncryptedCookie<z.output<S>> {
  const cookie = defineCookie(name, options);
  const decryptionKey = async (kid = ''): Promise<Uint8Array> => {
    const find = (): CookieKey | undefined => ring.cookies().find((key) => key.kid === kid);
    if (find() === undefined) await ring.rereadForUnknownKey();
    const key = find();
    if (key === undefined)
      throw new Error('The cookie is encrypted with a key that is no longer trusted.');
    return bytesOf(key);
  };
  return {
    read: async (jar) => {
      const text = cookie.read(jar);
      if (text === null) return null;
      try {
        const { plaintext, protectedHeader } = await compactDecrypt(
          text,
          ({ kid }) => decryptionKey(kid),
          {
            keyManagementAlgorithms: [HEADER.alg],
            contentEncryptionAlgorithms: [HEADER.enc],
          },
        );
        if (protectedHeader.typ !== purpose) return null;
        const parsed = schema.safeParse(JSON.parse(new TextDecoder().decode(plaintext)));
        return parsed.success ? parsed.data : null;
      } catch {
        // Anyone can send such a cookie: it counts as absent and is not logged.
        return null;
      }
    },
    write: async (jar, value) => {
      const bytes = new TextEncoder().encode(JSON.stringify(value));
      const key = keyInUse(ring.cookies(), Date.now());
      const named = key.kid === '' ? {} : { kid: key.kid };
      const text = await new CompactEncrypt(bytes)
        .setProtectedHeader({ ...HEADER, typ: purpose, ...named })
        .encrypt(bytesOf(key));
      cookie.write(jar, text);
    },
    clear: cookie.clear,
  };
}
