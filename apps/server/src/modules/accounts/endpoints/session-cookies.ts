// SPDX-License-Identifier: Apache-2.0
import { CompactEncrypt, compactDecrypt } from 'jose';
import type { z } from '@perfuse/contract/schema';
import { keyInUse, type KeyRing } from '../../../platform/crypto/key-ring.ts';
import type { CookieKey } from '../../../platform/crypto/secrets.ts';
import type { Surroundings, VisitCookieOptions } from '../../../platform/http/request-context.ts';

const HEADER = { alg: 'dir', enc: 'A256GCM' } as const;

const bytesOf = ({ k }: CookieKey): Uint8Array => new Uint8Array(Buffer.from(k, 'base64url'));

/** A cookie that nobody but this server can read or make: a compact JWE (`dir`, A256GCM). */
export interface SealedCookie<T> {
  /** Null when it is absent, was not made by this server, or does not hold what it should. */
  readonly read: (surroundings: Surroundings) => Promise<T | null>;
  /** @throws RangeError when the value does not fit a cookie. */
  readonly write: (surroundings: Surroundings, value: T) => Promise<void>;
  readonly forget: (surroundings: Surroundings) => void;
}

/**
 * @param ring the keys: the one in use seals, and a cookie names the one that opens it.
 * @param purpose bound into the cookie, so that one kind does not pass for another under the same key.
 */
export function sealedCookie<S extends z.ZodMiniType>(
  name: string,
  purpose: string,
  schema: S,
  ring: Pick<KeyRing, 'cookies' | 'lookAgain'>,
  options: VisitCookieOptions,
): SealedCookie<z.output<S>> {
  const opener = async (kid = ''): Promise<Uint8Array> => {
    const find = (): CookieKey | undefined => ring.cookies().find((key) => key.kid === kid);
    if (find() === undefined) await ring.lookAgain();
    const key = find();
    if (key === undefined) throw new Error('A cookie of a key that is not trusted any more.');
    return bytesOf(key);
  };
  return {
    read: async (surroundings) => {
      const text = surroundings.cookie(name);
      if (text === null) return null;
      try {
        const { plaintext, protectedHeader } = await compactDecrypt(
          text,
          ({ kid }) => opener(kid),
          {
            keyManagementAlgorithms: [HEADER.alg],
            contentEncryptionAlgorithms: [HEADER.enc],
          },
        );
        if (protectedHeader.typ !== purpose) return null;
        const parsed = schema.safeParse(JSON.parse(new TextDecoder().decode(plaintext)));
        return parsed.success ? parsed.data : null;
      } catch {
        return null;
      }
    },
    write: async (surroundings, value) => {
      const bytes = new TextEncoder().encode(JSON.stringify(value));
      const key = keyInUse(ring.cookies(), Date.now());
      const named = key.kid === '' ? {} : { kid: key.kid };
      const text = await new CompactEncrypt(bytes)
        .setProtectedHeader({ ...HEADER, typ: purpose, ...named })
        .encrypt(bytesOf(key));
      surroundings.setCookie(name, text, options);
    },
    forget: (surroundings) => surroundings.setCookie(name, '', options),
  };
}
