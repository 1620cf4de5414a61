// SPDX-License-Identifier: Apache-2.0
import { z } from '../schema.ts';

/** `launch`: the organisation signs launches. `results`: results are encrypted to the organisation. */
export const KEY_PURPOSES = ['launch', 'results'] as const;
export type KeyPurpose = (typeof KEY_PURPOSES)[number];

/** Curves of generated key pairs; keys for results use P-256 only. */
export const KEY_CURVES = ['P-256', 'Ed25519'] as const;
export type KeyCurve = (typeof KEY_CURVES)[number];

/** 32 bytes as base64url: a coordinate of either curve. */
const coordinate = z.string().check(z.regex(/^[\w-]{43}$/));

/**
 * The public half of an organisation's key as a JSON web key (RFC 7517, RFC 8037). Other members are not allowed, so a
 * private key is refused.
 */
export const publicKeySchema = z.discriminatedUnion('kty', [
  z.strictObject({ kty: z.literal('OKP'), crv: z.literal('Ed25519'), x: coordinate }),
  z.strictObject({ kty: z.literal('EC'), crv: z.literal('P-256'), x: coordinate, y: coordinate }),
]);
export type PublicKey = z.infer<typeof publicKeySchema>;
