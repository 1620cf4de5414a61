// SPDX-License-Identifier: Apache-2.0
import { ApiError } from '@perfuse/client';
import type { Account } from './account.ts';
import type { DeviceToken } from './device-token.ts';
import { isOver } from './renewal.ts';

/** The token of the current user: the signed-in person's, else the guest's device token. */
export type TokenSource = Pick<DeviceToken, 'held' | 'get' | 'renew'>;

export function createTokenSource(
  account: Pick<Account, 'token' | 'renew'>,
  device: TokenSource & Pick<DeviceToken, 'isIntegrators'>,
): TokenSource {
  /** Token of the signed-in person; null for a guest, and in an integrator's visit. */
  const personal = (): string | null => (device.isIntegrators() ? null : account.token());
  return {
    held: () => personal() ?? device.held(),
    get: async () => personal() ?? device.get(),
    renew: (refused) => (personal() === null ? device.renew(refused) : account.renew(refused)),
  };
}

/**
 * As `source`, but a person whose session turns out to be over is signed out at once and informed. Otherwise they would
 * be asked to try again until the session watcher notices.
 * @param isPersonal whether the token is that of the signed-in person.
 */
export const signingOut = (
  source: TokenSource,
  account: Pick<Account, 'signOut'>,
  isPersonal: () => boolean,
): Pick<TokenSource, 'get' | 'renew'> => ({
  get: source.get,
  renew: async (refused) => {
    try {
      return await source.renew(refused);
    } catch (cause) {
      if (isPersonal() && isOver(cause)) account.signOut('session-expired');
      throw cause;
    }
  },
});

/** Runs a call with the current token, and once more with a renewed one when it is refused. */
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
