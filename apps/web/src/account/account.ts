// SPDX-License-Identifier: Apache-2.0
import { z } from '@perfuse/contract/schema';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { ApiError } from '@perfuse/client';
import { parsedJson, readText, write, type KeyValueStorage } from '../platform/browser/stored.ts';
import type { TokenPair } from '../session/token-pair.ts';
import { isOver, renewPair, type RenewalCalls, type TabLock } from './renewal.ts';
import type { TabMessages } from './tab-messages.ts';
import { userIdOf } from './token-user.ts';

/** How the app names the signed-in person. */
const signedInUserSchema = z.object({
  /** The e-mail address, or '' after a sign-in by phone. */
  username: z.string(),
  phoneNumber: z.string(),
});
export type SignedInUser = z.infer<typeof signedInUserSchema>;
/** Stored in an HttpOnly cookie next to the session cookie, which may belong to another person. */
const keptUserSchema = z.extend(signedInUserSchema, { userId: z.nullable(z.string()) });

/**
 * Why the last session of a signed-in person ended, shown on the sign-in screen; `forgotten`: a guest, in another tab, and
 * `forgotten-idle`: after a time-out.
 */
export type SignOutReason =
  | 'requested'
  | 'idle'
  | 'session-expired'
  | 'other-tab'
  | 'erased'
  | 'forgotten'
  | 'forgotten-idle';

export interface AccountState {
  readonly user: SignedInUser | null;
  readonly ended: SignOutReason | null;
}

export interface AccountCalls extends RenewalCalls {
  readonly logout: (pair: TokenPair | null) => Promise<unknown>;
  readonly userData: () => Promise<{ userData: string | null }>;
  readonly saveUserData: (body: { userData: string }) => Promise<unknown>;
}

export interface AccountDeps {
  readonly calls: AccountCalls;
  readonly tabs: TabMessages;
  readonly lock: TabLock;
  /** Remembers across page loads that a sign-out has not reached the service. */
  readonly storage: KeyValueStorage | null;
  /** The configuration of this page's visit by link; null in the consumer edition. */
  readonly visited: () => string | null;
  /** Whether the cookie may hold a session that could not be checked with the service yet. */
  readonly mayBeSignedIn: () => boolean;
  /** Logs code and message of a non-fatal failure. */
  readonly log: (code: string, message: string) => void;
  /** Called after a sign-in, or a session restored at page load. Never rejects. */
  readonly onSignedIn: (how: 'entered' | 'restored') => Promise<void>;
  /** Called after a sign-out: forgets what the page knows about the person. */
  readonly onSignedOut: () => void;
}

/** The signed-in person of this page. Tokens live in its memory and in the session cookie, nowhere else. */
export interface Account {
  readonly store: StoreApi<AccountState>;
  /**
   * Start-up: restores the session of the cookie, if there is one. Never rejects. @returns whether the service
   * answered.
   */
  readonly restore: () => Promise<boolean>;
  /** Starts the session that a sign-in returned. Throws ApiError. */
  readonly signIn: (pair: TokenPair, user: SignedInUser) => Promise<void>;
  /** Also forgets what a guest left in this browser. */
  readonly signOut: (reason: SignOutReason) => void;
  /** The access token, or null for a guest. */
  readonly token: () => string | null;
  /** Returns a new token for a refused one. Throws ApiError, with 401 when the session is over. */
  readonly renew: (refused: string) => Promise<string>;
  readonly clearEnded: () => void;
}

const PENDING_LOGOUT = 'perfuse.logout-pending';

export function createAccount(parts: AccountDeps): Account {
  const { calls, tabs, lock, storage, visited, log } = parts;
  const store = createStore<AccountState>()(() => ({ user: null, ended: null }));
  let tokens: TokenPair | null = null;
  // Checked again after an await, when the person may have left.
  const isGuest = (): boolean => tokens === null;
  let renewing: Promise<TokenPair> | null = null;

  const failed = (cause: unknown): void => {
    if (cause instanceof ApiError) log(cause.code, cause.message);
    else log('UNKNOWN', String(cause));
  };
  const pendingKey = (): string => {
    const configId = visited();
    return configId === null ? PENDING_LOGOUT : `${PENDING_LOGOUT}.${configId}`;
  };
  const remember = (isPending: boolean): void =>
    void write(storage, pendingKey(), isPending ? '1' : null);
  const isLogoutPending = (): boolean => readText(storage, pendingKey()) === '1';

  const come = async (
    pair: TokenPair,
    user: SignedInUser,
    how: 'entered' | 'restored',
  ): Promise<void> => {
    tokens = pair;
    // What the screens depend on is updated before the screens.
    await parts.onSignedIn(how);
    if (!isGuest()) store.setState({ user, ended: null });
  };
  const leave = (reason: SignOutReason): void => {
    tokens = null;
    store.setState({ user: null, ended: reason === 'requested' ? null : reason });
    parts.onSignedOut();
  };
  const endOnService = (pair: TokenPair | null): Promise<void> => {
    remember(true);
    return calls.logout(pair).then(() => remember(false), failed);
  };

  const restore = async (): Promise<boolean> => {
    // After a sign-out that did not reach the service, the person must not be signed in again.
    if (isLogoutPending()) await endOnService(null);
    if (isLogoutPending()) return false;
    try {
      const { userData } = await calls.userData();
      if (userData === null) return true;
      const pair = await calls.check();
      const kept = parsedJson(userData, keptUserSchema);
      if (kept?.userId === userIdOf(pair.Token)) {
        const { username, phoneNumber } = kept;
        await come(pair, { username, phoneNumber }, 'restored');
      }
      // Under another's name the two people could not be distinguished; without a name the person could not sign out.
      else await endOnService(pair);
      return true;
    } catch (cause) {
      failed(cause);
      return isOver(cause);
    }
  };

  tabs.listen(({ kind }) => {
    const isSignedIn = store.getState().user !== null;
    if (kind === 'signed-in') void restore();
    else if (kind === 'signed-out' && isSignedIn) leave('other-tab');
    else if (kind !== 'signed-out' && !isSignedIn) leave(kind);
  });

  return {
    store,
    restore,
    signIn: async (pair, user) => {
      // Saved first: without a name, the next page load could neither restore the session nor end it.
      const kept = { ...user, userId: userIdOf(pair.Token) };
      await calls.saveUserData({ userData: JSON.stringify(kept) });
      // The service keeps a renewed pair in its cookie, which the next page load starts from.
      const fresh = await lock(() => calls.renew(pair));
      remember(false);
      await come(fresh, user, 'entered');
      tabs.send({ kind: 'signed-in' });
    },
    signOut: (reason) => {
      const pair = tokens;
      leave(pair === null ? 'requested' : reason);
      const ofGuest = reason === 'idle' ? 'forgotten-idle' : 'forgotten';
      tabs.send({ kind: pair === null ? ofGuest : 'signed-out' });
      // Otherwise the person would be signed in again once the service answers, for whoever uses the app next.
      if (pair !== null || parts.mayBeSignedIn()) void endOnService(pair);
    },
    token: () => tokens?.Token ?? null,
    renew: async (refused) => {
      if (tokens?.Token === refused) {
        renewing ??= renewPair(calls, lock, tokens).finally(() => {
          renewing = null;
        });
        const fresh = await renewing;
        // Another person has signed in in another tab: this one must not act as them.
        if (userIdOf(fresh.Token) !== userIdOf(refused)) leave('other-tab');
        // Dropped if they have signed out in the meantime.
        else if (!isGuest()) tokens = fresh;
      }
      if (tokens === null) throw new ApiError('INVALID_TOKEN', 401, 'nobody is signed in');
      return tokens.Token;
    },
    clearEnded: () => store.setState({ ended: null }),
  };
}
