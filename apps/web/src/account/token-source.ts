// SPDX-License-Identifier: Apache-2.0
import { ApiError } from '@perfuse/client';
import type { Account } from './account.ts';
import type { DeviceToken } from './device-token.ts';

/** The token of the current user: the signed-in person's, else the guest's device token. */
export type TokenSource = Pick<DeviceToken, 'held' | 'get' | 'renew'>;

export function createTokenSource(
  account: Pick<Account, 'token' | 'renew'>,
  device: TokenSource & Partial<Pick<DeviceToken, 'isIntegrators'>>,
): TokenSource {
  /** Of the person who is signed in; null for a guest, and in an integrator's visit. */
  const personal = (): string | null =>
    device.isIntegrators?.() === true ? null : account.token();
  return {
    held: () => personal() ?? device.held(),
    get: async () => personal() ?? device.get(),
    renew: (refused) => (personal() === null ? device.renew(refused) : account.renew(refused)),
  };
}

/** Runs a call with the token at hand, and once more with a renewed one when it is refused. */
export async function withToken<T>(
  source: TokenSource,
  run: (token: string) => Promise<T>,
): Promise<T> {
  const token = await source.get();
  try {
    return await run(token);
  } catch (cause) {
    if (!(cause instanceof ApiError && cause.status === 401)) throw cause;
    if (!['TOKEN_EXPIRED', 'INVALID_TOKEN'].includes(cause.code)) throw cause;
    return await run(await source.renew(token));
  }
}
