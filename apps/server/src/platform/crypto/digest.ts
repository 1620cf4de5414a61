// SPDX-License-Identifier: Apache-2.0
import { createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';

/** SHA-256 as hex. Only for secrets that are long and random: a guessable one needs a slow hash. */
export const sha256 = (data: string | Uint8Array): string =>
  createHash('sha256').update(data).digest('hex');

/** 256 random bits as URL-safe text. */
export const randomSecret = (): string => randomBytes(32).toString('base64url');

/** A key of 256 bits for one purpose, derived from a long, random secret (HKDF, RFC 5869). */
export const derivedFrom = (secret: string, purpose: string): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', secret, 'perfuse', `perfuse:${purpose}`, 32));

/** Keyed SHA-256 as hex: for values short enough to be guessed. */
export const keyedDigest =
  (key: Uint8Array) =>
  (text: string): string =>
    createHmac('sha256', key).update(text).digest('hex');

/** Compares two digests in a time that does not depend on where they differ. */
export function sameDigest(left: string, right: string): boolean {
  const [one, other] = [Buffer.from(left), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
}
