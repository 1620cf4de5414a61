// SPDX-License-Identifier: Apache-2.0
import { randomUUID } from 'node:crypto';
import type { Principal } from '../http/principal.ts';
import { ServiceError } from '../http/service-error.ts';
import type { DeviceRepository, NewDevice } from '../storage/repositories/devices.ts';
import type { AccessTokens } from './access-tokens.ts';
import { randomSecret, sha256 } from './digest.ts';

/** Lifetimes when the caller names none, and the longest it may name, s. */
const ACCESS_S = { usual: 86_400, longest: 7 * 86_400 } as const;
const REFRESH_S = { usual: 30 * 86_400, longest: 90 * 86_400 } as const;

export interface TokenPair {
  readonly Token: string;
  readonly RefreshToken: string;
}

export interface Lifetimes {
  readonly accessS?: number | undefined;
  readonly refreshS?: number | undefined;
}

const bounded = (given: number | undefined, limits: { usual: number; longest: number }): number =>
  Math.min(given ?? limits.usual, limits.longest);

/** Issues, checks, renews and ends the token pairs of devices. */
export class TokenService {
  readonly #devices: DeviceRepository;
  readonly #tokens: AccessTokens;
  readonly #now: () => number;

  constructor(devices: DeviceRepository, tokens: AccessTokens, now: () => number = Date.now) {
    this.#devices = devices;
    this.#tokens = tokens;
    this.#now = now;
  }

  async registerDevice(
    device: Omit<NewDevice, 'id'>,
    lifetimes: Lifetimes = {},
  ): Promise<TokenPair & { readonly deviceId: string }> {
    const deviceId = randomUUID();
    const familyId = randomUUID();
    const refresh = randomSecret();
    const accessLifetimeS = bounded(lifetimes.accessS, ACCESS_S);
    await this.#devices.register(
      { ...device, id: deviceId },
      {
        id: familyId,
        accessLifetimeS,
        refreshHash: sha256(refresh),
        expiresAt: this.#now() + 1000 * bounded(lifetimes.refreshS, REFRESH_S),
      },
    );
    const subject = { deviceId, organisationId: device.organisationId, familyId, generation: 1 };
    const token = await this.#tokens.sign(subject, accessLifetimeS);
    return { deviceId, Token: token, RefreshToken: refresh };
  }

  /** @throws ServiceError INVALID_TOKEN or TOKEN_EXPIRED. */
  async authenticate(token: string): Promise<Principal> {
    const principal = await this.#tokens.verify(token);
    const family = await this.#devices.family(principal.familyId);
    if (family === null || family.revoked || family.generation !== principal.generation) {
      throw new ServiceError('INVALID_TOKEN');
    }
    return principal;
  }

  /**
   * For a connection that was authenticated before: a renewal in the meantime does not cut it off in the middle of a
   * measurement, but the end of the token's time, an unregistered device and a revoked family do.
   * @throws ServiceError INVALID_TOKEN or TOKEN_EXPIRED.
   */
  async recheck(principal: Principal): Promise<void> {
    if (principal.expiresAt * 1000 <= this.#now()) throw new ServiceError('TOKEN_EXPIRED');
    const family = await this.#devices.family(principal.familyId);
    if (family === null || family.revoked) throw new ServiceError('INVALID_TOKEN');
  }

  /** @throws ServiceError INVALID_TOKEN or TOKEN_EXPIRED. */
  async renew(pair: TokenPair, refreshS: number | undefined): Promise<TokenPair> {
    const principal = await this.#tokens.verifyExpired(pair.Token);
    const refresh = randomSecret();
    const rotation = await this.#devices.rotate(principal.familyId, sha256(pair.RefreshToken), {
      hash: sha256(refresh),
      expiresAt: this.#now() + 1000 * bounded(refreshS, REFRESH_S),
    });
    if (rotation.outcome === 'expired') throw new ServiceError('TOKEN_EXPIRED');
    if (rotation.outcome !== 'rotated') throw new ServiceError('INVALID_TOKEN');
    const { generation, access_lifetime_s } = rotation.family;
    const token = await this.#tokens.sign({ ...principal, generation }, access_lifetime_s);
    return { Token: token, RefreshToken: refresh };
  }

  async unregister(principal: Principal): Promise<void> {
    await this.#devices.revokeDevice(principal.deviceId);
  }
}
