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

/** The audience and issuer that a launch token must have. */
export interface Expected {
  readonly configId: string;
  readonly orgIdentifier: string;
  readonly keys: readonly LaunchKey[];
  /** Milliseconds since 1970. */
  readonly now: number;
}

const ALGORITHMS = { Ed25519: 'EdDSA', 'P-256': 'ES256' } as const;

/** The keys that may have signed: those of the header's algorithm, and only the named one if the header names one. */
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

/** @throws the errors of jose: a bad signature first, then a wrong issuer or audience, then expiry. */
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

/** Claims that are checked only after signature, organisation and configuration. */
const TIMES: readonly string[] = ['iat', 'nbf', 'exp'];

/** Payload of a token with a valid signature, organisation and configuration. */
interface Verified {
  readonly payload: unknown;
  /** Why one of its times is refused; null for none. */
  readonly fault: errors.JWTExpired | errors.JWTClaimValidationFailed | null;
}

async function verified(token: string, expected: Expected): Promise<Verified> {
  for (const key of candidates(token, expected.keys)) {
    try {
      return { payload: await verifyWith(token, key, expected), fault: null };
    } catch (error) {
      const isInvalid = error instanceof errors.JWTClaimValidationFailed;
      if (isInvalid && !TIMES.includes(error.claim)) {
        throw new LaunchError('LAUNCH_TOKEN_INVALID', { claims: [error.claim] });
      }
      if (isInvalid || error instanceof errors.JWTExpired) {
        return { payload: error.payload, fault: error };
      }
      if (!(error instanceof errors.JWSSignatureVerificationFailed)) break;
    }
  }
  throw new LaunchError('LAUNCH_TOKEN_INVALID');
}

/** Claims of a token that are needed even where the claims as a whole are invalid. */
const redirectSchema = z.object({
  /** Required for valid claims; names the callback address. */
  profile: z._default(z.unknown(), null),
  sessionId: z.catch(z.optional(sessionIdSchema), undefined),
});

/**
 * A token that the organisation signed for the configuration. The profile of a refused one still names the callback
 * address.
 */
export type SignedLaunch = z.infer<typeof redirectSchema> &
  (
    | { readonly claims: LaunchClaims }
    | { readonly refusal: 'LAUNCH_TOKEN_EXPIRED' }
    | { readonly refusal: 'LAUNCH_TOKEN_INVALID'; readonly invalid: readonly string[] }
  );

/** The organisation that a token claims as its issuer; not verified. */
export function claimedIssuer(token: string): string | null {
  try {
    const issuer = orgIdentifierSchema.safeParse(decodeJwt(token).iss);
    return issuer.success ? issuer.data : null;
  } catch {
    return null;
  }
}

/**
 * Reads a signed profile. Does not check whether it was used before.
 * @throws LaunchError LAUNCH_TOKEN_INVALID where the organisation has not signed it for the configuration.
 */
export async function readSigned(token: string, expected: Expected): Promise<SignedLaunch> {
  const { payload, fault } = await verified(token, expected);
  const redirect = redirectSchema.parse(payload);
  if (fault instanceof errors.JWTExpired) return { refusal: 'LAUNCH_TOKEN_EXPIRED', ...redirect };
  const refused = (invalid: readonly string[]): SignedLaunch => ({
    refusal: 'LAUNCH_TOKEN_INVALID',
    invalid,
    ...redirect,
  });
  if (fault !== null) return refused([fault.claim]);
  const claims = launchClaimsSchema.safeParse(payload);
  if (!claims.success) return refused(claims.error.issues.map(({ path }) => String(path[0])));
  const { iat, exp } = claims.data;
  const nowS = expected.now / 1000;
  const { tokenS, clockLeewayS } = LAUNCH_LIMITS;
  // A long-lived token would have to be stored for long, and could be passed on.
  if (exp > nowS + tokenS + clockLeewayS) return refused(['exp']);
  if (iat > nowS + clockLeewayS) return refused(['iat']);
  return { claims: claims.data, ...redirect };
}

/** Reads base64url JSON; undefined for anything else. */
export function readPlain(profileData: string): unknown {
  try {
    const bytes = Buffer.from(profileData, 'base64url');
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}

export const isSigned = (profileData: string): boolean => profileData.includes('.');
