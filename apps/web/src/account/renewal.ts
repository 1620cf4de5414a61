// SPDX-License-Identifier: Apache-2.0
import { ApiError } from '@perfuse/client';
import type { TokenPair } from '../session/token-pair.ts';

export interface RenewalCalls {
  /** The pair of the session cookie, which the service renews when it is about to expire. */
  readonly check: () => Promise<TokenPair>;
  readonly renew: (pair: TokenPair) => Promise<TokenPair>;
}

/** Runs `work`, which renews a pair, while no other tab of this browser does. */
export type TabLock = <T>(work: () => Promise<T>) => Promise<T>;

export const tabLock: TabLock = async (work) => {
  // Undefined in insecure contexts, contrary to its type.
  const locks = navigator.locks as LockManager | undefined;
  if (locks === undefined) return await work();
  let isBegun = false;
  // Checked again after an await.
  const hasBegun = (): boolean => isBegun;
  const begin = (): ReturnType<typeof work> => {
    isBegun = true;
    return work();
  };
  try {
    return await locks.request('perfuse.renewal', begin);
  } catch (cause) {
    if (hasBegun()) throw cause;
    // Refused, as in a cross-site frame in a browser that stores nothing there: tabs share nothing else there either.
    return await work();
  }
};

/** Codes with which the service reports that a session is over. */
const OVER: readonly string[] = ['ERR_SESSION_EXPIRED', 'TOKEN_EXPIRED', 'INVALID_TOKEN'];

/** Whether a failed call means that the session is over, not just that the service did not answer. */
export const isOver = (cause: unknown): boolean =>
  cause instanceof ApiError && cause.status === 401 && OVER.includes(cause.code);

/**
 * Gets a new pair for a refused one. A refresh token works once and using it twice ends the session, so one tab renews
 * at a time; a tab that waited finds the other tab's new pair in the session cookie.
 */
export function renewPair(
  calls: RenewalCalls,
  lock: TabLock,
  refused: TokenPair,
): Promise<TokenPair> {
  return lock(async () => {
    let kept = refused;
    try {
      kept = await calls.check();
    } catch (cause) {
      // A browser that stores no cookies still has the current pair; any other refusal is final.
      if (!(cause instanceof ApiError && cause.code === 'INVALID_TOKEN')) throw cause;
    }
    return kept.Token === refused.Token ? calls.renew(kept) : kept;
  });
}
