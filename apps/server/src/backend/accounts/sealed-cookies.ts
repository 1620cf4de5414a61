// SPDX-License-Identifier: Apache-2.0
import { CompactEncrypt, compactDecrypt } from 'jose';
import type { z } from '@perfuse/contract/schema';
import type { Surroundings, VisitCookieOptions } from '../../http/surroundings.ts';

const HEADER = { alg: 'dir', enc: 'A256GCM' } as const;

/** A cookie that nobody but this server can read or make: a compact JWE (`dir`, A256GCM). */
export interface SealedCookie<T> {
  /** Null when it is absent, was not made by this server, or does not hold what it should. */
  readonly read: (surroundings: Surroundings) => Promise<T | null>;
  /** @throws RangeError when the value does not fit a cookie. */
  readonly write: (surroundings: Surroundings, value: T) => Promise<void>;
  readonly forget: (surroundings: Surroundings) => void;
}

/**
 * @param key 256 bits.
 * @param purpose bound into the cookie, so that one kind does not pass for another under the same key.
 */
export function sealedCookie<S extends z.ZodMiniType>(
  name: string,
  purpose: string,
  schema: S,
  key: Uint8Array,
  options: VisitCookieOptions,
): SealedCookie<z.output<S>> {
  return {
    read: async (surroundings) => {
      const text = surroundings.cookie(name);
      if (text === null) return null;
      try {
        const { plaintext, protectedHeader } = await compactDecrypt(text, key, {
          keyManagementAlgorithms: [HEADER.alg],
          contentEncryptionAlgorithms: [HEADER.enc],
        });
        if (protectedHeader.typ !== purpose) return null;
        const parsed = schema.safeParse(JSON.parse(new TextDecoder().decode(plaintext)));
        return parsed.success ? parsed.data : null;
      } catch {
        return null;
      }
    },
    write: async (surroundings, value) => {
      const bytes = new TextEncoder().encode(JSON.stringify(value));
      const text = await new CompactEncrypt(bytes)
        .setProtectedHeader({ ...HEADER, typ: purpose })
        .encrypt(key);
      surroundings.setCookie(name, text, options);
    },
    forget: (surroundings) => surroundings.setCookie(name, '', options),
  };
}
