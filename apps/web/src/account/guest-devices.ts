// SPDX-License-Identifier: Apache-2.0
import type { SessionStore } from '../session/session-store.ts';
import type { AnalysisRoutes } from './analysis-routes.ts';
import { tokensOf, type DeviceToken, type PairSource } from './device-token.ts';
import { withToken } from './token-source.ts';

export interface GuestDevices {
  /**
   * Releases the guest's devices, so that tokens found in this browser later are useless. An integrator's device is
   * kept.
   */
  readonly forget: () => void;
  /** Releases those forgotten before the service's address was known. */
  readonly release: () => void;
}

/** @param analysis null until the service's address is known. */
export function createGuestDevices(
  deviceToken: DeviceToken,
  session: SessionStore,
  renew: PairSource['renew'],
  analysis: () => AnalysisRoutes | null,
): GuestDevices {
  let toRelease: readonly ((routes: AnalysisRoutes) => Promise<unknown>)[] = [];
  const release = (): void => {
    const routes = analysis();
    if (routes === null) return;
    for (const one of toRelease) void one(routes).catch(() => undefined);
    toRelease = [];
  };
  const forget = (): void => {
    if (deviceToken.isIntegrators()) return;
    const own = deviceToken.pair();
    const { withdrawalTokens = [] } = session.getState();
    if (withdrawalTokens.length > 0) {
      toRelease = withdrawalTokens.map(
        (Token) => (routes) => routes.call('releaseDevice', { body: { Token } }),
      );
    } else if (own !== null) {
      toRelease = [
        (routes) =>
          withToken(tokensOf(own, renew), (token) => routes.call('unregisterLicense', { token })),
      ];
    }
    release();
    // The next guest is a different person.
    deviceToken.forget(false);
  };
  return { forget, release };
}
