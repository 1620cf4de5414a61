// SPDX-License-Identifier: Apache-2.0
import type { PublicKey } from '@perfuse/contract/account/keys';
import {
  LAUNCH_LIMITS,
  launchClaimsSchema,
  type LaunchClaims,
} from '@perfuse/contract/launch/link';
import { decodeProtectedHeader, errors, importJWK, jwtVerify } from 'jose';
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

async function verified(token: string, expected: Expected): Promise<unknown> {
  for (const key of candidates(token, expected.keys)) {
    try {
      return await verifyWith(token, key, expected);
    } catch (error) {
      if (error instanceof errors.JWTExpired) throw new LaunchError('LAUNCH_TOKEN_EXPIRED');
      if (!(error instanceof errors.JWSSignatureVerificationFailed)) break;
    }
  }
  throw new LaunchError('LAUNCH_TOKEN_INVALID');
}

/**
 * Reads a signed profile. Whether it was used before is not known here.
 * @throws LaunchError LAUNCH_TOKEN_INVALID or LAUNCH_TOKEN_EXPIRED.
 */
export async function readSigned(token: string, expected: Expected): Promise<LaunchClaims> {
  const claims = launchClaimsSchema.safeParse(await verified(token, expected));
  if (!claims.success) throw new LaunchError('LAUNCH_TOKEN_INVALID');
  const { iat, exp } = claims.data;
  const nowS = expected.now / 1000;
  const { tokenS, clockLeewayS } = LAUNCH_LIMITS;
  // A token that lives for long would have to be remembered for long, and could be passed on.
  if (exp > nowS + tokenS + clockLeewayS || iat > nowS + clockLeewayS) {
    throw new LaunchError('LAUNCH_TOKEN_INVALID');
  }
  return claims.data;
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
