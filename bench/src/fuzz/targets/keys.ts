// SPDX-License-Identifier: Apache-2.0
/** Keys that are the same in every run, so that a stored input keeps its meaning: generated here, used nowhere else. */
import { createECDH, createPrivateKey, sign, verify, type KeyObject } from 'node:crypto';
import { jsonOf, latinOf, textOf } from '../engine/bytes.ts';

const seed = (fill: number): Buffer => Buffer.alloc(32, fill);

/** RFC 8410: the 32 bytes of an Ed25519 key in PKCS #8. */
export const ed25519 = (fill: number): KeyObject =>
  createPrivateKey({
    key: Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed(fill)]),
    format: 'der',
    type: 'pkcs8',
  });

export function p256(fill: number): KeyObject {
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(seed(fill));
  const point = pair.getPublicKey();
  const part = (from: number): string => point.subarray(from, from + 32).toString('base64url');
  return createPrivateKey({
    key: { kty: 'EC', crv: 'P-256', d: seed(fill).toString('base64url'), x: part(1), y: part(33) },
    format: 'jwk',
  });
}

type JwsAlgorithm = 'EdDSA' | 'ES256';

export interface SigningPair {
  readonly id: string;
  readonly key: KeyObject;
  readonly algorithm: JwsAlgorithm;
}

const text64 = (value: string | Buffer): string => Buffer.from(value).toString('base64url');

const hash = (algorithm: JwsAlgorithm): 'sha256' | null =>
  algorithm === 'ES256' ? 'sha256' : null;

/** A compact JWS over exactly these texts, valid or not. */
export function compactJws(
  header: string,
  claims: string,
  key: KeyObject,
  algorithm: JwsAlgorithm,
): string {
  const signed = `${text64(header)}.${text64(claims)}`;
  const signature = sign(hash(algorithm), Buffer.from(signed), {
    key,
    dsaEncoding: 'ieee-p1363',
  });
  return `${signed}.${text64(signature)}`;
}

/** Whether a key signed a token: verified with Node's crypto alone, independently of the product. */
export function isSignedBy(token: string, key: KeyObject, algorithm: JwsAlgorithm): boolean {
  const parts = token.split('.');
  const [header = '', claims = '', signature = ''] = parts;
  if (parts.length !== 3) return false;
  return verify(
    hash(algorithm),
    Buffer.from(`${header}.${claims}`),
    { key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
}

/**
 * The token that an input describes: JSON `[header, claims, key]` is signed with the key of that index; any other input
 * is used as a token verbatim.
 * @param foreign signs when there is no key of that index.
 */
export function tokenOf(input: Uint8Array, pairs: readonly SigningPair[], foreign: SigningPair) {
  const value = jsonOf(textOf(input));
  if (!Array.isArray(value)) return latinOf(input);
  const parts: readonly unknown[] = value;
  const [header, claims, which] = parts;
  const { key, algorithm } = (typeof which === 'number' ? pairs[which] : undefined) ?? foreign;
  const text = (part: unknown): string =>
    typeof part === 'string' ? part : JSON.stringify(part ?? null);
  try {
    return compactJws(text(header), text(claims), key, algorithm);
  } catch (error) {
    // Nested so deeply that it can be parsed but not serialised.
    if (error instanceof RangeError) return latinOf(input);
    throw error;
  }
}
