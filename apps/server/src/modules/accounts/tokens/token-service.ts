// SPDX-License-Identifier: Apache-2.0
import { randomUUID } from 'node:crypto';
import type {
  DevicePrincipal,
  Principal,
  TokenPrincipal,
} from '../../../platform/http/principal.ts';
import { ServiceError } from '../../../platform/errors/service-error.ts';
import { z } from '@perfuse/contract/schema';
import { decryptWith, encryptFor } from '../../../platform/crypto/encrypted-for.ts';
import type { DeviceRepository, NewDevice, ProvenUser } from './device-repository.ts';
import type { TokenFamily } from '../tables.ts';
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
/** Purpose that the next refresh token is encrypted for. */
const RENEWAL = 'renewal';
/** How long a session can be renewed at all, and how long it lasts without a renewal, s. */
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

/** Where a renewal comes from. */
export interface Sender {
  readonly address: string;
  /** As sent by the browser. */
  readonly userAgent: string;
}
const NOBODY: Sender = { address: '', userAgent: '' };

export interface Lifetimes {
  readonly accessS?: number;
  readonly refreshS?: number;
}

/** Lifetime of an access token, which never outlives its session, s. */
const lifetimeOf = (
  { access_lifetime_s, ends_at }: Pick<TokenFamily, 'access_lifetime_s' | 'ends_at'>,
  at: number,
): number =>
  ends_at === 0
    ? access_lifetime_s
    : Math.max(1, Math.min(access_lifetime_s, Math.floor((ends_at - at) / 1000)));

const bounded = (given: number | undefined, limits: { usual: number; longest: number }): number =>
  Math.min(given ?? limits.usual, limits.longest);

export interface TokenServiceDeps {
  readonly devices: DeviceRepository;
  readonly tokens: AccessTokens;
  /** Keyed hash, for addresses, which are not stored. */
  readonly digest: (text: string) => string;
  readonly now: () => number;
  /** Lifetime of the access tokens of people's sessions, s. */
  readonly sessionAccessS?: number;
}

/** Issues, checks, renews and ends the token pairs of devices and of people's sessions. */
export class TokenService {
  readonly #devices: DeviceRepository;
  readonly #tokens: AccessTokens;
  readonly #now: () => number;
  readonly #digest: (text: string) => string;
  readonly #sessionAccess: { usual: number; longest: number };

  constructor({ devices, tokens, digest, now, sessionAccessS = USER_ACCESS_S }: TokenServiceDeps) {
    this.#devices = devices;
    this.#tokens = tokens;
    this.#digest = digest;
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
   * Opens a session of a person, with its own device; a session of kind `organisation` may not measure.
   * @throws ServiceError INVALID_USER when they may no longer sign in, or the password has changed meanwhile.
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
    const opened = await this.#devices.register(
      { ...device, id: deviceId },
      {
        id: familyId,
        accessLifetimeS,
        refreshHash: sha256(refresh),
        expiresAt: this.#now() + 1000 * refreshLifetimeS,
        endsAt,
      },
    );
    if (opened === null) {
      throw new ServiceError(device.user === null ? 'INVALID_LICENSE' : 'INVALID_USER');
    }
    const { organisationId, user } = device;
    const userId = user?.id ?? null;
    const { generation, access_lifetime_s } = opened;
    const subject = { kind, deviceId, userId, organisationId, familyId, generation };
    const token = await this.#tokens.sign(subject, access_lifetime_s);
    return { deviceId, Token: token, RefreshToken: refresh };
  }

  /** @throws ServiceError INVALID_TOKEN, TOKEN_EXPIRED or ERR_SESSION_EXPIRED. */
  async authenticate(token: string): Promise<TokenPrincipal> {
    const principal = await this.#tokens.verify(token);
    const family = await this.#devices.standing(principal.familyId);
    if (family === null || family.revoked) throw ServiceError.ended(principal);
    if (family.generation !== principal.generation) throw new ServiceError('INVALID_TOKEN');
    return principal;
  }

  /**
   * As {@link authenticate}, for actions of devices and people who measure.
   * @throws ServiceError RESTRICTED for a token of kind `organisation`.
   */
  async authenticateMeasuring(token: string): Promise<Principal> {
    const principal = await this.authenticate(token);
    if (principal.kind === 'organisation') throw new ServiceError('RESTRICTED');
    return principal;
  }

  /**
   * For a connection that was authenticated before: a renewal since then does not cut it off in the middle of a
   * measurement, but an expired token, an unregistered device and a revoked family do.
   * @throws ServiceError INVALID_TOKEN, TOKEN_EXPIRED or ERR_SESSION_EXPIRED.
   */
  async recheck(principal: TokenPrincipal): Promise<void> {
    if (principal.expiresAt * 1000 <= this.#now()) throw new ServiceError('TOKEN_EXPIRED');
    const family = await this.#devices.standing(principal.familyId);
    if (family === null || family.revoked) throw ServiceError.ended(principal);
  }

  /**
   * Exchanges a pair for the next one. A refresh token that was used before counts as stolen and ends its family; for
   * some seconds the same device gets the same answer again, because the first one may have been lost.
   * @throws ServiceError INVALID_TOKEN, TOKEN_EXPIRED or ERR_SESSION_EXPIRED.
   */
  async renew(pair: TokenPair, refreshS: number | undefined, from = NOBODY): Promise<Renewed> {
    return this.#rotate(pair, refreshS, 'same', from);
  }

  /**
   * The pair of the session cookie: unchanged while it has time left, else renewed.
   * @throws ServiceError INVALID_TOKEN, TOKEN_EXPIRED or ERR_SESSION_EXPIRED.
   */
  async resume(pair: TokenPair, from = NOBODY): Promise<Renewed> {
    const principal = await this.#tokens.verifyExpired(pair.Token);
    const family = await this.#devices.family(principal.familyId);
    const isCurrent = family !== null && family.generation === principal.generation;
    const hasTime = principal.expiresAt * 1000 > this.#now() + RENEWED_BEFORE_MS;
    if (isCurrent && !family.revoked && hasTime) return { ...pair, principal };
    return this.#rotate(pair, undefined, 'another', from);
  }

  async #rotate(
    pair: TokenPair,
    refreshS: number | undefined,
    again: 'same' | 'another',
    { address, userAgent }: Sender,
  ): Promise<Renewed> {
    const principal = await this.#tokens.verifyExpired(pair.Token);
    const limits = principal.kind === 'device' ? REFRESH_S : USER_REFRESH_S;
    const refresh = randomSecret();
    const rotation = await this.#devices.rotate({
      familyId: principal.familyId,
      presentedHash: sha256(pair.RefreshToken),
      next: {
        hash: sha256(refresh),
        expiresAt: this.#now() + 1000 * bounded(refreshS, limits),
        encrypted: await encryptFor(pair.RefreshToken, RENEWAL, refresh),
      },
      again,
      usedBy: this.#digest(`${address} ${userAgent}`),
      client: principal.kind === 'device' ? null : sessionClient(userAgent),
    });
    switch (rotation.outcome) {
      case 'rotated': {
        const { family, at, answer } = rotation;
        const next = { ...principal, generation: family.generation };
        const token = await this.#tokens.sign(next, lifetimeOf(family, at), at);
        const given =
          answer === null
            ? refresh
            : await decryptWith(pair.RefreshToken, RENEWAL, z.string(), answer);
        if (given === null)
          throw new Error('The stored answer of a token renewal cannot be decrypted.');
        return { Token: token, RefreshToken: given, principal: next };
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
   * A new access token; the refresh token stays valid. A used refresh token ends its family, as in a renewal.
   * @throws ServiceError INVALID_TOKEN, TOKEN_EXPIRED or ERR_SESSION_EXPIRED.
   */
  async generateToken(pair: TokenPair, lifetimeS: number | undefined): Promise<string> {
    const principal = await this.#tokens.verifyExpired(pair.Token);
    const family = await this.#devices.holder(principal.familyId, sha256(pair.RefreshToken));
    if (family === null) throw ServiceError.ended(principal);
    const longest = lifetimeOf(family, this.#now());
    return this.#tokens.sign(
      { ...principal, generation: family.generation },
      bounded(lifetimeS, { usual: longest, longest }),
    );
  }

  /**
   * Ends the session that a new one replaces in a browser, whatever its state. Ends nothing for a token that is not
   * ours, is of the new session itself, or is of one that the new session was handed over from and would end with.
   */
  async replace(token: string, by: Pick<TokenPrincipal, 'familyId'>): Promise<void> {
    const principal = await this.issuedTo(token);
    if (principal === null) return;
    for (let id: string | null = by.familyId; id !== null;) {
      if (id === principal.familyId) return;
      id = (await this.#devices.family(id))?.parent_id ?? null;
    }
    await this.#devices.revokeFamily(principal.familyId);
  }

  /**
   * Ends the session that a caller proves to own: with a valid access token, or with a refresh token of it, used or
   * not. Anything else ends nothing.
   */
  async signOut({ Token, RefreshToken }: Partial<TokenPair>): Promise<void> {
    if (Token === undefined) return;
    const live = await this.authenticate(Token).catch(() => null);
    const principal = live ?? (await this.issuedTo(Token));
    if (principal === null) return;
    const { familyId } = principal;
    const isTheirs =
      live !== null ||
      (RefreshToken !== undefined &&
        (await this.#devices.isOfFamily(familyId, sha256(RefreshToken))));
    if (isTheirs) await this.#devices.revokeFamily(familyId);
  }

  /**
   * Whom a token was issued to, even if it has expired or was revoked; null for one from elsewhere. Grants no access.
   */
  async issuedTo(token: string): Promise<TokenPrincipal | null> {
    return this.#tokens.verifyExpired(token).catch(() => null);
  }

  /** A token that can only withdraw the consent of a device, and unregister it; none for a person. */
  async withdrawalToken(principal: Principal): Promise<string | undefined> {
    return principal.kind === 'device' ? this.#tokens.signWithdrawal(principal) : undefined;
  }

  /** The device that a withdrawal token was issued to, whatever its state. @throws ServiceError INVALID_TOKEN. */
  async withdrawingDevice(
    token: string,
  ): Promise<Pick<DevicePrincipal, 'deviceId' | 'organisationId' | 'userId'>> {
    return { ...(await this.#tokens.verifyWithdrawal(token)), userId: null };
  }

  /**
   * When the person of a session last proved their identity, ms; renewals, new access tokens and hand-offs do not
   * advance it. 0 for none.
   */
  async provenAt({ familyId }: Pick<TokenPrincipal, 'familyId'>): Promise<number> {
    return (await this.#devices.family(familyId))?.proven_at ?? 0;
  }
}
