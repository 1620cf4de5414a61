// SPDX-License-Identifier: Apache-2.0
import { isRefused } from '@perfuse/client';
import { MeasurementFault } from '@perfuse/flow';

/** Source of tokens: see the app's device token. */
export interface TokenSource {
  readonly get: () => Promise<string>;
  readonly renew: (refused: string) => Promise<string>;
}

export interface TokenRenewal {
  /** @throws MeasurementFault NETWORK_ERROR or AUTHORIZATION. */
  readonly get: () => Promise<string>;
  /**
   * Call when the service has refused a token: fetches another.
   * @throws MeasurementFault AUTHORIZATION when a renewed token was refused too, or none can be obtained.
   */
  readonly refused: (token: string) => Promise<void>;
  /**
   * Call when the service has accepted data or a measurement under a token: it may then be renewed again when it
   * expires.
   */
  readonly accepted: (token: string) => void;
}

/** No answer or an overloaded or broken service may be temporary; any other refusal is final. */
function tokenFault(cause: unknown): MeasurementFault {
  return isRefused(cause)
    ? new MeasurementFault('AUTHORIZATION', 'No token to be had.', { cause })
    : new MeasurementFault('NETWORK_ERROR', 'The token could not be fetched.', { cause });
}

export function createTokenRenewal(source: TokenSource): TokenRenewal {
  /** The newest token, until the service has accepted it. */
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
