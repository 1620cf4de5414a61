// SPDX-License-Identifier: Apache-2.0
import { ACTIONS } from '@perfuse/contract/analysis/frames';
import { sessionsAnswer } from '@perfuse/contract/account/access';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  call,
  connect,
  cookieOf,
  guest,
  openMeasurement,
  type Answer,
} from '@perfuse/testing/client';
import {
  codeIn,
  linkIn,
  messageTo,
  newEmail,
  pairOf,
  PASSWORD,
  person,
  signIn,
  signUp,
  type Pair,
} from '../../../testing/people.ts';
import { refusal } from '@perfuse/testing/refusal';
import { NO_LIMITS, startServer, type TestServer } from '../../../testing/server.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

describe('access to an account', () => {
  let server: TestServer;
  /** How far the server's clock is ahead of the machine's, ms. */
  let ahead = 0;
  const post = (path: string, body: unknown, token?: string): Promise<Answer> =>
    call(server, 'POST', path, { body, token });
  const renew = (pair: Pair, userAgent = FIREFOX): Promise<Answer> =>
    call(server, 'POST', '/api/auths/renew', { body: pair, headers: { 'user-agent': userAgent } });
  const check = (cookie: string): Promise<Answer> =>
    call(server, 'GET', '/api/auths/check', { headers: { cookie } });
  const verify = (token: string): Promise<Answer> =>
    call(server, 'GET', '/analysis/auth', { token });
  const sessions = async (token: string) =>
    sessionsAnswer.parse((await call(server, 'GET', '/api/account/sessions', { token })).body)
      .sessions;
  const ownId = async (token: string): Promise<string> =>
    (await sessions(token)).find(({ IsCurrent }) => IsCurrent)?.ID ?? '';
  const end = (token: string, id: string, password: string | null = PASSWORD): Promise<Answer> =>
    post(`/api/account/sessions/${id}/end`, { password }, token);
  const endOthers = (token: string, password: string | null = PASSWORD): Promise<Answer> =>
    post('/api/account/sessions/end-others', { password }, token);
  /** A person with a session in a browser, renewed as the app does, and its cookie. */
  const atHome = async (): Promise<{ email: string; cookie: string } & Pair> => {
    const { email, ...pair } = await person(server);
    const answer = await renew(pair);
    return { email, cookie: cookieOf(answer), ...pairOf(answer) };
  };
  const again = async (email: string): Promise<Pair> => pairOf(await signIn(server, email));

  beforeAll(async () => {
    server = await startServer({
      now: () => Date.now() + ahead,
      environment: {
        ...NO_LIMITS,
        PERFUSE_TRUST_PROXY: '127.0.0.1',
        PERFUSE_REGION: 'cn',
      },
    });
  });
  afterAll(() => server.stop());

  describe('the list of sessions', () => {
    it('names browser and system of each session, and holds no address, token or version', async () => {
      const home = await atHome();
      const away = await again(home.email);
      const listed = await sessions(home.Token);
      expect(listed).toHaveLength(2);
      expect(listed.find(({ IsCurrent }) => IsCurrent)).toMatchObject({
        Browser: 'Firefox',
        System: 'Linux',
      });
      expect(listed.find(({ IsCurrent }) => !IsCurrent)).toMatchObject({ Browser: '', System: '' });
      for (const { Created, LastUsed } of listed) expect(LastUsed).toBeGreaterThanOrEqual(Created);
      await renew(
        away,
        'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Version/18.5 Safari/604.1',
      );
      const { body } = await call(server, 'GET', '/api/account/sessions', { token: home.Token });
      const told = sessionsAnswer
        .parse(body)
        .sessions.map(({ Browser, System }) => ({ Browser, System }));
      expect(told).toEqual([
        { Browser: 'Safari', System: 'iOS' },
        { Browser: 'Firefox', System: 'Linux' },
      ]);
      // Short numbers alone would also match times and ids.
      expect(JSON.stringify(body)).not.toMatch(/127\.0\.0\.1|::1|18[._]5|Firefox\W+1|eyJ/);
    });

    it('contains only sessions of the user, and is refused to devices', async () => {
      const [one, other] = [await atHome(), await atHome()];
      const ids = (await sessions(other.Token)).map(({ ID }) => ID);
      for (const { ID } of await sessions(one.Token)) expect(ids).not.toContain(ID);
      const device = await guest(server);
      for (const [token, status] of [
        [undefined, 401],
        [device.Token, 403],
      ] as const) {
        const options = token === undefined ? {} : { token };
        expect((await call(server, 'GET', '/api/account/sessions', options)).status).toBe(status);
        expect((await post('/api/account/sessions/end-others', {}, token)).status).toBe(status);
        const path = `/api/account/sessions/${ids[0] ?? ''}/end`;
        expect((await post(path, {}, token)).status).toBe(status);
      }
      expect((await verify(other.Token)).status).toBe(200);
    });

    it('holds one session per browser: a new sign-in there ends the previous one', async () => {
      const first = await atHome();
      const elsewhere = await again(first.email);
      const other = await person(server);
      const takeOver = (pair: Pair, cookie: string) =>
        call(server, 'POST', '/api/auths/renew', { body: pair, headers: { cookie } });
      const second = await takeOver(await again(first.email), first.cookie);
      expect((await verify(first.Token)).status).toBe(401);
      expect((await renew(first)).status).toBe(401);
      const own = pairOf(second);
      // Its own renewal ends nothing, even with the previous cookie.
      const third = await takeOver(own, cookieOf(second));
      expect((await verify(pairOf(third).Token)).status).toBe(200);
      const late = await takeOver(pairOf(third), cookieOf(second));
      expect((await verify(pairOf(late).Token)).status).toBe(200);
      // A sign-in of another person in the same browser ends it too, but no session of another browser.
      await takeOver(other, cookieOf(late));
      expect((await verify(pairOf(late).Token)).status).toBe(401);
      expect((await verify(elsewhere.Token)).status).toBe(200);
    });

    it('omits ended sessions', async () => {
      const home = await atHome();
      const away = await again(home.email);
      await post('/api/auths/logout', away);
      expect(await sessions(home.Token)).toHaveLength(1);
    });

    it('is part of the data export, without the browser of ended sessions', async () => {
      const home = await atHome();
      const away = await again(home.email);
      await renew(away);
      const exported = async (): Promise<string> =>
        JSON.stringify(
          (await call(server, 'GET', '/api/account/data', { token: home.Token })).body,
        );
      expect((await exported()).match(/"Firefox"/g)).toHaveLength(2);
      expect((await endOthers(home.Token)).status).toBe(200);
      expect((await exported()).match(/"Firefox"/g)).toHaveLength(1);
    });
  });

  describe('ending a session', () => {
    it('of another user does nothing, whatever the id', async () => {
      const [thief, victim] = [await atHome(), await atHome()];
      const unknown = refusal(404, 'NOT_FOUND');
      expect(await end(thief.Token, await ownId(victim.Token))).toMatchObject(unknown);
      for (const id of ['nothing', '%00', '..%2F..', "' or 1=1 --", 'end-others']) {
        const answer = await end(thief.Token, encodeURIComponent(id));
        expect([400, 404]).toContain(answer.status);
      }
      expect((await verify(victim.Token)).status).toBe(200);
      expect((await check(victim.cookie)).status).toBe(200);
    });

    it('requires the password, so that a stolen token ends nothing, and counts guesses', async () => {
      const home = await atHome();
      const stolen = await again(home.email);
      const id = await ownId(home.Token);
      for (const password of [null, '']) {
        expect(await end(stolen.Token, id, password)).toMatchObject(refusal(401, 'INVALID_USER'));
      }
      expect(await endOthers(stolen.Token, 'Wrong-horse7')).toMatchObject(
        refusal(401, 'INVALID_USER'),
      );
      for (let count = 0; count < 8; count += 1) await end(stolen.Token, id, 'Wrong-horse7');
      expect(await end(stolen.Token, id)).toMatchObject(refusal(429, 'TOO_MANY_ATTEMPTS'));
      expect((await verify(home.Token)).status).toBe(200);
    });

    it('invalidates its access token, refresh token and cookie, and refuses its next socket message', async () => {
      const home = await atHome();
      const other = pairOf(await renew(await again(home.email)));
      const answer = await renew(other);
      const [away, cookie] = [pairOf(answer), cookieOf(answer)];
      const measurement = await openMeasurement(server, away.Token);
      const socket = await connect(server, away.Token);
      expect((await end(home.Token, await ownId(away.Token))).status).toBe(200);

      const over = refusal(401, 'ERR_SESSION_EXPIRED');
      expect(await verify(away.Token)).toMatchObject(over);
      expect(await post('/api/auths/generateToken', away)).toMatchObject(over);
      expect(await renew(away)).toMatchObject(over);
      expect(await check(cookie)).toMatchObject(over);
      const subscribed = await socket.ask(ACTIONS.subscribeResults, {
        Params: { ID: measurement },
        RequestID: '1',
      });
      expect(subscribed.status).toBe(401);
      socket.socket.terminate();
      // The session that ended it stays open.
      expect((await verify(home.Token)).status).toBe(200);
      expect(await sessions(home.Token)).toHaveLength(1);
    });

    it('that has already ended succeeds', async () => {
      const home = await atHome();
      const away = await again(home.email);
      const id = await ownId(away.Token);
      expect((await end(home.Token, id)).status).toBe(200);
      expect((await end(home.Token, id)).status).toBe(200);
    });

    it('wins over concurrent renewals, in any order', async () => {
      const home = await atHome();
      for (let round = 0; round < 4; round += 1) {
        const away = await again(home.email);
        const id = await ownId(away.Token);
        const [renewed, ended] = await Promise.all([renew(away), end(home.Token, id)]);
        expect(ended.status).toBe(200);
        const last = renewed.status === 200 ? pairOf(renewed) : away;
        expect((await verify(last.Token)).status).toBe(401);
        expect((await renew(last)).status).toBe(401);
        const cookie = renewed.status === 200 ? cookieOf(renewed) : '';
        expect((await check(cookie)).status).toBe(401);
      }
      expect(await sessions(home.Token)).toHaveLength(1);
    });

    it('of all others keeps the current session and those opened later', async () => {
      const home = await atHome();
      const others = [await again(home.email), await again(home.email)];
      expect(await endOthers(home.Token)).toMatchObject({ body: { success: true, ended: 2 } });
      for (const { Token } of others) expect((await verify(Token)).status).toBe(401);
      expect((await verify(home.Token)).status).toBe(200);
      expect((await verify((await again(home.email)).Token)).status).toBe(200);
      // A request from an ended session is refused.
      const [dead] = others;
      expect((await endOthers(dead?.Token ?? '')).status).toBe(401);
    });
  });

  describe('changing the password', () => {
    const NEXT = 'Another-horse8';
    const change = (token: string, password: string, newPassword: string): Promise<Answer> =>
      post('/api/account/password', { password, newPassword }, token);

    it('requires the current one, counts guesses, and then refuses even the right one', async () => {
      const home = await atHome();
      for (let count = 0; count < 5; count += 1) {
        expect(await change(home.Token, 'Wrong-horse7', NEXT)).toMatchObject(
          refusal(401, 'INVALID_USER'),
        );
      }
      expect(await change(home.Token, PASSWORD, NEXT)).toMatchObject(
        refusal(429, 'TOO_MANY_ATTEMPTS'),
      );
      expect((await signIn(server, home.email)).status).toBe(200);
    });

    it('ends other sessions and mailed links, keeps the current session, and notifies the user', async () => {
      const home = await atHome();
      const away = await again(home.email);
      await post('/api/resetPass', { email: home.email });
      const token = linkIn(await messageTo(server, home.email));
      expect(await change(home.Token, PASSWORD, NEXT)).toMatchObject({
        status: 200,
        body: { success: true, ended: 1 },
      });
      expect((await verify(home.Token)).status).toBe(200);
      expect((await check(home.cookie)).status).toBe(200);
      expect((await verify(away.Token)).status).toBe(401);
      expect((await renew(away)).status).toBe(401);
      expect(
        await post('/api/resetPass/complete', { token, password: 'Third-horse9' }),
      ).toMatchObject(refusal(400, 'INVALID_RESET_LINK'));
      expect((await signIn(server, home.email)).status).toBe(401);
      expect((await signIn(server, home.email, NEXT)).status).toBe(200);
      const told = (await server.app.accounts.outbox.list(1000)).filter(
        ({ recipient, body }) => recipient === home.email && !body.includes('/reset#'),
      );
      expect(told).toHaveLength(1);
      expect(JSON.stringify(told)).not.toContain(NEXT);
      // Repeating the request fails: its password is the old one.
      expect(await change(home.Token, PASSWORD, NEXT)).toMatchObject(refusal(401, 'INVALID_USER'));
    });

    it('succeeds once for two concurrent requests', async () => {
      const home = await atHome();
      const away = await again(home.email);
      const answers = await Promise.all([
        change(home.Token, PASSWORD, NEXT),
        change(away.Token, PASSWORD, 'Third-horse9'),
      ]);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      const opened = await Promise.all(
        [PASSWORD, NEXT, 'Third-horse9'].map((password) => signIn(server, home.email, password)),
      );
      expect(opened.filter(({ status }) => status === 200)).toHaveLength(1);
    });

    it('reports field and rule of a refused new password, on every endpoint that sets one', async () => {
      const home = await atHome();
      const refused = (rule: string, field = 'newPassword') => ({
        status: 400,
        body: { code: 'VALIDATION_ERROR', errors: { [field]: [[rule, expect.any(Array)]] } },
      });
      for (const [password, rule] of [
        ['short', 'PASSWORD_POLICY'],
        ['Password1!', 'PASSWORD_COMMON'],
        ['Perfuse-2024', 'PASSWORD_CONTEXT'],
        [`${home.email.slice(2, 10)}-Ab!`, 'PASSWORD_CONTEXT'],
      ] as const) {
        expect(await change(home.Token, PASSWORD, password)).toMatchObject(refused(rule));
      }
      expect(await signUp(server, newEmail(), 'Password1!')).toMatchObject(
        refused('PASSWORD_COMMON', 'password'),
      );
      await post('/api/resetPass', { email: home.email });
      const token = linkIn(await messageTo(server, home.email));
      const reset = (password: string) => post('/api/resetPass/complete', { token, password });
      expect(await reset('Password1!')).toMatchObject(refused('PASSWORD_COMMON', 'password'));
      expect((await reset(NEXT)).status).toBe(200);
    });
  });

  describe('the session cookie over https', () => {
    const HTTPS = { 'x-forwarded-proto': 'https', 'user-agent': FIREFOX };
    const securely = (method: string, path: string, cookie = '', body?: unknown) =>
      call(server, method, path, {
        headers: { ...HTTPS, ...(cookie === '' ? {} : { cookie }) },
        body,
      });
    const valueOf = (cookie: string): string => cookie.slice(cookie.indexOf('=') + 1);

    it('has a __Secure- name, which plain http does not accept and a planted cookie cannot override', async () => {
      const [home, thief] = [await atHome(), await atHome()];
      const answer = await securely('POST', '/api/auths/renew', '', home);
      const [set = ''] = answer.headers.getSetCookie();
      expect(set).toMatch(
        /^__Secure-perfuse_session=[\w.-]+; Path=\/api; HttpOnly; Secure; SameSite=Strict$/,
      );
      const secured = set.split(';')[0] ?? '';
      // Another person's session under the plain name, before the real one.
      const both = await securely('GET', '/api/auths/check', `${thief.cookie}; ${secured}`);
      expect(await ownId(pairOf(both).Token)).toBe(await ownId(pairOf(answer).Token));
      expect((await check(secured)).status).toBe(401);
    });

    it('accepts a cookie with the old name, and renames it', async () => {
      const home = await atHome();
      const answer = await securely('GET', '/api/auths/check', home.cookie);
      expect(answer.status).toBe(200);
      const [next = '', old] = answer.headers.getSetCookie();
      expect(next).toMatch(/^__Secure-perfuse_session=\S+;/);
      expect(old).toMatch(/^perfuse_session=; Max-Age=0;/);
      const secured = next.split(';')[0] ?? '';
      expect(valueOf(secured)).not.toBe('');
      const left = await securely('POST', '/api/auths/logout', secured, {});
      expect(left.headers.getSetCookie()[0]).toMatch(/^__Secure-perfuse_session=; Max-Age=0;/);
      expect((await securely('GET', '/api/auths/check', secured)).status).toBe(401);
    });
  });

  it('a user without a password is authenticated by a recent sign-in', async () => {
    const phoneNumber = '+12025550147';
    await post('/api/users', { phoneNumber, accessCode: 'DEMO' });
    const signInByPhone = async (): Promise<Pair> => {
      const LoginCode = codeIn(await messageTo(server, phoneNumber));
      return pairOf(
        await post('/analysis/users/auth/code', { LoginCode, PhoneNumber: phoneNumber }),
      );
    };
    const home = await signInByPhone();
    expect(await endOthers(home.Token, null)).toMatchObject({ body: { ended: 0 } });
    expect(
      await post(
        '/api/account/password',
        { password: PASSWORD, newPassword: PASSWORD },
        home.Token,
      ),
    ).toMatchObject(refusal(401, 'INVALID_USER'));
    ahead = 16 * 60_000;
    try {
      const later = pairOf(await renew(home));
      expect(await endOthers(later.Token, null)).toMatchObject(refusal(403, 'RESTRICTED'));
      expect(await endOthers(later.Token, PASSWORD)).toMatchObject(refusal(403, 'RESTRICTED'));
    } finally {
      ahead = 0;
    }
  });
});
