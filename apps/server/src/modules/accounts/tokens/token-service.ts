// SPDX-License-Identifier: Apache-2.0
import { randomUUID } from 'node:crypto';
import type { Principal, TokenPrincipal } from '../../../platform/http/principal.ts';
import { ServiceError } from '../../../platform/errors/service-error.ts';
import type { DeviceRepository, NewDevice, ProvenUser } from './device-repository.ts';
import type { SessionRow } from './session-rows.ts';
import type { AccessTokens } from './access-tokens.ts';
import { randomSecret, sha256 } from '../../../platform/crypto/digest.ts';
import { sessionClient } from './session-client.ts';

/** Lifetimes when the caller names none, and the longest it may name, s. */
const ACCESS_S = { usual: 86_400, longest: 7 * 86_400 } as const;
const REFRESH_S = { usual: 30 * 86_400, longest: 90 * 86_400 } as const;
/** The same for sessions of people, and how long a session can be renewed at all, s. */
const USER_ACCESS_S = 900;
const USER_REFRESH_S = { usual: 86_400, longest: 7 * 86_400 } as const;
const USER_SESSION_S = 30 * 86_400;
/** Two tabs that start together present the same session cookie; the second is answered within this, ms. */
const COOKIE_LEEWAY_MS = 10_000;
/** How long a session can be renewed at all, and how long it lasts without, s. */
export const SESSION_S = { longest: USER_SESSION_S, idle: USER_REFRESH_S.usual } as const;
/** A cookie's access token with less time left than this is renewed, ms. */
const RENEWED_BEFORE_MS = 60_000;

export interface TokenPair {
  readonly Token: string;
  readonly RefreshToken: string;
}

export interface Renewed extends TokenPair {
  readonly principal: TokenPrincipal;
}

export interface Lifetimes {
  readonly accessS?: number;
  readonly refreshS?: number;
}

const bounded = (given: number | undefined, limits: { usual: number; longest: number }): number =>
  Math.min(given ?? limits.usual, limits.longest);

/** Issues, checks, renews and ends the token pairs of devices and of people's sessions. */
export class TokenService {
  readonly #devices: DeviceRepository;
  readonly #tokens: AccessTokens;
  readonly #now: () => number;
  readonly #sessionAccess: { usual: number; longest: number };

  /** @param sessionAccessS lifetime of the access tokens of people's sessions, s. */
  constructor(
    devices: DeviceRepository,
    tokens: AccessTokens,
    now: () => number = Date.now,
    sessionAccessS: number = USER_ACCESS_S,
  ) {
    this.#devices = devices;
    this.#tokens = tokens;
    this.#now = now;
    this.#sessionAccess = { usual: sessionAccessS, longest: sessionAccessS };
  }

  /** @throws ServiceError INVALID_LICENSE when the licence was revoked meanwhile. */
  async registerDevice(
    device: Omit<NewDevice, 'id' | 'user'>,
    lifetimes: Lifetimes = {},
  ): Promise<TokenPair & { readonly deviceId: string }> {
    return this.#register(
      { ...device, user: null },
      bounded(lifetimes.accessS, ACCESS_S),
      bounded(lifetimes.refreshS, REFRESH_S),
      0,
      'device',
    );
  }

  /**
   * Opens a session of a person, with a device of its own; one for an organisation may not measure.
   * @throws ServiceError INVALID_USER when they may not sign in any more, or the password has changed meanwhile.
   */
  async openSession(
    device: Omit<NewDevice, 'id'> & { readonly user: ProvenUser },
    lifetimes: Lifetimes = {},
    kind: 'user' | 'organisation' = 'user',
  ): Promise<TokenPair & { readonly deviceId: string }> {
    return this.#register(
      device,
      bounded(lifetimes.accessS, this.#sessionAccess),
      bounded(lifetimes.refreshS, USER_REFRESH_S),
      this.#now() + 1000 * USER_SESSION_S,
      kind,
    );
  }

  async #register(
    device: Omit<NewDevice, 'id'>,
    accessLifetimeS: number,
    refreshLifetimeS: number,
    endsAt: number,
    kind: TokenPrincipal['kind'],
  ): Promise<TokenPair & { readonly deviceId: string }> {
    const deviceId = randomUUID();
    const familyId = randomUUID();
    const refresh = randomSecret();
    const isRegistered = await this.#devices.register(
      { ...device, id: deviceId },
      {
        id: familyId,
        accessLifetimeS,
        refreshHash: sha256(refresh),
        expiresAt: this.#now() + 1000 * refreshLifetimeS,
        endsAt,
      },
    );
    if (!isRegistered) {
      throw new ServiceError(device.user === null ? 'INVALID_LICENSE' : 'INVALID_USER');
    }
    const { organisationId, user } = device;
    const userId = user?.id ?? null;
    const subject = { kind, deviceId, userId, organisationId, familyId, generation: 1 };
    const token = await this.#tokens.sign(subject, accessLifetimeS);
    return { deviceId, Token: token, RefreshToken: refresh };
  }

  /** @throws ServiceError INVALID_TOKEN, TOKEN_EXPIRED or ERR_SESSION_EXPIRED. */
  async authenticate(token: string): Promise<TokenPrincipal> {
    const principal = await this.#tokens.verify(token);
    const family = await this.#devices.family(principal.familyId);
    if (family === null || family.revoked) throw ServiceError.ended(principal);
    if (family.generation !== principal.generation) throw new ServiceError('INVALID_TOKEN');
    return principal;
  }

  /**
   * As {@link authenticate}, for what only devices and people who measure may do.
   * @throws ServiceError RESTRICTED for a token that is for the organisation alone.
   */
  async authenticateMeasuring(token: string): Promise<Principal> {
    const principal = await this.authenticate(token);
    if (principal.kind === 'organisation') throw new ServiceError('RESTRICTED');
    return principal;
  }

  /**
   * For a connection that was authenticated before: a renewal in the meantime does not cut it off in the middle of a
   * measurement, but the end of the token's time, an unregistered device and a revoked family do.
   * @throws ServiceError INVALID_TOKEN, TOKEN_EXPIRED or ERR_SESSION_EXPIRED.
   */
  async recheck(principal: TokenPrincipal): Promise<void> {
    if (principal.expiresAt * 1000 <= this.#now()) throw new ServiceError('TOKEN_EXPIRED');
    const family = await this.#devices.family(principal.familyId);
    if (family === null || family.revoked) throw ServiceError.ended(principal);
  }

  /**
   * Exchanges a pair for the next one. A refresh token that was used before is taken for stolen and ends its family.
   * @param userAgent what a person comes with, as its browser says.
   * @throws ServiceError INVALID_TOKEN, TOKEN_EXPIRED or ERR_SESSION_EXPIRED.
   */
  async renew(pair: TokenPair, refreshS: number | undefined, userAgent = ''): Promise<Renewed> {
    return this.#rotate(pair, refreshS, 0, userAgent);
  }

  /**
   * The pair that the session cookie holds: as it is while it has time left, else renewed.
   * @throws ServiceError INVALID_TOKEN, TOKEN_EXPIRED or ERR_SESSION_EXPIRED.
   */
  async resume(pair: TokenPair, userAgent = ''): Promise<Renewed> {
    const principal = await this.#tokens.verifyExpired(pair.Token);
    const family = await this.#devices.family(principal.familyId);
    const isCurrent = family !== null && family.generation === principal.generation;
    const hasTime = principal.expiresAt * 1000 > this.#now() + RENEWED_BEFORE_MS;
    if (isCurrent && !family.revoked && hasTime) return { ...pair, principal };
    return this.#rotate(pair, undefined, COOKIE_LEEWAY_MS, userAgent);
  }

  async #rotate(
    pair: TokenPair,
    refreshS: number | undefined,
    leewayMs: number,
    userAgent: string,
  ): Promise<Renewed> {
    const principal = await this.#tokens.verifyExpired(pair.Token);
    const limits = principal.kind === 'device' ? REFRESH_S : USER_REFRESH_S;
    const refresh = randomSecret();
    const rotation = await this.#devices.rotate(
      principal.familyId,
      sha256(pair.RefreshToken),
      { hash: sha256(refresh), expiresAt: this.#now() + 1000 * bounded(refreshS, limits) },
      leewayMs,
      principal.kind === 'device' ? null : sessionClient(userAgent),
    );
    switch (rotation.outcome) {
      case 'rotated': {
        const { generation, access_lifetime_s } = rotation.family;
        const next = { ...principal, generation };
        const token = await this.#tokens.sign(next, access_lifetime_s);
        return { Token: token, RefreshToken: refresh, principal: next };
      }
      case 'unknown':
        throw new ServiceError('INVALID_TOKEN');
      case 'expired':
        throw principal.kind === 'device'
          ? new ServiceError('TOKEN_EXPIRED')
          : ServiceError.ended(principal);
      case 'revoked':
      case 'reused':
        throw ServiceError.ended(principal);
    }
  }

  /**
   * A fresh access token; the refresh token stays as it is.
   * @throws ServiceError INVALID_TOKEN, TOKEN_EXPIRED or ERR_SESSION_EXPIRED.
   */
  async generateToken(pair: TokenPair, lifetimeS: number | undefined): Promise<string> {
    const principal = await this.#tokens.verifyExpired(pair.Token);
    const family = await this.#devices.holder(principal.familyId, sha256(pair.RefreshToken));
    if (family === null) throw ServiceError.ended(principal);
    const longest = family.access_lifetime_s;
    return this.#tokens.sign(
      { ...principal, generation: family.generation },
      bounded(lifetimeS, { usual: longest, longest }),
    );
  }

  /** Ends the family of a pair, whatever its state; a token that is not ours, or of the session spared, ends nothing. */
  async end(token: string, spared?: Pick<TokenPrincipal, 'familyId'>): Promise<void> {
    const principal = await this.#tokens.verifyExpired(token).catch(() => null);
    if (principal === null || principal.familyId === spared?.familyId) return;
    await this.#devices.revokeFamily(principal.familyId);
  }

  /** Ends every session of a person. */
  async endAll(userId: string): Promise<void> {
    await this.#devices.revokeUser(userId);
  }

  /** A person's sessions that can be used, the latest used first. */
  openSessions(userId: string, limit: number): Promise<readonly SessionRow[]> {
    return this.#devices.openSessions(userId, limit);
  }

  /** When a session began, ms. */
  beginning({ deviceId }: Pick<TokenPrincipal, 'deviceId'>): Promise<number> {
    return this.#devices.registeredAt(deviceId);
  }

  /** Ends a session of a person. @returns false when there is none of that id, or it is another person's. */
  endSession(userId: string, familyId: string): Promise<boolean> {
    return this.#devices.revokeSession(userId, familyId);
  }

  /** Ends every session of a person but one. @returns how many. */
  endOthers(userId: string, familyId: string): Promise<number> {
    return this.#devices.revokeUser(userId, familyId);
  }

  async unregister(principal: TokenPrincipal): Promise<void> {
    await this.#devices.revokeDevice(principal.deviceId);
  }
}
