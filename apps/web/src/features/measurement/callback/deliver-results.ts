// SPDX-License-Identifier: Apache-2.0
import { LAUNCH_FAILURES } from '@perfuse/contract/failures/launch-failures';
import type { RetryPolicy } from '@perfuse/flow';
import { toBase64 } from '../../../platform/analysis/base64.ts';
import type { CallbackOutcome } from '../../../platform/callback/callback-address.ts';
import { ApiError, isAway } from '@perfuse/client';

/** How an integrator wants its results delivered. */
export interface DeliverySettings {
  readonly encryptResults: boolean;
  /** Sent to the results API, whose id for them goes to the callback. */
  readonly postsResults: boolean;
}

export interface DeliveryDeps {
  /** Encrypts to the organisation's key. Throws ApiError. */
  readonly encrypt: (payload: string) => Promise<string>;
  /** Forwards results to the results API. @returns its id. Throws ApiError. */
  readonly relay: (results: string, areEncrypted: boolean) => Promise<string>;
  readonly retry: RetryPolicy;
  readonly now: () => number;
  readonly wait: (ms: number) => Promise<void>;
  /** Called when a request got no answer and is retried. */
  readonly onRetry: () => void;
}

/** Runs a call until it succeeds, is refused for good, or the policy stops retrying. Throws the last error. */
async function persist<T>(run: () => Promise<T>, ports: DeliveryDeps): Promise<T> {
  const beganMs = ports.now();
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run();
    } catch (cause) {
      const elapsedMs = ports.now() - beganMs;
      const waitMs = isAway(cause) ? ports.retry.next({ attempt, elapsedMs }) : null;
      if (waitMs === null) throw cause;
      ports.onRetry();
      await ports.wait(waitMs);
    }
  }
}

/** What the callback gets when results could not be delivered. */
function failureOf(cause: unknown): CallbackOutcome {
  const isOffline = cause instanceof ApiError && cause.status === 0;
  return { error: isOffline ? LAUNCH_FAILURES.CONFIGURATION_NO_NETWORK.callback : 'UNKNOWN_ERROR' };
}

const base64url = (base64: string): string =>
  base64.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');

/**
 * Delivers results as the integrator wants them (specification, section 4). Results to be encrypted are never sent
 * unencrypted: if encryption fails, the callback gets an error.
 * @param results serialised as JSON.
 * @returns what the callback gets; never rejects.
 */
export async function deliverResults(
  results: object,
  { encryptResults, postsResults }: DeliverySettings,
  ports: DeliveryDeps,
): Promise<CallbackOutcome> {
  const payload = JSON.stringify(results);
  try {
    const encrypted = encryptResults ? await persist(() => ports.encrypt(payload), ports) : null;
    const plain = toBase64(new TextEncoder().encode(payload));
    if (!postsResults) return { results: encrypted ?? base64url(plain) };
    const dataId = await persist(() => ports.relay(encrypted ?? plain, encrypted !== null), ports);
    return { dataId };
  } catch (cause) {
    return failureOf(cause);
  }
}
