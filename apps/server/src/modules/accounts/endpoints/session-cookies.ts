// SPDX-License-Identifier: Apache-2.0
import { CompactEncrypt, compactDecrypt } from 'jose';
import type { z } from '@perfuse/contract/schema';
import { keyInUse, type KeyRing } from '../../../platform/crypto/key-ring.ts';
import type { CookieKey } from '../../../platform/crypto/secrets.ts';
import type { RequestContext, VisitCookieOptions } from '../../../platform/http/request-context.ts';

const HEADER = { alg: 'dir', enc: 'A256GCM' } as const;

const bytesOf = ({ k }: CookieKey): Uint8Array => new Uint8Array(Buffer.from(k, 'base64url'));

/** A cookie that nobody but this server can read or make: a compact JWE (`dir`, A256GCM). */
export interface EncryptedCookie<T> {
  /** Null when it is absent, was not made by this server, or does not hold what it should. */
  readonly read: (context: RequestContext) => Promise<T | null>;
  /** @throws RangeError when the value does not fit a cookie. */
  readonly write: (context: RequestContext, value: T) => Promise<void>;
  readonly forget: (context: RequestContext) => void;
}

/**
 * @param ring the keys: the one in use encrypts, and a cookie names the one that opens it.
 * @param purpose bound into the cookie, so that one kind does not pass for another under the same key.
 */
export function encryptedCookie<S extends z.ZodMiniType>(
  name: string,
  purpose: string,
  schema: S,
  ring: Pick<KeyRing, 'cookies' | 'lookAgain'>,
  options: VisitCookieOptions,
): EncryptedCookie<z.output<S>> {
  const opener = async (kid = ''): Promise<Uint8Array> => {
    const find = (): CookieKey | undefined => ring.cookies().find((key) => key.kid === kid);
    if (find() === undefined) await ring.lookAgain();
    const key = find();
    if (key === undefined) throw new Error('A cookie of a key that is not trusted any more.');
    return bytesOf(key);
  };
  return {
    read: async (context) => {
      const text = context.cookie(name);
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
    write: async (context, value) => {
      const bytes = new TextEncoder().encode(JSON.stringify(value));
      const key = keyInUse(ring.cookies(), Date.now());
      const named = key.kid === '' ? {} : { kid: key.kid };
      const text = await new CompactEncrypt(bytes)
        .setProtectedHeader({ ...HEADER, typ: purpose, ...named })
        .encrypt(bytesOf(key));
      context.setCookie(name, text, options);
    },
    forget: (context) => context.setCookie(name, '', options),
  };
}
