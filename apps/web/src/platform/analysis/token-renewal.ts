// SPDX-License-Identifier: Apache-2.0
import { isRefused } from '@perfuse/client';
import { MeasurementFault } from '@perfuse/flow';

/** Where tokens come from: see the app's device token. */
export interface TokenSource {
  readonly get: () => Promise<string>;
  readonly renew: (refused: string) => Promise<string>;
}

export interface TokenRenewal {
  /** @throws MeasurementFault NETWORK_ERROR or AUTHORIZATION. */
  readonly get: () => Promise<string>;
  /**
   * Call when the service has refused a token: fetches another.
   * @throws MeasurementFault AUTHORIZATION when even a renewed token was refused, or there is none to be had.
   */
  readonly refused: (token: string) => Promise<void>;
  /** Call when the service has taken data or a measurement under a token: it may be renewed when it ends. */
  readonly accepted: (token: string) => void;
}

/** No answer, an overloaded or a broken service may pass; any other refusal will not. */
function tokenFault(cause: unknown): MeasurementFault {
  return isRefused(cause)
    ? new MeasurementFault('AUTHORIZATION', 'No token to be had.', { cause })
    : new MeasurementFault('NETWORK_ERROR', 'The token could not be fetched.', { cause });
}

export function createTokenRenewal(source: TokenSource): TokenRenewal {
  /** The newest, until it has proven itself. */
  let renewed: string | null = null;
  return {
    get: async () => {
      try {
        return await source.get();
      } catch (cause) {
        throw tokenFault(cause);
      }
    },
    refused: async (token) => {
      if (token === renewed) {
        throw new MeasurementFault('AUTHORIZATION', 'A renewed token was refused.');
      }
      try {
        renewed = await source.renew(token);
      } catch (cause) {
        throw tokenFault(cause);
      }
    },
    accepted: (token) => {
      if (token === renewed) renewed = null;
    },
  };
}
