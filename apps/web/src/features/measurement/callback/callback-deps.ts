// SPDX-License-Identifier: Apache-2.0
import type { LaunchedConfiguration } from '@perfuse/contract/launch/configuration';
import { LAUNCH_HEADER } from '@perfuse/contract/launch/link';
import { LAUNCH_ROUTES } from '@perfuse/contract/launch/routes';
import { backOffPolicy, MEASUREMENT_BACK_OFF } from '@perfuse/flow';
import type { CallbackDeps } from '../../../launch/leave-to-callback.ts';
import type { Embed } from '../../../platform/embed/embed.ts';
import { createClient } from '../../../platform/http/create-client.ts';
import { EMBED, leavePage } from '../../../launch/embedding.ts';
import { analysesOnDevice } from '../../../services/analysis-place.ts';
import type { Services } from '../../../services/services.ts';
import { visitServicesOf } from '../../../services/visit-services.ts';
import type { CallbackOutcome } from '../../../platform/callback/callback-address.ts';
import { deliverResults, type DeliveryDeps } from './deliver-results.ts';
import { expireTokens, tokensExpire } from './expire-tokens.ts';

/** Limit for retries, ms: an integrator's server may be restarting. */
const GIVE_UP_AFTER_MS = 45_000;
const MAX_WAIT_MS = 8000;

function deliveryDeps(
  { configId, sessionId, launchId }: LaunchedConfiguration,
  onRetry: () => void,
): DeliveryDeps {
  const calls = createClient(LAUNCH_ROUTES, '/api', () => ({ [LAUNCH_HEADER]: launchId }));
  return {
    encrypt: async (resultsPayload) => {
      const body = { configId, sessionId, resultsPayload };
      return (await calls.call('encryption', { body })).encryptedResults;
    },
    relay: async (results, resultsAreEncrypted) => {
      const body = { sessionId, results, resultsAreEncrypted };
      return (await calls.call('results', { params: { configId }, body })).dataId;
    },
    retry: backOffPolicy({
      ...MEASUREMENT_BACK_OFF,
      maxMs: MAX_WAIT_MS,
      giveUpAfterMs: GIVE_UP_AFTER_MS,
      random: Math.random,
    }),
    now: () => performance.now(),
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    onRetry,
  };
}

export interface VisitCallbackDeps extends CallbackDeps {
  /** The page around the app's frame. */
  readonly embed: Pick<Embed, 'isHeard' | 'tell'>;
  /** Delivers results. @returns what the callback gets; never rejects. */
  readonly deliver: (results: object, onRetry: () => void) => Promise<CallbackOutcome>;
  /** Ends the tokens of the visit if they expire with the measurement; null if they do not. Never rejects. */
  readonly expire: () => Promise<void> | null;
}

/** Dependencies of the measurement's callback to the integrator. */
export function callbackDepsOf(services: Services): VisitCallbackDeps {
  const { visit, events } = visitServicesOf(services);
  const { deviceToken, analysis } = services;
  return {
    visit,
    events,
    goTo: leavePage,
    embed: EMBED,
    deliver: async (results, onRetry) => {
      const { launched } = visit.getState();
      if (launched === null) return { error: 'UNKNOWN_ERROR' };
      const { encryptResults } = launched.settings;
      // The service would see, and confirm, results that it has not computed.
      const isByService = encryptResults || launched.postsResults;
      if (isByService && analysesOnDevice(services)) return { error: 'UNKNOWN_ERROR' };
      const settings = { encryptResults, postsResults: launched.postsResults };
      return deliverResults(results, settings, deliveryDeps(launched, onRetry));
    },
    expire: () => {
      if (!tokensExpire(visit)) return null;
      const unregister = (token: string) => analysis().call('unregisterLicense', { token });
      return expireTokens({ visit, deviceToken, unregister });
    },
  };
}
