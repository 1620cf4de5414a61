// SPDX-License-Identifier: Apache-2.0
import { randomBytes, randomUUID } from 'node:crypto';
import { CompactEncrypt, decodeJwt, exportJWK, generateKeyPair, SignJWT } from 'jose';
import { ACTIONS } from '@perfuse/contract/analysis/frames';
import { ANALYSIS_ROUTES } from '@perfuse/contract/analysis/routes';
import { EVERY_BACKEND_ROUTE } from '@perfuse/contract/backend/every-route';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  call,
  connect,
  cookieOf,
  guest,
  openMeasurement,
  type Answer,
} from '@perfuse/testing/client';
import { refusal } from '@perfuse/testing/refusal';
import {
  codeIn,
  FULL_CONSENT,
  giveConsent,
  linkIn,
  measure,
  messageTo,
  newEmail,
  pairOf,
  PASSWORD,
  person,
  signIn,
  signUp,
  type Pair,
} from '../../testing/people.ts';
import { secondStep, stepOf, twoStepPerson } from '../../testing/second-factor.ts';
import { NO_LIMITS, startServer, type TestServer } from '../../testing/server.ts';

const WRONG = 'Wrong-horse1';

describe('attacks on accounts', () => {
  let server: TestServer;
  const get = (path: string, token?: string, headers: Record<string, string> = {}) =>
    call(server, 'GET', path, { headers, token });
  const post = (path: string, body: unknown, token?: string) =>
    call(server, 'POST', path, { body, token });
  const renew = (pair: Pair, userAgent = '') =>
    call(server, 'POST', '/api/auths/renew', { body: pair, headers: { 'user-agent': userAgent } });
  /** What an attacker can compare: status, body and headers, except what differs between any two answers. */
  const visible = ({ status, body, headers }: Answer) => ({
    status,
    body,
    headers: [...headers.entries()].filter(([name]) => !/^(?:date|x-ratelimit-.*)$/.test(name)),
  });

  beforeAll(async () => {
    server = await startServer({
      environment: {
        ...NO_LIMITS,
        PERFUSE_PUBLIC_URL: 'https://perfuse.example.org',
        // People sign up by phone too.
        PERFUSE_REGION: 'cn',
      },
    });
  });
  afterAll(() => server.stop());

  describe('enumeration learns nothing from', () => {
    it('a sign-in: wrong password, unknown name, wrong code and a suspended account get the same answer', async () => {
      const { email } = await person(server);
      const suspended = await person(server);
      const { people } = server.app.accounts;
      const { organisationId } = server.app.installation;
      const user = await people.findByName(organisationId, { email: suspended.email });
      await people.setStatus(user?.id ?? '', 'SUSPENDED');
      const answers = [
        await signIn(server, email, WRONG),
        await signIn(server, newEmail(), WRONG),
        await signIn(server, email, PASSWORD, 'OTHER'),
        await signIn(server, suspended.email),
      ].map(visible);
      for (const answer of answers) expect(answer).toEqual(answers[0]);
      expect(answers[0]).toMatchObject(refusal(401, 'INVALID_USER'));
    });

    it('a sign-up: an existing account gets the same answer, and its owner is notified', async () => {
      const { email, Token } = await person(server);
      const [known, fresh] = [await signUp(server, email, WRONG), await signUp(server, newEmail())];
      expect(visible(known)).toEqual(visible(fresh));
      expect((await messageTo(server, email)).subject).toContain('already');
      expect((await signIn(server, email)).status).toBe(200);
      expect((await signIn(server, email, WRONG)).status).toBe(401);
      expect((await get('/analysis/auth', Token)).status).toBe(200);
    });

    it('a sign-up and the sign-in after it, when addresses must be confirmed', async () => {
      const strict = await startServer({ environment: { PERFUSE_CONFIRM_EMAIL: 'on' } });
      const { people } = strict.app.accounts;
      const email = newEmail();
      await people.createUser(strict.app.installation.organisationId, {
        email,
        password: PASSWORD,
      });
      const tried = async (name: string) =>
        [await signUp(strict, name, WRONG), await signIn(strict, name, WRONG)].map(visible);
      expect(await tried(email)).toEqual(await tried(newEmail()));
      expect((await messageTo(strict, email)).subject).toContain('already');
      await strict.stop();
    });

    it('a reset or code request: without an account the answer is the same, and nothing is sent', async () => {
      const { email } = await person(server);
      const stranger = newEmail();
      const ask = (address: string) => post('/api/resetPass', { email: address });
      expect(visible(await ask(stranger))).toEqual(visible(await ask(email)));
      await messageTo(server, email);

      const [there, absent] = ['+4915112345601', '+4915112345602'] as const;
      await post('/api/users', { phoneNumber: there });
      const code = (PhoneNumber: string) => post('/analysis/auths/users/code', { PhoneNumber });
      expect(visible(await code(absent))).toEqual(visible(await code(there)));
      const login = (PhoneNumber: string) =>
        post('/analysis/users/auth/code', { PhoneNumber, LoginCode: '000000' });
      expect(visible(await login(absent))).toEqual(visible(await login(there)));
      await messageTo(server, there);
      const waiting = await server.app.accounts.outbox.list(1000);
      expect(waiting.filter(({ recipient }) => [stranger, absent].includes(recipient))).toEqual([]);
    });

    it('a lockout: an unknown name is locked like a known one', async () => {
      const { email } = await person(server);
      const exhaust = async (name: string): Promise<Answer[]> => {
        const answers: Answer[] = [];
        for (let n = 0; n < 7; n += 1) answers.push(await signIn(server, name, WRONG));
        return answers;
      };
      const statuses = [401, 401, 401, 401, 401, 429, 429];
      expect((await exhaust(email)).map(({ status }) => status)).toEqual(statuses);
      expect((await exhaust(newEmail())).map(({ status }) => status)).toEqual(statuses);
    });
  });

  describe('brute force', () => {
    it('locks an account: even the right password is refused until a reset', async () => {
      const { email } = await person(server);
      for (let n = 0; n < 5; n += 1) await signIn(server, email, WRONG);
      const locked = await signIn(server, email);
      expect(locked).toMatchObject(refusal(429, 'TOO_MANY_ATTEMPTS'));
      expect(locked.body).toMatchObject({ remainingLockoutDurationSec: 900 });
      expect(locked.headers.get('retry-after')).toBe('900');
      await post('/api/resetPass', { email });
      const token = linkIn(await messageTo(server, email));
      await post('/api/resetPass/complete', { token, password: 'Another-horse8' });
      expect((await signIn(server, email, 'Another-horse8')).status).toBe(200);
      expect((await messageTo(server, email)).subject).toContain('was changed');
    });

    it('is not reset by signing in to an account with the same e-mail address elsewhere', async () => {
      const { directory, people } = server.app.accounts;
      const { email } = await person(server);
      const { id } = await directory.createOrganisation({ name: 'Own', identifier: 'own' });
      await directory.createAccessCode(id, await directory.createStudy(id, 'S'), 'OWN');
      await people.createUser(id, { email, password: PASSWORD, role: 'USER' });
      for (let n = 0; n < 5; n += 1) {
        expect((await signIn(server, email, WRONG)).status).toBe(401);
        expect((await signIn(server, email, PASSWORD, 'OWN')).status).toBe(200);
      }
      expect(await signIn(server, email)).toMatchObject(refusal(429, 'TOO_MANY_ATTEMPTS'));
      expect((await signIn(server, email, PASSWORD, 'OWN')).status).toBe(200);
    });

    it('does not reveal by its lock which access codes exist', async () => {
      const email = newEmail();
      const locked = async (accessCode: string): Promise<boolean> => {
        for (let n = 0; n < 5; n += 1) await signIn(server, email, WRONG, accessCode);
        return (await signIn(server, email, WRONG, accessCode)).status === 429;
      };
      expect([await locked('DEMO'), await locked('NO-SUCH-CODE')]).toEqual([true, true]);
      expect((await signIn(server, email, WRONG, 'ANOTHER-CODE')).status).toBe(401);
    });

    it('gains nothing from concurrent attempts', async () => {
      const { email } = await person(server);
      const tried = await Promise.all(
        Array.from({ length: 30 }, () => signIn(server, email, WRONG)),
      );
      expect(tried.filter(({ status }) => status === 401)).toHaveLength(5);
    });

    it('locks an IP address that tries many names; successful sign-ins do not count', async () => {
      const small = await startServer({ environment: { PERFUSE_ATTEMPTS_ADDRESS: '3' } });
      const email = newEmail();
      await signUp(small, email);
      for (let n = 0; n < 4; n += 1) expect((await signIn(small, email)).status).toBe(200);
      for (let n = 0; n < 3; n += 1) {
        expect((await signIn(small, newEmail(), WRONG)).status).toBe(401);
      }
      expect(await signIn(small, email)).toMatchObject(refusal(429, 'TOO_MANY_ATTEMPTS'));
      await small.stop();
    });

    it('locks an IP address that tries the second factors of many accounts', async () => {
      const small = await startServer({ environment: { PERFUSE_ATTEMPTS_ADDRESS: '4' } });
      const guess = async (email: string, code: string) =>
        secondStep(small, stepOf(await signIn(small, email)), code);
      const [one, another] = [await twoStepPerson(small), await twoStepPerson(small)];
      for (const { email } of [one, one, one, another]) {
        expect((await guess(email, '000000')).status).toBe(401);
      }
      const right = another.recoveryCodes[0] ?? '';
      expect(await guess(another.email, right)).toMatchObject(refusal(429, 'TOO_MANY_ATTEMPTS'));
      await small.stop();
    });

    it('counts the IPv6 prefix of a customer as one address', async () => {
      const small = await startServer({
        environment: { PERFUSE_ATTEMPTS_ADDRESS: '3', PERFUSE_TRUST_PROXY: '127.0.0.1' },
      });
      const statuses: number[] = [];
      for (const address of ['1:1::1', '1:1::2', '1:1:a::1', '1:1:b::1', '1:2::1']) {
        const body = { email: newEmail(), password: WRONG, accessCode: 'DEMO' };
        const headers = { 'x-forwarded-for': `2001:db8:${address}` };
        statuses.push((await call(small, 'POST', '/api/signin', { body, headers })).status);
      }
      expect(statuses).toEqual([401, 401, 401, 429, 401]);
      await small.stop();
    });

    it.each([
      ['5', 429],
      // Whatever the account's limit, the code has five tries.
      ['100', 401],
    ])(
      'has five tries at a code, after which even the right one is rejected',
      async (most, status) => {
        const lenient = await startServer({
          environment: { ...NO_LIMITS, PERFUSE_REGION: 'cn', PERFUSE_ATTEMPTS_ACCOUNT: most },
        });
        const PhoneNumber = '+4915112345603';
        const ask = (path: string, body: unknown) => call(lenient, 'POST', path, { body });
        await ask('/api/users', { phoneNumber: PhoneNumber });
        const right = codeIn(await messageTo(lenient, PhoneNumber));
        const wrong = right === '111111' ? '222222' : '111111';
        const login = (LoginCode: string) =>
          ask('/analysis/users/auth/code', { LoginCode, PhoneNumber });
        for (let n = 0; n < 5; n += 1) expect((await login(wrong)).status).toBe(401);
        expect((await login(right)).status).toBe(status);
        await lenient.stop();
      },
    );

    it('uses a reset link once, even with concurrent requests', async () => {
      const { email } = await person(server);
      await post('/api/resetPass', { email });
      const token = linkIn(await messageTo(server, email));
      const answers = await Promise.all(
        ['Another-horse7', 'Another-horse8', 'Another-horse9'].map((password) =>
          post('/api/resetPass/complete', { token, password }),
        ),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    });

    it('locks an IP address that requests or tries many reset links', async () => {
      const small = await startServer({ environment: { PERFUSE_ATTEMPTS_ADDRESS: '3' } });
      const ask = () => call(small, 'POST', '/api/resetPass', { body: { email: newEmail() } });
      const guess = () => {
        const body = { token: randomBytes(32).toString('base64url'), password: PASSWORD };
        return call(small, 'POST', '/api/resetPass/complete', { body });
      };
      for (let n = 0; n < 3; n += 1) {
        expect((await ask()).status).toBe(200);
        expect(await guess()).toMatchObject(refusal(400, 'INVALID_RESET_LINK'));
      }
      for (const tried of [ask, guess]) {
        expect(await tried()).toMatchObject(refusal(429, 'TOO_MANY_ATTEMPTS'));
      }
      await small.stop();
    });

    it('locks an IP address that requests or guesses codes of many phones', async () => {
      const small = await startServer({
        environment: { PERFUSE_ATTEMPTS_ADDRESS: '3', PERFUSE_REGION: 'cn' },
      });
      const phone = (n: number) => ({ PhoneNumber: `+491511234570${String(n)}` });
      const request = (n: number) =>
        call(small, 'POST', '/analysis/auths/users/code', { body: phone(n) });
      const guess = (n: number) =>
        call(small, 'POST', '/api/signin/phone', { body: { ...phone(n), LoginCode: '000000' } });
      for (let n = 0; n < 3; n += 1) {
        expect((await request(n)).status).toBe(200);
        expect(await guess(n)).toMatchObject(refusal(401, 'INVALID_USER'));
      }
      for (const tried of [request, guess]) {
        expect(await tried(3)).toMatchObject(refusal(429, 'TOO_MANY_ATTEMPTS'));
      }
      await small.stop();
    });

    it('cannot flood a mailbox or a phone', async () => {
      const { email } = await person(server);
      for (let n = 0; n < 9; n += 1) await post('/api/resetPass', { email });
      await messageTo(server, email);
      const mails = (await server.app.accounts.outbox.list(1000)).filter(
        ({ recipient }) => recipient === email,
      );
      expect(mails.length).toBeLessThanOrEqual(5);
      const statuses: number[] = [];
      for (let n = 0; n < 6; n += 1) {
        const body = { PhoneNumber: '+4915112345604' };
        statuses.push((await post('/analysis/auths/users/code', body)).status);
      }
      expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    });
  });

  describe('requests that name another or an unknown organisation', () => {
    /** An access code of another organisation, where people may sign up. */
    async function another(): Promise<string> {
      const { directory } = server.app.accounts;
      const accessCode = `CODE-${randomUUID().slice(0, 8)}`;
      const details = { name: 'Other', identifier: accessCode.toLowerCase(), allow_signup: true };
      const { id } = await directory.createOrganisation(details);
      await directory.createAccessCode(id, await directory.createStudy(id, 'S'), accessCode);
      return accessCode;
    }

    it('do not use up the limit of reset e-mails', async () => {
      const { email } = await person(server);
      for (const accessCode of [await another(), 'NO-SUCH-CODE']) {
        for (let n = 0; n < 6; n += 1) await post('/api/resetPass', { email, accessCode });
      }
      await post('/api/resetPass', { email });
      expect((await messageTo(server, email)).body).toContain('/reset#');
    });

    it('do not use up the limit of e-mails that notify an owner of a sign-up', async () => {
      const { email } = await person(server);
      const accessCode = await another();
      for (let n = 0; n < 6; n += 1) {
        const body = { email, password: PASSWORD, phoneNumber: null, accessCode };
        expect((await post('/api/users', body)).status).toBe(200);
      }
      const mails = async (): Promise<number> =>
        (await server.app.accounts.outbox.list(1000)).filter(({ recipient }) => recipient === email)
          .length;
      const before = await mails();
      await signUp(server, email);
      expect(await mails()).toBe(before + 1);
    });

    it('do not use up the codes of a phone or the attempts at them', async () => {
      const PhoneNumber = '+4915112345605';
      await post('/api/users', { phoneNumber: PhoneNumber });
      const right = codeIn(await messageTo(server, PhoneNumber));
      const codes: number[] = [];
      const logins: number[] = [];
      for (let n = 0; n < 6; n += 1) {
        const body = { PhoneNumber, Identifier: 'no-such-org' };
        codes.push((await post('/analysis/auths/users/code', body)).status);
        const login = { PhoneNumber, LoginCode: '000000', OrgKey: 'no-such-org' };
        logins.push((await post('/analysis/users/auth/code', login)).status);
      }
      expect(codes).toEqual([200, 200, 200, 200, 200, 429]);
      expect(logins).toEqual([401, 401, 401, 401, 401, 429]);
      const login = { PhoneNumber, LoginCode: right };
      expect((await post('/analysis/users/auth/code', login)).status).toBe(200);
      expect((await post('/analysis/auths/users/code', { PhoneNumber })).status).toBe(200);
    });
  });

  describe('a stolen token', () => {
    it('used after its owner renewed ends the whole session', async () => {
      const stolen = await person(server);
      const current = pairOf(await renew(stolen));
      expect(await renew(stolen, 'thief')).toMatchObject(refusal(401, 'ERR_SESSION_EXPIRED'));
      expect(await get('/analysis/auth', current.Token)).toMatchObject(
        refusal(401, 'ERR_SESSION_EXPIRED'),
      );
      expect(await renew(current)).toMatchObject(refusal(401, 'ERR_SESSION_EXPIRED'));
    });

    it('used concurrently by several clients succeeds once', async () => {
      const pair = await person(server);
      const answers = await Promise.all(['one', 'two', 'three'].map((name) => renew(pair, name)));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    });

    it('of one user is rejected with the refresh token of another', async () => {
      const [one, other] = [await person(server), await person(server)];
      const mixed = { Token: one.Token, RefreshToken: other.RefreshToken };
      expect(await renew(mixed)).toMatchObject(refusal(401, 'INVALID_TOKEN'));
      expect((await post('/api/auths/generateToken', mixed)).status).toBe(401);
      expect((await get('/analysis/auth', other.Token)).status).toBe(200);
    });

    it('of a device gives no access to user data', async () => {
      const { Token } = await guest(server);
      for (const path of ['/api/history', '/api/account/data', '/analysis/users']) {
        expect(await get(path, Token)).toMatchObject(refusal(403, 'RESTRICTED'));
      }
    });

    it('is not enough to erase an account', async () => {
      const { Token } = await person(server);
      expect(await post('/api/account/erase', {}, Token)).toMatchObject(
        refusal(401, 'INVALID_USER'),
      );
    });
  });

  it('forged tokens are refused: another key, no signature, another user, another kind', async () => {
    const victim = await person(server);
    const claims = decodeJwt(victim.Token);
    const { privateKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true });
    const { x = '' } = await exportJWK(privateKey);
    const own = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'EdDSA', jwk: { kty: 'OKP', crv: 'Ed25519', x } })
      .sign(privateKey);
    const encode = (value: unknown): string =>
      Buffer.from(JSON.stringify(value)).toString('base64url');
    const [header = '', , signature = ''] = victim.Token.split('.');
    const forged = [
      own,
      `${encode({ alg: 'none' })}.${encode(claims)}.`,
      `${header}.${encode({ ...claims, UserID: randomUUID() })}.${signature}`,
      `${header}.${encode({ ...claims, aud: 'perfuse:device' })}.${signature}`,
      `${header}.${encode({ ...claims, exp: Number(claims.exp) + 9999 })}.${signature}`,
    ];
    for (const token of forged) {
      expect(await get('/analysis/users', token)).toMatchObject(refusal(401, 'INVALID_TOKEN'));
    }
  });

  describe('another user’s', () => {
    it('measurements, results, profiles, consents and history are inaccessible', async () => {
      const [owner, other] = [await person(server), await person(server)];
      await giveConsent(server, owner.Token);
      const id = await measure(server, owner.Token);
      const open = await openMeasurement(server, owner.Token);
      const profile = await post('/analysis/users/profiles', { Name: 'n', Email: '' }, owner.Token);
      const { ID } = profile.body as { ID: string };
      const stranger = await guest(server);
      for (const token of [other.Token, stranger.Token]) {
        const paths = [
          `/measurements/${id}`,
          `/measurements/${id}/results/0`,
          `/users/profiles/${ID}`,
        ];
        for (const path of paths) {
          expect(await get(`/analysis${path}`, token)).toMatchObject(refusal(404, 'NOT_FOUND'));
        }
        expect(
          await call(server, 'DELETE', `/analysis/measurements/${id}`, { token }),
        ).toMatchObject(refusal(404, 'NOT_FOUND'));
        const change = { Name: 'mine', Status: 'INACTIVE' };
        expect(
          await call(server, 'PATCH', `/analysis/users/profiles/${ID}`, { token, body: change }),
        ).toMatchObject(refusal(404, 'NOT_FOUND'));
        const body = { Action: 'LAST::PROCESS', Payload: 'AAAA' };
        expect(await post(`/analysis/measurements/${open}/data`, body, token)).toMatchObject(
          refusal(400, 'INVALID_MEASUREMENT'),
        );
        const wanted = { StudyID: server.app.installation.studyId, UserProfileID: ID };
        expect(await post('/analysis/measurements', wanted, token)).toMatchObject(
          refusal(404, 'NOT_FOUND'),
        );
        const socket = await connect(server, token);
        const asked = await socket.ask(ACTIONS.subscribeResults, {
          Params: { ID: id },
          RequestID: '0510aaaaaa',
        });
        expect(asked.status).toBe(400);
        socket.socket.close();
        expect((await get('/analysis/consents', token)).body).toMatchObject({ purposes: [] });
        expect((await get('/analysis/measurements', token)).body).toEqual([]);
      }
      expect(await get(`/api/history/${id}`, other.Token)).toMatchObject(refusal(404, 'NOT_FOUND'));
      const remove = (path: string) => call(server, 'DELETE', path, { token: other.Token });
      expect(await remove(`/api/history/${id}`)).toMatchObject(refusal(404, 'NOT_FOUND'));
      expect((await remove('/api/history')).body).toEqual({ deleted: 0 });
      expect(await get(`/api/history/${id}`, owner.Token)).toMatchObject({ body: { ID: id } });
      expect(await get(`/analysis/users/profiles/${ID}`, owner.Token)).toMatchObject({
        body: { Name: 'n', Status: 'ACTIVE' },
      });
    });

    it('organisation has separate accounts: the same e-mail address there is another user', async () => {
      const { email } = await person(server);
      const { directory, people } = server.app.accounts;
      const { id } = await directory.createOrganisation({ name: 'B', identifier: 'org-b' });
      await directory.createAccessCode(id, await directory.createStudy(id, 'S'), 'ORG-B');
      expect(await signIn(server, email, PASSWORD, 'ORG-B')).toMatchObject(
        refusal(401, 'INVALID_USER'),
      );
      await people.createUser(id, { email, password: 'Another-horse8' });
      expect((await signIn(server, email, 'Another-horse8', 'ORG-B')).status).toBe(200);
      expect((await signIn(server, email, 'Another-horse8', 'DEMO')).status).toBe(401);
    });
  });

  describe('a cookie', () => {
    it('that is forged, altered or of another kind is ignored', async () => {
      const session = cookieOf(await renew(await person(server)));
      const saved = cookieOf(await post('/api/userData', { userData: 'secret' }));
      const value = session.slice(session.indexOf('=') + 1);
      const at = value.length - 4;
      const altered = value.slice(0, at) + (value[at] === 'A' ? 'B' : 'A') + value.slice(at + 1);
      const foreign = await new CompactEncrypt(new TextEncoder().encode('{"userData":"x"}'))
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', typ: 'user-data' })
        .encrypt(randomBytes(32));
      for (const cookie of [
        `perfuse_session=${altered}`,
        `perfuse_session=${saved.slice(saved.indexOf('=') + 1)}`,
        'perfuse_session=x',
        `perfuse_session=${'A'.repeat(9000)}`,
      ]) {
        expect(await get('/api/auths/check', undefined, { cookie })).toMatchObject(
          refusal(401, 'INVALID_TOKEN'),
        );
      }
      for (const text of [foreign, value]) {
        const cookie = `perfuse_user_data=${text}`;
        const answer = await get('/api/userData', undefined, { cookie });
        expect(answer).toMatchObject({ status: 200, body: { userData: null } });
      }
    });

    it('is not accepted from another site’s page', async () => {
      const cookie = cookieOf(await renew(await person(server)));
      const headers = { cookie, 'sec-fetch-site': 'cross-site' };
      for (const path of ['/api/auths/check', '/api/userData']) {
        expect(await get(path, undefined, headers)).toMatchObject(refusal(403, 'RESTRICTED'));
      }
    });
  });

  it('the link in an e-mail ignores the Host header', async () => {
    const { email } = await person(server);
    await call(server, 'POST', '/api/resetPass', {
      body: { email },
      headers: { 'x-forwarded-host': 'evil.example.org', host: 'evil.example.org' },
    });
    const { body } = await messageTo(server, email);
    expect(body).toContain('https://perfuse.example.org/reset#');
    expect(body).not.toContain('evil');
  });

  it.each([
    ['lists', '[', ']'],
    ['objects', '{"a":', '}'],
  ])('deeply nested %s are refused like any other invalid body', async (_, begin, end) => {
    const { Token } = await person(server);
    const nested = `${begin.repeat(6_000)}1${end.repeat(6_000)}`;
    for (const [path, body] of [
      ['/api/signin', `{"accessCode":"DEMO","email":${nested},"password":"x"}`],
      ['/analysis/measurements', `{"StudyID":${nested}}`],
      ['/analysis/consents', nested],
    ] as const) {
      const headers = { authorization: `Bearer ${Token}`, 'content-type': 'application/json' };
      const answer = await fetch(`${server.origin}${path}`, { method: 'POST', headers, body });
      expect([400, 413]).toContain(answer.status);
      expect((await answer.text()).length).toBeLessThan(1000);
    }
    expect(server.log.join('')).not.toContain('RangeError');
  });

  it('read-only fields in a request are ignored', async () => {
    const email = newEmail();
    const extra = {
      organisation_id: 'x',
      status: 'SUSPENDED',
      verified: 1,
      IsVerified: true,
      RoleID: 'ADMIN',
      id: 'chosen',
      user_id: 'chosen',
    };
    await post('/api/users', { email, password: PASSWORD, ...extra });
    const { Token } = pairOf(await signIn(server, email));
    const account = await get('/analysis/users', Token);
    expect(account).toMatchObject({
      body: {
        OrganizationID: server.app.installation.organisationId,
        RoleID: 'USER',
        StatusID: 'ACTIVE',
        IsVerified: false,
      },
    });
    expect(account.body).not.toMatchObject({ ID: 'chosen' });
    const given = await post('/analysis/consents', { ...FULL_CONSENT, ...extra, ID: 'x' }, Token);
    expect(given.body).not.toMatchObject({ ID: 'x' });
    expect(JSON.stringify(given.body)).not.toContain('chosen');
    const id = await post(
      '/analysis/measurements',
      { StudyID: server.app.installation.studyId, UserID: 'other', DeviceID: 'other' },
      Token,
    );
    const { ID } = id.body as { ID: string };
    const measurement = await get(`/analysis/measurements/${ID}`, Token);
    expect(JSON.stringify(measurement.body)).not.toContain('other');
  });

  const HOSTILE = [
    `'; drop table users; --`,
    `" or 1=1 --`,
    `x' union select password_hash from users --`,
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '{{7*7}}${7*7}',
    '\u0000\r\nBcc: other@example.org',
    '../../etc/passwd',
    '\ud800 lone',
    '__proto__',
  ];

  it('SQL and HTML in any field cause no server error and are returned unchanged as JSON', async () => {
    const { email, Token } = await person(server);
    const device = (await guest(server)).Token;
    const bodies: [path: string, body: Record<string, unknown>, token?: string][] = [
      [
        '/api/signin',
        { email, password: PASSWORD, accessCode: 'DEMO', timestamp: '', configId: 'demo' },
      ],
      [
        '/api/users',
        {
          email: newEmail(),
          password: PASSWORD,
          phoneNumber: '+4915112345605',
          configId: 'demo',
          accessCode: 'DEMO',
        },
      ],
      ['/api/resetPass', { email, configId: 'demo' }],
      ['/api/resetPass/complete', { token: 'a'.repeat(30), password: PASSWORD }],
      ['/api/auths/renew', { Token, RefreshToken: 'r' }],
      ['/api/auths/generateToken', { Token, RefreshToken: 'r' }],
      ['/api/auths/logout', { Token: 'x', RefreshToken: 'r' }],
      ['/api/userData', { userData: '{}' }],
      ['/api/account/erase', { password: WRONG }, Token],
      ['/analysis/auths/users/code', { PhoneNumber: '+4915112345605', Identifier: 'perfuse' }],
      [
        '/analysis/users/auth/code',
        { LoginCode: '123456', PhoneNumber: '+4915112345605', OrgKey: 'perfuse' },
      ],
      ['/analysis/users/auth', { Email: email, Password: PASSWORD }, device],
      ['/analysis/users/profiles', { Name: 'n', Email: 'e' }, Token],
      ['/analysis/consents', { ...FULL_CONSENT }, Token],
      [
        '/analysis/measurements',
        { StudyID: 'x', UserProfileID: 'x', PartnerID: 'p', Mode: 'm' },
        Token,
      ],
    ];
    const tries = bodies.flatMap(([path, body, token]) =>
      Object.keys(body).flatMap((field) =>
        HOSTILE.flatMap((hostile) =>
          [hostile, { $ne: null, hostile }].map((value) => ({
            path,
            token,
            field,
            body: { ...body, [field]: value },
          })),
        ),
      ),
    );
    for (let at = 0; at < tries.length; at += 20) {
      await Promise.all(
        tries.slice(at, at + 20).map(async ({ path, body, token, field }) => {
          const answer = await post(path, body, token);
          expect(answer.status, `${path} ${field}`).not.toBe(500);
          expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
        }),
      );
    }
    for (const hostile of HOSTILE) {
      const inAddress = encodeURIComponent(hostile.replace('\ud800', ''));
      for (const path of [
        `/api/history/${inAddress}`,
        `/api/history?limit=${inAddress}`,
        `/analysis/organizations/${inAddress}/logo`,
        `/analysis/organizations/policy/password?Identifier=${inAddress}`,
        `/analysis/users/auth/code/${inAddress}/${inAddress}`,
        `/analysis/users/profiles?UserProfileName=${inAddress}`,
      ]) {
        expect((await get(path, Token)).status, path).not.toBe(500);
      }
    }
    expect((await signIn(server, email)).status).not.toBe(500);
    expect((await get('/analysis/users', Token)).body).toMatchObject({ Email: email });
    const marked = { ...FULL_CONSENT, description: '<script>alert(1)</script>' };
    await giveConsent(server, Token, marked);
    expect((await get('/analysis/consents', Token)).body).toMatchObject(marked);
    // A lone surrogate is not valid text: the replacement character is stored.
    const half = { Name: '\ud800 lone', Email: newEmail() };
    expect((await post('/analysis/users/profiles', half, Token)).status).toBe(200);
    const profiles = await get('/analysis/users/profiles', Token);
    expect(JSON.stringify(profiles.body)).toContain('"\ufffd lone"');
  });

  it('bodies beyond their limit are refused before they are read', async () => {
    const { Token } = await person(server);
    const rows = [
      ...Object.values(EVERY_BACKEND_ROUTE).map((row) => ({ row, base: '/api' })),
      ...Object.values(ANALYSIS_ROUTES).map((row) => ({ row, base: '/analysis' })),
    ];
    const big = 'x'.repeat(1024 * 1024);
    for (const { row, base } of rows) {
      if (row.method === 'GET') continue;
      if (row.authentication === 'device') continue;
      const path = base + row.path.replaceAll(/:\w+/g, 'x');
      const answer = await call(server, row.method, path, { token: Token, body: { big } });
      expect(answer, path).toMatchObject(refusal(413, 'PAYLOAD_TOO_LARGE'));
    }
    const long = await post('/api/userData', { userData: 'x'.repeat(2001) });
    expect(long).toMatchObject(refusal(400, 'VALIDATION_ERROR'));
    const wide = await post('/api/userData', { userData: '\u{1F600}'.repeat(1000) });
    expect(wide).toMatchObject(refusal(413, 'PAYLOAD_TOO_LARGE'));
  });
});
