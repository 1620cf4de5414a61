// SPDX-License-Identifier: Apache-2.0
import { orgIdentifierSchema } from '@perfuse/contract/account/identity';
import type { PublicKey } from '@perfuse/contract/account/keys';
import {
  LAUNCH_LIMITS,
  launchClaimsSchema,
  sessionIdSchema,
  type LaunchClaims,
} from '@perfuse/contract/launch/link';
import { z } from '@perfuse/contract/schema';
import { decodeJwt, decodeProtectedHeader, errors, importJWK, jwtVerify } from 'jose';
import { LaunchError } from './launch-error.ts';

/** A launch key that the organisation still trusts. */
export interface LaunchKey {
  readonly id: string;
  readonly publicKey: PublicKey;
}

/** For whom a launch token must have been made, and by whom. */
export interface Expected {
  readonly configId: string;
  readonly orgIdentifier: string;
  readonly keys: readonly LaunchKey[];
  /** Milliseconds since 1970. */
  readonly now: number;
}

const ALGORITHMS = { Ed25519: 'EdDSA', 'P-256': 'ES256' } as const;

/** The keys that can have signed: of the algorithm of the header, and the one that it names if it names one. */
function candidates(token: string, keys: readonly LaunchKey[]): readonly LaunchKey[] {
  try {
    const { alg, kid } = decodeProtectedHeader(token);
    return keys.filter(
      ({ id, publicKey }) => alg === ALGORITHMS[publicKey.crv] && (kid === undefined || kid === id),
    );
  } catch {
    return [];
  }
}

/** @throws the errors of jose: a bad signature first, then expiry, then what else is wrong. */
async function verifyWith(
  token: string,
  { publicKey }: LaunchKey,
  { configId, orgIdentifier, now }: Expected,
): Promise<unknown> {
  const algorithm = ALGORITHMS[publicKey.crv];
  const { payload } = await jwtVerify(token, await importJWK(publicKey, algorithm), {
    algorithms: [algorithm],
    issuer: orgIdentifier,
    audience: configId,
    clockTolerance: LAUNCH_LIMITS.clockLeewayS,
    currentDate: new Date(now),
  });
  return payload;
}

/** What a token holds whose signature, organisation and configuration are right. */
interface Verified {
  readonly payload: unknown;
  readonly isExpired: boolean;
}

async function verified(token: string, expected: Expected): Promise<Verified> {
  for (const key of candidates(token, expected.keys)) {
    try {
      return { payload: await verifyWith(token, key, expected), isExpired: false };
    } catch (error) {
      // Told only after signature, organisation and configuration were found right.
      if (error instanceof errors.JWTExpired) return { payload: error.payload, isExpired: true };
      if (!(error instanceof errors.JWSSignatureVerificationFailed)) break;
    }
  }
  throw new LaunchError('LAUNCH_TOKEN_INVALID');
}

/** What is needed of a token's claims also where they are not valid as a whole. */
const wayBackSchema = z.object({
  /** Without which the claims are not valid; says where the person came from. */
  profile: z._default(z.unknown(), null),
  sessionId: z.catch(z.optional(sessionIdSchema), undefined),
});

/**
 * A token that the organisation signed for the configuration. One that is refused all the same says with its profile
 * where the person came from.
 */
export type SignedLaunch = z.infer<typeof wayBackSchema> &
  (
    | { readonly claims: LaunchClaims }
    | { readonly refusal: 'LAUNCH_TOKEN_EXPIRED' | 'LAUNCH_TOKEN_INVALID' }
  );

/** The organisation that a token says it is of; not verified. */
export function claimedIssuer(token: string): string | null {
  try {
    const issuer = orgIdentifierSchema.safeParse(decodeJwt(token).iss);
    return issuer.success ? issuer.data : null;
  } catch {
    return null;
  }
}

/**
 * Reads a signed profile. Whether it was used before is not known here.
 * @throws LaunchError LAUNCH_TOKEN_INVALID where the organisation has not signed it for the configuration.
 */
export async function readSigned(token: string, expected: Expected): Promise<SignedLaunch> {
  const { payload, isExpired } = await verified(token, expected);
  const wayBack = wayBackSchema.parse(payload);
  const refused = (refusal: 'LAUNCH_TOKEN_EXPIRED' | 'LAUNCH_TOKEN_INVALID'): SignedLaunch => ({
    refusal,
    ...wayBack,
  });
  if (isExpired) return refused('LAUNCH_TOKEN_EXPIRED');
  const claims = launchClaimsSchema.safeParse(payload);
  if (!claims.success) return refused('LAUNCH_TOKEN_INVALID');
  const { iat, exp } = claims.data;
  const nowS = expected.now / 1000;
  const { tokenS, clockLeewayS } = LAUNCH_LIMITS;
  // A token that lives for long would have to be remembered for long, and could be passed on.
  if (exp > nowS + tokenS + clockLeewayS || iat > nowS + clockLeewayS) {
    return refused('LAUNCH_TOKEN_INVALID');
  }
  return { claims: claims.data, ...wayBack };
}

/** Reads base64url JSON; undefined when it is none. */
export function readPlain(profileData: string): unknown {
  try {
    const bytes = Buffer.from(profileData, 'base64url');
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}

export const isSigned = (profileData: string): boolean => profileData.includes('.');
