// SPDX-License-Identifier: Apache-2.0
import { errors, importJWK, jwtVerify, SignJWT, type CryptoKey, type JWTPayload } from 'jose';
import { z } from '@perfuse/contract/schema';
import type { DevicePrincipal, TokenPrincipal } from '../../../platform/http/principal.ts';
import { ServiceError } from '../../../platform/errors/service-error.ts';
import { keyInUse, type KeyRing } from '../../../platform/crypto/key-ring.ts';
import type { SigningKey } from '../../../platform/crypto/secrets.ts';

export const ISSUER = 'perfuse';
/** Device, user and organisation tokens have different audiences; one never passes for another. */
const AUDIENCES = {
  device: 'perfuse:device',
  user: 'perfuse:user',
  organisation: 'perfuse:organisation',
} as const;
const WITHDRAWAL_AUDIENCE = 'perfuse:withdrawal';
const ALGORITHM = 'EdDSA';

const commonClaims = z.object({
  DeviceID: z.string(),
  OrganizationID: z.string(),
  Family: z.string(),
  Generation: z.int(),
  iat: z.int(),
  exp: z.int(),
});
const claimsSchema = z.discriminatedUnion('aud', [
  z.extend(commonClaims, { aud: z.literal(AUDIENCES.device), UserID: z.optional(z.never()) }),
  z.extend(commonClaims, { aud: z.literal(AUDIENCES.user), UserID: z.string() }),
  z.extend(commonClaims, { aud: z.literal(AUDIENCES.organisation), UserID: z.string() }),
]);

const withdrawalClaims = z.pick(commonClaims, { DeviceID: true, OrganizationID: true });

type DeviceSubject = Pick<DevicePrincipal, 'deviceId' | 'organisationId'>;
type TokenSubject = Pick<
  TokenPrincipal,
  'kind' | 'deviceId' | 'userId' | 'organisationId' | 'familyId' | 'generation'
>;

export interface AccessTokens {
  /** @param issuedAt ms; by default now. The same subject, times and key yield the same token. */
  readonly sign: (subject: TokenSubject, lifetimeS: number, issuedAt?: number) => Promise<string>;
  /** Checks signature, audience and time, not revocation. Throws TOKEN_EXPIRED or INVALID_TOKEN. */
  readonly verify: (token: string) => Promise<TokenPrincipal>;
  /** As `verify`, but accepts an expired token, to renew it. */
  readonly verifyExpired: (token: string) => Promise<TokenPrincipal>;
  /** A token that can only withdraw the consent of a device; the same device and key yield the same token. */
  readonly signWithdrawal: (subject: DeviceSubject) => Promise<string>;
  /** Checks signature and audience of a withdrawal token. Throws INVALID_TOKEN. */
  readonly verifyWithdrawal: (token: string) => Promise<DeviceSubject>;
}

function toPrincipal(payload: unknown): TokenPrincipal {
  const claims = claimsSchema.safeParse(payload);
  if (!claims.success) throw new ServiceError('INVALID_TOKEN');
  const { DeviceID, OrganizationID, Family, Generation, iat, exp } = claims.data;
  const holder = {
    deviceId: DeviceID,
    organisationId: OrganizationID,
    familyId: Family,
    generation: Generation,
    issuedAt: iat,
    expiresAt: exp,
  };
  switch (claims.data.aud) {
    case AUDIENCES.user:
      return { ...holder, kind: 'user', userId: claims.data.UserID };
    case AUDIENCES.organisation:
      return { ...holder, kind: 'organisation', userId: claims.data.UserID };
    case AUDIENCES.device:
      return { ...holder, kind: 'device', userId: null };
  }
}

type Imported = CryptoKey | Uint8Array;

/** Keys in the library's form, each imported once. */
class ImportedKeys {
  readonly #made = new Map<string, Promise<Imported>>();

  #of(name: string, jwk: Parameters<typeof importJWK>[0]): Promise<Imported> {
    const made = this.#made.get(name) ?? importJWK(jwk, ALGORITHM);
    this.#made.set(name, made);
    return made;
  }

  private({ kty, crv, x, d, kid }: SigningKey): Promise<Imported> {
    return this.#of(`private ${kid}`, { kty, crv, x, d });
  }

  public({ kty, crv, x, kid }: SigningKey): Promise<Imported> {
    return this.#of(`public ${kid}`, { kty, crv, x });
  }
}

/** Most tokens whose signature is remembered as valid, some 1.5 kB each; beyond, all are verified anew. */
const MAX_VERIFIED = 4000;

/** A token whose signature was verified. */
interface VerifiedToken {
  /** Name of the key that it is signed with. */
  readonly kid: string | undefined;
  readonly principal: TokenPrincipal;
}

/** Tokens signed with the key in use and verified with the key of the ring that they name. */
export function createAccessTokens(ring: KeyRing, now: () => number): AccessTokens {
  const imported = new ImportedKeys();
  /** By token: each is sent several times during a measurement, and a signature takes 0.2 ms to verify. */
  const verifiedTokens = new Map<string, VerifiedToken>();
  const seconds = (ms: number): number => Math.floor(ms / 1000);

  const find = (kid: string | undefined): SigningKey | undefined =>
    ring.signing().find((key) => key.kid === kid);

  const verifier = async (kid: string | undefined): Promise<Imported> => {
    if (kid !== undefined && find(kid) === undefined) await ring.rereadForUnknownKey();
    const key = find(kid);
    if (key === undefined) throw new ServiceError('INVALID_TOKEN');
    return imported.public(key);
  };

  const verified = async (
    token: string,
    audience: string[],
    currentDate: Date,
  ): Promise<{ readonly payload: JWTPayload; readonly kid: string | undefined }> => {
    try {
      const { payload, protectedHeader } = await jwtVerify(token, ({ kid }) => verifier(kid), {
        algorithms: [ALGORITHM],
        issuer: ISSUER,
        audience,
        currentDate,
      });
      return { payload, kid: protectedHeader.kid };
    } catch (error) {
      if (error instanceof errors.JWTExpired) throw new ServiceError('TOKEN_EXPIRED');
      if (error instanceof errors.JOSEError) throw new ServiceError('INVALID_TOKEN');
      throw error;
    }
  };

  const check = async (token: string, currentDate: Date): Promise<TokenPrincipal> => {
    const known = verifiedTokens.get(token);
    // A key that was removed from the ring no longer vouches for its tokens.
    if (known !== undefined && find(known.kid) !== undefined) {
      if (known.principal.expiresAt <= seconds(currentDate.getTime())) {
        throw new ServiceError('TOKEN_EXPIRED');
      }
      return known.principal;
    }
    const { payload, kid } = await verified(token, Object.values(AUDIENCES), currentDate);
    const principal = toPrincipal(payload);
    if (verifiedTokens.size >= MAX_VERIFIED) verifiedTokens.clear();
    verifiedTokens.set(token, { kid, principal });
    return principal;
  };

  const signed = async (claims: JWTPayload): Promise<string> => {
    const key = keyInUse(ring.signing(), now());
    return new SignJWT(claims)
      .setProtectedHeader({ alg: ALGORITHM, kid: key.kid })
      .setIssuer(ISSUER)
      .sign(await imported.private(key));
  };

  return {
    sign: (subject, lifetimeS, issuedAt = now()) =>
      signed({
        DeviceID: subject.deviceId,
        OrganizationID: subject.organisationId,
        ...(subject.userId === null ? {} : { UserID: subject.userId }),
        Family: subject.familyId,
        Generation: subject.generation,
        aud: AUDIENCES[subject.kind],
        iat: seconds(issuedAt),
        exp: seconds(issuedAt) + lifetimeS,
      }),
    signWithdrawal: ({ deviceId, organisationId }) =>
      signed({ DeviceID: deviceId, OrganizationID: organisationId, aud: WITHDRAWAL_AUDIENCE }),
    verifyWithdrawal: async (token) => {
      const { payload } = await verified(token, [WITHDRAWAL_AUDIENCE], new Date(now()));
      const claims = withdrawalClaims.safeParse(payload);
      if (!claims.success) throw new ServiceError('INVALID_TOKEN');
      return { deviceId: claims.data.DeviceID, organisationId: claims.data.OrganizationID };
    },
    verify: (token) => check(token, new Date(now())),
    // At time zero nothing has expired; a token issued in its future is not refused without an `nbf`.
    verifyExpired: (token) => check(token, new Date(0)),
  };
}
