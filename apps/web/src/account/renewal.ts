// SPDX-License-Identifier: Apache-2.0
import { ApiError } from '@perfuse/client';
import type { TokenPair } from '../session/token-pair.ts';

export interface RenewalCalls {
  /** The pair of the session cookie, which the service renews when its time is nearly over. */
  readonly check: () => Promise<TokenPair>;
  readonly renew: (pair: TokenPair) => Promise<TokenPair>;
}

/** Runs `work` while no other tab of this browser runs work under the same name. */
export type TabLock = <T>(name: string, work: () => Promise<T>) => Promise<T>;

export const tabLock: TabLock = async (name, work) => {
  // Missing in insecure contexts, whatever its type says.
  const locks = navigator.locks as LockManager | undefined;
  if (locks === undefined) return await work();
  let isBegun = false;
  // Asked after waiting.
  const hasBegun = (): boolean => isBegun;
  const begin = (): ReturnType<typeof work> => {
    isBegun = true;
    return work();
  };
  try {
    return await locks.request(name, begin);
  } catch (cause) {
    if (hasBegun()) throw cause;
    // Refused, as in a frame of another site in a browser that keeps nothing there: no other tab shares anything either.
    return await work();
  }
};

/** Codes with which the service says that a session is over. */
const OVER: readonly string[] = ['ERR_SESSION_EXPIRED', 'TOKEN_EXPIRED', 'INVALID_TOKEN'];

/** Whether a failed call means that the session is over, not just that the service did not answer. */
export const isOver = (cause: unknown): boolean =>
  cause instanceof ApiError && cause.status === 401 && OVER.includes(cause.code);

/**
 * Gets another pair for one that was refused. A refresh token works once and using it twice ends the session, so one
 * tab renews at a time; one that waited finds the other's new pair in the session cookie.
 */
export function renewPair(
  calls: RenewalCalls,
  lock: TabLock,
  refused: TokenPair,
): Promise<TokenPair> {
  return lock('perfuse.renewal', async () => {
    let kept = refused;
    try {
      kept = await calls.check();
    } catch (cause) {
      // A browser that keeps no cookies still has the pair at hand; any other refusal is final.
      if (!(cause instanceof ApiError && cause.code === 'INVALID_TOKEN')) throw cause;
    }
    return kept.Token === refused.Token ? calls.renew(kept) : kept;
  });
}
