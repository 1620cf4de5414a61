// SPDX-License-Identifier: Apache-2.0
import { CompactEncrypt, compactDecrypt } from 'jose';
import type { z } from '@perfuse/contract/schema';
import { derivedFrom } from './digest.ts';

const HEADER = { alg: 'dir', enc: 'A256GCM' } as const;

/**
 * Encrypts a value so that only the holder of a secret can decrypt it: a compact JWE (`dir`, A256GCM) under a key
 * derived from it. The store holds the secret's hash and this, so that a copy of the store reveals nothing of the
 * value.
 * @param secret long and random, such as that of `randomSecret`.
 */
export function encryptFor(secret: string, purpose: string, value: unknown): Promise<string> {
  return new CompactEncrypt(new TextEncoder().encode(JSON.stringify(value)))
    .setProtectedHeader({ ...HEADER, typ: purpose })
    .encrypt(derivedFrom(secret, purpose));
}

/** The decrypted value; null if it was encrypted for another secret or purpose, or does not match the schema. */
export async function decryptWith<S extends z.ZodMiniType>(
  secret: string,
  purpose: string,
  schema: S,
  encrypted: string,
): Promise<z.output<S> | null> {
  try {
    const { plaintext } = await compactDecrypt(encrypted, derivedFrom(secret, purpose), {
      keyManagementAlgorithms: [HEADER.alg],
      contentEncryptionAlgorithms: [HEADER.enc],
    });
    const parsed = schema.safeParse(JSON.parse(new TextDecoder().decode(plaintext)));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
