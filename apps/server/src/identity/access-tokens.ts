// SPDX-License-Identifier: Apache-2.0
import { errors, importJWK, jwtVerify, SignJWT } from 'jose';
import { z } from '@perfuse/contract/schema';
import type { Principal } from '../http/principal.ts';
import { ServiceError } from '../http/service-error.ts';
import type { Secrets } from './secrets.ts';

export const ISSUER = 'perfuse';
/** Device, user and administrator tokens are for different audiences; one never passes for another. */
const DEVICE_AUDIENCE = 'perfuse:device';
const ALGORITHM = 'EdDSA';

const deviceClaims = z.object({
  DeviceID: z.string(),
  OrganizationID: z.string(),
  Family: z.string(),
  Generation: z.int(),
  iat: z.int(),
  exp: z.int(),
});

type TokenSubject = Pick<Principal, 'deviceId' | 'organisationId' | 'familyId' | 'generation'>;

export interface AccessTokens {
  readonly sign: (subject: TokenSubject, lifetimeS: number) => Promise<string>;
  /** Checks signature, audience and time; says nothing about revocation. Throws TOKEN_EXPIRED or INVALID_TOKEN. */
  readonly verify: (token: string) => Promise<Principal>;
  /** As `verify`, but accepts a token whose time is over: to renew it. */
  readonly verifyExpired: (token: string) => Promise<Principal>;
}

function toPrincipal(payload: unknown): Principal {
  const claims = deviceClaims.safeParse(payload);
  if (!claims.success) throw new ServiceError('INVALID_TOKEN');
  const { DeviceID, OrganizationID, Family, Generation, iat, exp } = claims.data;
  return {
    kind: 'device',
    deviceId: DeviceID,
    organisationId: OrganizationID,
    familyId: Family,
    generation: Generation,
    issuedAt: iat,
    expiresAt: exp,
  };
}

export async function createAccessTokens(
  { signingKey }: Secrets,
  now: () => number = Date.now,
): Promise<AccessTokens> {
  const { kty, crv, x } = signingKey;
  const privateKey = await importJWK(signingKey, ALGORITHM);
  const publicKey = await importJWK({ kty, crv, x }, ALGORITHM);
  const seconds = (): number => Math.floor(now() / 1000);

  const check = async (token: string, currentDate: Date): Promise<Principal> => {
    try {
      const { payload } = await jwtVerify(token, publicKey, {
        algorithms: [ALGORITHM],
        issuer: ISSUER,
        audience: DEVICE_AUDIENCE,
        currentDate,
      });
      return toPrincipal(payload);
    } catch (error) {
      if (error instanceof errors.JWTExpired) throw new ServiceError('TOKEN_EXPIRED');
      throw new ServiceError('INVALID_TOKEN');
    }
  };

  return {
    sign: (subject, lifetimeS) =>
      new SignJWT({
        DeviceID: subject.deviceId,
        OrganizationID: subject.organisationId,
        Family: subject.familyId,
        Generation: subject.generation,
      })
        .setProtectedHeader({ alg: ALGORITHM, kid: signingKey.kid })
        .setIssuer(ISSUER)
        .setAudience(DEVICE_AUDIENCE)
        .setIssuedAt(seconds())
        .setExpirationTime(seconds() + lifetimeS)
        .sign(privateKey),
    verify: (token) => check(token, new Date(now())),
    // At time zero nothing has expired; a token issued in its future is not refused without a `nbf`.
    verifyExpired: (token) => check(token, new Date(0)),
  };
}
