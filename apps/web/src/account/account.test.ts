// SPDX-License-Identifier: Apache-2.0
import { describe, expect, test, vi } from 'vitest';
import { ApiError } from '@perfuse/client';
import type { TokenPair } from '../session/token-pair.ts';
import { createAccount, type AccountDeps } from './account.ts';
import type { TabLock } from './renewal.ts';
import type { TabMessage } from './tab-messages.ts';
import { createTokenSource, signingOut } from './token-source.ts';

const USER = { username: 'ada@example.org', phoneNumber: '' };
const KEPT = JSON.stringify({ ...USER, userId: null });
const pair = (name: string): TokenPair => ({ Token: name, RefreshToken: `${name}-refresh` });
const refusal = (code: string) => new ApiError(code, 401, code);

/** A service with one session, its cookie and its rule that a refresh token works once. */
function service() {
  let count = 0;
  let valid: TokenPair | null = null;
  let cookie: TokenPair | null = null;
  let userData: string | null = null;
  const calls = {
    check: vi.fn(() =>
      cookie === null ? Promise.reject(refusal('INVALID_TOKEN')) : Promise.resolve(cookie),
    ),
    renew: vi.fn(async (old: TokenPair) => {
      await Promise.resolve();
      if (valid?.RefreshToken !== old.RefreshToken) {
        valid = null; // the family is revoked
        throw refusal('ERR_SESSION_EXPIRED');
      }
      count += 1;
      valid = pair(`t${String(count)}`);
      cookie = valid;
      return valid;
    }),
    logout: vi.fn(() => {
      valid = null;
      cookie = null;
      userData = null;
      return Promise.resolve();
    }),
    userData: vi.fn(() => Promise.resolve({ userData })),
    saveUserData: vi.fn((body: { userData: string }) => {
      userData = body.userData;
      return Promise.resolve();
    }),
  };
  return {
    calls,
    grant: () => (valid = pair('signin')),
    setUserData: (text: string) => (userData = text),
  };
}

/** Locks and messages of one browser. */
function browser() {
  let last: Promise<unknown> = Promise.resolve();
  const lock: TabLock = (work) => {
    const turn = last.then(work);
    last = turn.catch(() => undefined);
    return turn;
  };
  const listeners: ((message: TabMessage) => void)[] = [];
  const entries = new Map<string, string>();
  const storage = {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
  };
  const tabs = () => {
    const own: (typeof listeners)[number][] = [];
    return {
      send: (message: TabMessage) => {
        for (const listener of listeners) if (!own.includes(listener)) listener(message);
      },
      listen: (listener: (message: TabMessage) => void) => {
        own.push(listener);
        listeners.push(listener);
      },
    };
  };
  return { lock, storage, tabs };
}

function tab(
  calls: AccountDeps['calls'],
  { lock, storage, tabs } = browser(),
  mayBeSignedIn = false,
) {
  const hooks = { onSignedIn: vi.fn(() => Promise.resolve()), onSignedOut: vi.fn(), log: vi.fn() };
  const account = createAccount({
    calls,
    lock,
    storage,
    tabs: tabs(),
    visited: () => null,
    mayBeSignedIn: () => mayBeSignedIn,
    ...hooks,
  });
  return { account, ...hooks, user: () => account.store.getState().user };
}

describe('signing in', () => {
  test('renews the issued token pair, so that the cookie stores it, and remembers the name', async () => {
    const { calls, grant } = service();
    const { account, onSignedIn, user } = tab(calls);
    await account.signIn(grant(), USER);
    expect(calls.renew).toHaveBeenCalledWith(pair('signin'));
    expect(account.token()).toBe('t1');
    expect(user()).toEqual(USER);
    expect(onSignedIn).toHaveBeenCalledOnce();
  });

  test('shows nobody who has signed out in the meantime', async () => {
    const { calls, grant } = service();
    const { account, onSignedIn, user } = tab(calls);
    onSignedIn.mockImplementation(() => {
      account.signOut('requested');
      return Promise.resolve();
    });
    await account.signIn(grant(), USER);
    expect(user()).toBeNull();
  });

  test('survives a reload', async () => {
    const { calls, grant } = service();
    await tab(calls).account.signIn(grant(), USER);
    const reloaded = tab(calls);
    await reloaded.account.restore();
    expect(reloaded.user()).toEqual(USER);
    expect(reloaded.account.token()).toBe('t1');
  });

  test('in one tab signs the other tabs in', async () => {
    const { calls, grant } = service();
    const shared = browser();
    const other = tab(calls, shared);
    await tab(calls, shared).account.signIn(grant(), USER);
    await expect.poll(() => other.user()).toEqual(USER);
  });
});

test('a sign-in whose user name cannot be stored fails, leaves no session behind and can be retried', async () => {
  const { calls, grant } = service();
  const { account, user } = tab(calls);
  const granted = grant();
  calls.saveUserData.mockRejectedValueOnce(new ApiError('NETWORK_ERROR', 0, 'cut'));
  await expect(account.signIn(granted, USER)).rejects.toThrow('cut');
  expect(user()).toBeNull();
  await expect(calls.check()).rejects.toThrow();
  await account.signIn(granted, USER);
  expect(user()).toEqual(USER);
});

describe('start-up', () => {
  test('sends no token check for a guest', async () => {
    const { calls } = service();
    const { account, user } = tab(calls);
    await account.restore();
    expect(user()).toBeNull();
    expect(calls.check).not.toHaveBeenCalled();
  });

  test('logs a refused token check and continues without tokens', async () => {
    const { calls, setUserData } = service();
    setUserData(KEPT);
    const { account, log, user } = tab(calls);
    expect(await account.restore()).toBe(true);
    expect(log).toHaveBeenCalledWith('INVALID_TOKEN', expect.any(String));
    expect(account.token()).toBeNull();
    expect(user()).toBeNull();
  });

  test('ends a session whose stored name belongs to another user, and does not restore it', async () => {
    const { calls, grant, setUserData } = service();
    await tab(calls).account.signIn(grant(), USER);
    setUserData(JSON.stringify({ ...USER, userId: 'somebody-else' }));
    const { account, user, onSignedIn } = tab(calls);
    expect(await account.restore()).toBe(true);
    expect([user(), account.token()]).toEqual([null, null]);
    expect(onSignedIn).not.toHaveBeenCalled();
    expect(calls.logout).toHaveBeenCalledWith(pair('t1'));
  });

  test.each(['RATE_LIMITED', 'INTERNAL_ERROR'])(
    'treats a busy service (%s) as no answer about who is signed in',
    async (code) => {
      const { calls, setUserData } = service();
      setUserData(KEPT);
      calls.check.mockRejectedValueOnce(new ApiError(code, 503, code));
      expect(await tab(calls).account.restore()).toBe(false);
    },
  );

  test('logs that the name could not be fetched from the cookie', async () => {
    const { calls } = service();
    const down = () => Promise.reject(new ApiError('NETWORK_ERROR', 0, 'userData: no answer'));
    const { account, log } = tab({ ...calls, userData: down });
    expect(await account.restore()).toBe(false);
    expect(log).toHaveBeenCalledWith('NETWORK_ERROR', expect.any(String));
  });

  test.each(['', 'null', '{"username":7}', 'garbage'])(
    'treats an invalid cookie as no signed-in user: %s',
    async (text) => {
      const { calls, setUserData } = service();
      setUserData(text);
      const { account, user } = tab(calls);
      await account.restore();
      expect(user()).toBeNull();
    },
  );
});

describe('renewing', () => {
  test('happens once for concurrent and repeated requests', async () => {
    const { calls, grant } = service();
    const { account } = tab(calls);
    await account.signIn(grant(), USER);
    calls.renew.mockClear();
    const fresh = await Promise.all([account.renew('t1'), account.renew('t1')]);
    expect(fresh).toEqual(['t2', 't2']);
    // A late report about the old token must not consume the new one.
    expect(await account.renew('t1')).toBe('t2');
    expect(calls.renew).toHaveBeenCalledTimes(1);
  });

  test('in two tabs at once uses no refresh token twice', async () => {
    const { calls, grant } = service();
    const shared = browser();
    const one = tab(calls, shared);
    const two = tab(calls, shared);
    await one.account.signIn(grant(), USER);
    await expect.poll(() => two.user()).toEqual(USER);
    calls.renew.mockClear();
    expect(await Promise.all([one.account.renew('t1'), two.account.renew('t1')])).toEqual([
      't2',
      't2',
    ]);
    expect(calls.renew).toHaveBeenCalledTimes(1);
  });

  test('without cookies uses the token pair in memory', async () => {
    const { calls, grant } = service();
    const { account } = tab({ ...calls, check: () => Promise.reject(refusal('INVALID_TOKEN')) });
    await account.signIn(grant(), USER);
    expect(await account.renew('t1')).toBe('t2');
  });

  test("never gets the session of another person, which another tab has put into the browser's cookie", async () => {
    const tokenOf = (UserID: string): string => `a.${btoa(JSON.stringify({ UserID }))}.c`;
    const { calls } = service();
    calls.renew.mockImplementation((old) => Promise.resolve(old));
    const { account, user } = tab(calls);
    await account.signIn({ ...pair('ada'), Token: tokenOf('ada') }, USER);
    calls.check.mockResolvedValue({ ...pair('bob'), Token: tokenOf('bob') });
    await expect(account.renew(tokenOf('ada'))).rejects.toMatchObject({ status: 401 });
    expect([user(), account.token()]).toEqual([null, null]);
    // The other person stays signed in.
    expect(calls.logout).not.toHaveBeenCalled();
  });

  test('that completes after a sign-out does not sign the user in again', async () => {
    const { calls, grant } = service();
    const { account, user } = tab(calls);
    await account.signIn(grant(), USER);
    // The answer was on its way before the sign-out reached the service.
    calls.check.mockResolvedValue(pair('t2'));
    const late = account.renew('t1');
    account.signOut('requested');
    await expect(late).rejects.toThrow();
    expect(user()).toBeNull();
    expect(account.token()).toBeNull();
  });
});

describe('a session that turns out to have ended during a measurement', () => {
  async function measuring(isPersonal: boolean) {
    const { calls, grant } = service();
    const { account, user } = tab(calls);
    await account.signIn(grant(), USER);
    const get = () => Promise.resolve('of the device');
    const renew = () => Promise.reject(refusal('INVALID_TOKEN'));
    const device = { held: () => null, get, renew, isIntegrators: () => !isPersonal };
    const token = signingOut(createTokenSource(account, device), account, () => isPersonal);
    return { calls, account, user, token };
  }

  test('signs the user out and records the reason', async () => {
    const { calls, account, user, token } = await measuring(true);
    calls.renew.mockRejectedValue(refusal('ERR_SESSION_EXPIRED'));
    await expect(token.renew(await token.get())).rejects.toThrow('ERR_SESSION_EXPIRED');
    expect(user()).toBeNull();
    expect(account.store.getState().ended).toBe('session-expired');
  });

  test('is kept while the service is only unavailable', async () => {
    const { calls, user, token } = await measuring(true);
    calls.renew.mockRejectedValue(new ApiError('SERVICE_UNAVAILABLE', 503, 'later'));
    await expect(token.renew(await token.get())).rejects.toThrow();
    expect(user()).toEqual(USER);
  });

  test("is kept when the refused token is that of an integrator's device", async () => {
    const { user, token } = await measuring(false);
    await expect(token.renew(await token.get())).rejects.toThrow('INVALID_TOKEN');
    expect(user()).toEqual(USER);
  });
});

describe('signing out', () => {
  test('ends the session on the service and in every tab', async () => {
    const { calls, grant } = service();
    const shared = browser();
    const one = tab(calls, shared);
    const two = tab(calls, shared);
    await one.account.signIn(grant(), USER);
    await expect.poll(() => two.user()).toEqual(USER);
    one.account.signOut('requested');
    expect(calls.logout).toHaveBeenCalledWith(pair('t1'));
    expect(one.user()).toBeNull();
    expect(two.user()).toBeNull();
    expect(two.onSignedOut).toHaveBeenCalledOnce();
    expect(two.account.store.getState().ended).toBe('other-tab');
  });

  test('while offline stays in effect and reaches the service at a later start', async () => {
    const { calls, grant } = service();
    const shared = browser();
    const { account } = tab(calls, shared);
    await account.signIn(grant(), USER);
    calls.logout.mockRejectedValueOnce(new ApiError('NETWORK_ERROR', 0, 'offline'));
    account.signOut('requested');
    await expect.poll(() => shared.storage.getItem('perfuse.logout-pending')).toBe('1');

    calls.logout.mockRejectedValueOnce(new ApiError('NETWORK_ERROR', 0, 'offline'));
    const offline = tab(calls, shared);
    await offline.account.restore();
    expect(offline.user()).toBeNull();

    const online = tab(calls, shared);
    await online.account.restore();
    expect(online.user()).toBeNull();
    expect(calls.check).not.toHaveBeenCalled();
    expect(shared.storage.getItem('perfuse.logout-pending')).toBeNull();
  });

  test('before the service could confirm the session does not sign the user in again later', async () => {
    const { calls, grant } = service();
    const shared = browser();
    await tab(calls, shared).account.signIn(grant(), USER);
    const offline = tab(calls, shared, true);
    calls.logout.mockRejectedValueOnce(new ApiError('NETWORK_ERROR', 0, 'offline'));
    offline.account.signOut('requested');
    expect(shared.storage.getItem('perfuse.logout-pending')).toBe('1');
    await offline.account.restore();
    expect(offline.user()).toBeNull();
    expect(calls.check).not.toHaveBeenCalled();
  });

  test.each([
    ['requested', 'forgotten'],
    ['idle', 'forgotten-idle'],
  ] as const)('of a guest (%s) applies to every tab, and the others report it', (reason, told) => {
    const { calls } = service();
    const shared = browser();
    const [one, two] = [tab(calls, shared), tab(calls, shared)];
    one.account.signOut(reason);
    expect(two.onSignedOut).toHaveBeenCalledOnce();
    expect(one.account.store.getState().ended).toBeNull();
    expect(two.account.store.getState().ended).toBe(told);
  });

  test('of a guest sends no request to the service', () => {
    const { calls } = service();
    const { account, onSignedOut } = tab(calls);
    account.signOut('requested');
    expect(calls.logout).not.toHaveBeenCalled();
    expect(onSignedOut).toHaveBeenCalledOnce();
  });
});
