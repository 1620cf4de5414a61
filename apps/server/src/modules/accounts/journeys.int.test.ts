// SPDX-License-Identifier: Apache-2.0
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { decodeJwt } from 'jose';
import { DEFAULT_PASSWORD_POLICY, passwordPolicySchema } from '@perfuse/contract/account/password';
import { CONSENT_PURPOSES } from '@perfuse/contract/account/consent';
import { personalDataSchema } from '@perfuse/contract/account/history';
import { signInTimestamp } from '@perfuse/contract/account/sign-in';
import { z } from '@perfuse/contract/schema';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createAccessTokens } from './tokens/access-tokens.ts';
import { fixedKeys } from '../../platform/crypto/key-ring.ts';
import { loadSecrets } from '../../platform/crypto/secrets.ts';
import {
  addChunk,
  call,
  cookieOf,
  guest,
  openMeasurement,
  type Answer,
} from '@perfuse/testing/client';
import { smallPayloads } from '@perfuse/testing/chunks';
import { refusal } from '@perfuse/testing/refusal';
import {
  codeIn,
  confirmationIn,
  consent,
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
import { integrator } from '../../testing/integrator.ts';
import { NO_LIMITS, startServer, type TestServer } from '../../testing/server.ts';
import { countingTurns, until } from '@perfuse/testing/waiting';

describe('accounts', () => {
  let server: TestServer;
  const get = (path: string, token?: string, cookie?: string) =>
    call(server, 'GET', path, {
      token,
      ...(cookie !== undefined && { headers: { cookie } }),
    });
  const post = (path: string, body: unknown, options: { token?: string; cookie?: string } = {}) =>
    call(server, 'POST', path, {
      body,
      token: options.token,
      ...(options.cookie !== undefined && { headers: { cookie: options.cookie } }),
    });
  const renew = (pair: Pair) => post('/api/auths/renew', pair);
  const verify = (token: string) => get('/analysis/auth', token);

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

  describe('signing up and in', () => {
    it('leads to a session, an account, and one profile with the e-mail address', async () => {
      const email = newEmail();
      expect(await signUp(server, email)).toMatchObject({ status: 200, body: { success: true } });
      const first = pairOf(await signIn(server, ` ${email.toUpperCase()} `));
      const { Token } = pairOf(await renew(first));
      expect(await verify(Token)).toMatchObject({ status: 200, body: { Type: 'user' } });
      expect(await get('/analysis/users', Token)).toMatchObject({
        body: { Email: email, LoginMethod: 'password', StatusID: 'ACTIVE' },
      });
      expect(await get('/analysis/users/profiles', Token)).toMatchObject({
        body: [{ Name: email, Email: email, TotalCount: 1 }],
      });
      await signIn(server, email);
      expect(await get('/analysis/users/profiles', Token)).toMatchObject({
        body: [{ TotalCount: 1 }],
      });
    });

    it('works on a device with a wrong date: the timestamp is not a security check', async () => {
      const { email } = await person(server);
      const body = { email, password: PASSWORD, accessCode: 'demo' };
      for (const days of [-400, -1, 0, 3]) {
        const timestamp = signInTimestamp('demo', new Date(Date.now() + days * 86_400_000));
        expect((await post('/api/signin', { ...body, timestamp })).status).toBe(200);
      }
    });

    it('accepts empty strings for unused fields', async () => {
      const email = newEmail();
      const named = { accessCode: '', configId: '' };
      const made = { email, password: PASSWORD, phoneNumber: '', ...named };
      expect((await post('/api/users', made)).status).toBe(200);
      const body = { email, password: PASSWORD, accessCode: 'DEMO', configId: '', timestamp: '' };
      expect((await post('/api/signin', body)).status).toBe(200);
      expect((await post('/api/resetPass', { email, ...named })).status).toBe(200);
      expect(linkIn(await messageTo(server, email))).not.toBe('');
      expect(await post('/api/signin', { ...body, accessCode: '' })).toMatchObject(
        refusal(400, 'VALIDATION_ERROR'),
      );
    });

    it('needs an access code or a configuration of the own organisation', async () => {
      const { email } = await person(server);
      const body = { email, password: PASSWORD };
      expect(await post('/api/signin', body)).toMatchObject(refusal(400, 'VALIDATION_ERROR'));
      for (const wrong of [
        { accessCode: 'OTHER' },
        { configId: 'nothing' },
        { accessCode: 'OTHER', configId: 'demo' },
      ]) {
        expect(await post('/api/signin', { ...body, ...wrong })).toMatchObject(
          refusal(401, 'INVALID_USER'),
        );
      }
      expect((await post('/api/signin', { ...body, configId: 'demo' })).status).toBe(200);
    });

    it('checks a new password against the policy and names the broken rules', async () => {
      const answer = await signUp(server, newEmail(), 'short');
      expect(answer).toMatchObject({
        status: 400,
        body: {
          code: 'VALIDATION_ERROR',
          errors: { password: [['PASSWORD_POLICY', ['minLength', 'uppercase', 'special']]] },
        },
      });
      const policy = await get('/analysis/organizations/policy/password');
      expect(policy).toMatchObject({ status: 200, body: { PasswordMinLength: 8 } });
    });

    it('is refused through a link unless its configuration allows sign-up', async () => {
      const acme = await integrator(server);
      const body = { email: newEmail(), password: PASSWORD, configId: acme.configId };
      const signUpBy = () => post('/api/users', body);
      expect(await signUpBy()).toMatchObject(refusal(403, 'RESTRICTED'));
      await acme.configure({ onboarding: { allowSignup: true } });
      expect((await signUpBy()).status).toBe(200);
      expect((await post('/api/signin', body)).status).toBe(200);
    });

    it('is refused where the organisation does not offer sign-up', async () => {
      const { directory } = server.app.accounts;
      const { id } = await directory.createOrganisation({
        name: 'Closed',
        identifier: 'closed',
        allow_signup: false,
      });
      const study = await directory.createStudy(id, 'Study');
      await directory.createAccessCode(id, study, 'closed-1');
      const body = { email: newEmail(), password: PASSWORD, accessCode: 'CLOSED-1' };
      expect(await post('/api/users', body)).toMatchObject(refusal(403, 'RESTRICTED'));
      await server.app.accounts.people.createUser(id, { email: body.email, password: PASSWORD });
      expect((await post('/api/signin', body)).status).toBe(200);
      await directory.revokeAccessCode('closed-1');
      expect(await post('/api/signin', body)).toMatchObject(refusal(401, 'INVALID_USER'));
    });

    it('also works on a device of the protocol', async () => {
      const { email } = await person(server);
      const { Token } = await guest(server);
      const body = { Email: email, Password: PASSWORD };
      const session = pairOf(await post('/analysis/users/auth', body, { token: Token }));
      expect(await verify(session.Token)).toMatchObject({ body: { Type: 'user' } });
    });
  });

  describe('a sign-up that is confirmed by mail', () => {
    let strict: TestServer;
    beforeAll(async () => {
      strict = await startServer({
        environment: {
          PERFUSE_CONFIRM_EMAIL: 'on',
          PERFUSE_ATTEMPTS_ACCOUNT: '3',
          PERFUSE_PUBLIC_URL: 'https://perfuse.example.org',
        },
      });
    });
    afterAll(() => strict.stop());
    const confirm = (token: string, password = PASSWORD) =>
      call(strict, 'POST', '/api/users/confirm', { body: { token, password } });

    it('takes effect with the link and the password, which sign in at once', async () => {
      const email = newEmail();
      expect((await signUp(strict, email)).body).toEqual({ success: true, confirmation: 'mail' });
      expect(await signIn(strict, email)).toMatchObject(refusal(401, 'INVALID_USER'));
      const message = await messageTo(strict, email);
      expect(message.body).toContain('https://perfuse.example.org/confirm#');
      const token = confirmationIn(message);
      expect(await confirm(token, 'Wrong-horse1')).toMatchObject(refusal(401, 'INVALID_USER'));
      const answer = await confirm(token);
      expect(answer).toMatchObject({ status: 200, body: { Email: email } });
      expect(
        await call(strict, 'GET', '/analysis/users', { token: pairOf(answer).Token }),
      ).toMatchObject({ body: { Email: email, IsVerified: true } });
      expect((await signIn(strict, email)).status).toBe(200);
      expect(await confirm(token)).toMatchObject(refusal(400, 'INVALID_CONFIRMATION_LINK'));
    });

    it('links to the confirmation page of an organisation’s configuration', async () => {
      const email = newEmail();
      const { configId } = await integrator(strict, { onboarding: { allowSignup: true } });
      const body = { email, password: PASSWORD, configId };
      await call(strict, 'POST', '/api/users', { body });
      expect((await messageTo(strict, email)).body).toContain(`.org/org/confirm/${configId}#`);
    });

    it('gives a stranger who used the address no access when its owner confirms', async () => {
      const email = newEmail();
      await signUp(strict, email, 'Stranger-horse1');
      const first = confirmationIn(await messageTo(strict, email));
      await signUp(strict, email);
      const own = await until(async () => {
        const rows = await strict.app.accounts.outbox.list(1000);
        return rows
          .filter(({ recipient }) => recipient === email)
          .map(confirmationIn)
          .find((token) => token !== first);
      });
      expect((await confirm(first)).status).toBe(401);
      expect((await confirm(own)).status).toBe(200);
      expect((await signIn(strict, email, 'Stranger-horse1')).status).toBe(401);
      expect((await confirm(first, 'Stranger-horse1')).status).toBe(400);
    });

    it('creates one account from two concurrent confirmations', async () => {
      const email = newEmail();
      await signUp(strict, email);
      const token = confirmationIn(await messageTo(strict, email));
      const answers = await Promise.all([confirm(token), confirm(token)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    });
  });

  describe('the session', () => {
    const lifetimeOf = ({ body }: Answer): number => {
      const { exp, iat } = decodeJwt(z.object({ Token: z.string() }).parse(body).Token);
      return Number(exp) - Number(iat);
    };

    it('is distinguished as expired, ended or unknown', async () => {
      const { Token, RefreshToken } = await person(server);
      const keys = fixedKeys(await loadSecrets(server.directory));
      const before = createAccessTokens(keys, () => Date.now() - 3_600_000);
      const now = createAccessTokens(keys, Date.now);
      const expired = await before.sign(await now.verify(Token), 900);
      expect(await verify(expired)).toMatchObject(refusal(401, 'TOKEN_EXPIRED'));
      const next = pairOf(await renew({ Token: expired, RefreshToken }));
      expect((await verify(next.Token)).status).toBe(200);
      await call(server, 'DELETE', '/analysis/users/auth', { token: next.Token });
      expect(await verify(next.Token)).toMatchObject(refusal(401, 'ERR_SESSION_EXPIRED'));
      expect(await renew(next)).toMatchObject(refusal(401, 'ERR_SESSION_EXPIRED'));
      expect(await verify('a.b.c')).toMatchObject(refusal(401, 'INVALID_TOKEN'));
    });

    it('is kept in an HttpOnly cookie and restored from it', async () => {
      const pair = await person(server);
      const renewed = await renew(pair);
      const [set = ''] = renewed.headers.getSetCookie();
      expect(set).toMatch(/^perfuse_session=[\w.-]+; Path=\/api; HttpOnly; SameSite=Strict$/);
      const checked = await get('/api/auths/check', undefined, cookieOf(renewed));
      expect(checked.body).toEqual(renewed.body);
      expect(await get('/api/auths/check')).toMatchObject(refusal(401, 'INVALID_TOKEN'));
    });

    it('is renewed from the cookie once its access token has expired or is about to', async () => {
      let ahead = 0;
      const later = await startServer({ now: () => Date.now() + ahead });
      const check = (path: string, headers: Record<string, string>, token?: string) =>
        call(later, 'GET', path, { headers, token });
      let pair: Pair = await person(later);
      for (const seconds of [841, 901]) {
        const renewed = await call(later, 'POST', '/api/auths/renew', { body: pair });
        ahead += seconds * 1000;
        const { Token } = pairOf(renewed);
        pair = pairOf(await check('/api/auths/check', { cookie: cookieOf(renewed) }));
        expect(pair.Token).not.toBe(Token);
        expect((await check('/analysis/auth', {}, pair.Token)).status).toBe(200);
      }
      await later.stop();
    });

    it('is renewed from the cookie when another tab renewed it first', async () => {
      const pair = await person(server);
      const first = await renew(pair);
      const cookie = cookieOf(first);
      await renew(pairOf(first));
      const [one, other] = await Promise.all([
        get('/api/auths/check', undefined, cookie),
        get('/api/auths/check', undefined, cookie),
      ]);
      for (const answer of [one, other]) {
        expect((await verify(pairOf(answer).Token)).status).toBe(200);
      }
    });

    it('issues a new access token without replacing the pair', async () => {
      const pair = await person(server);
      const { Token, RefreshToken } = pairOf(await renew(pair));
      const fresh = await post('/api/auths/generateToken', {
        Token,
        RefreshToken,
        expiryInSec: 60,
      });
      expect(fresh.status).toBe(200);
      expect(lifetimeOf(fresh)).toBe(60);
      expect((await renew({ Token, RefreshToken })).status).toBe(200);
    });

    it.each([
      ['a person', person, 900],
      ['a device', guest, 86_400],
    ])('of %s issues no access token that lives longer than its own', async (_, open, longestS) => {
      const pair = await open(server);
      const expiryInSec = 31_536_000;
      const fresh = await post('/api/auths/generateToken', { ...pair, expiryInSec });
      expect(lifetimeOf(fresh)).toBe(longestS);
    });

    it('ends on sign-out, which clears both cookies and always succeeds', async () => {
      const { Token, RefreshToken } = await person(server);
      const renewed = await renew({ Token, RefreshToken });
      const answer = await post('/api/auths/logout', {}, { cookie: cookieOf(renewed) });
      expect(answer.status).toBe(200);
      expect(answer.headers.getSetCookie().join()).toMatch(
        /perfuse_session=;.*Max-Age=0.*perfuse_user_data=;.*Max-Age=0/,
      );
      expect(await verify(pairOf(renewed).Token)).toMatchObject(
        refusal(401, 'ERR_SESSION_EXPIRED'),
      );
      expect((await post('/api/auths/logout', {})).status).toBe(200);
    });

    it('keeps the app data in an encrypted cookie', async () => {
      const userData = JSON.stringify({ name: 'Ünï', n: 1 });
      const saved = await post('/api/userData', { userData });
      const cookie = cookieOf(saved);
      expect(cookie).not.toContain('name');
      expect((await get('/api/userData', undefined, cookie)).body).toEqual({ userData });
      expect((await get('/api/userData')).body).toEqual({ userData: null });
    });
  });

  describe('a forgotten password', () => {
    it('is reset by a link that works once, which ends every session', async () => {
      const { email, Token } = await person(server);
      expect((await post('/api/resetPass', { email, configId: null })).status).toBe(200);
      const message = await messageTo(server, email);
      expect(message.body).toContain('https://perfuse.example.org/reset#');
      const token = linkIn(message);
      const weak = await post('/api/resetPass/complete', { token, password: 'weak' });
      expect(weak).toMatchObject(refusal(400, 'VALIDATION_ERROR'));
      const body = { token, password: 'Another-horse8' };
      expect((await post('/api/resetPass/complete', body)).status).toBe(200);
      expect(await verify(Token)).toMatchObject(refusal(401, 'ERR_SESSION_EXPIRED'));
      expect(await post('/api/resetPass/complete', body)).toMatchObject(
        refusal(400, 'INVALID_RESET_LINK'),
      );
      expect(await signIn(server, email)).toMatchObject(refusal(401, 'INVALID_USER'));
      expect((await signIn(server, email, body.password)).status).toBe(200);
    });

    it('can be reset in any organisation by its access code or its link', async () => {
      const acme = await integrator(server);
      const { directory, people } = server.app.accounts;
      const code = `RESET-${acme.identifier.slice(-6)}`.toUpperCase();
      await directory.createAccessCode(acme.organisationId, acme.studyId, code);
      const ask = async (name: object) => {
        const email = newEmail();
        await people.createUser(acme.organisationId, { email, password: PASSWORD });
        expect((await post('/api/resetPass', { email, ...name })).status).toBe(200);
        return (await messageTo(server, email)).body;
      };
      expect(await ask({ accessCode: code })).toContain('https://perfuse.example.org/reset#');
      expect(await ask({ configId: acme.configId })).toContain(
        `https://perfuse.example.org/org/reset/${acme.configId}#`,
      );
    });

    it('is reset by the newest link only', async () => {
      const { email } = await person(server);
      await post('/api/resetPass', { email });
      const old = linkIn(await messageTo(server, email));
      await post('/api/resetPass', { email });
      await server.app.accounts.outbox.list(1);
      let newest = old;
      // Each try yields to the event loop, which the store waits for.
      newest = await until(async () => {
        const link = linkIn(await messageTo(server, email));
        return link === old ? undefined : link;
      }, 'a newer link');
      const complete = (token: string) =>
        post('/api/resetPass/complete', { token, password: 'Another-horse8' });
      expect(await complete(old)).toMatchObject(refusal(400, 'INVALID_RESET_LINK'));
      expect((await complete(newest)).status).toBe(200);
    });
  });

  describe('the rules of a new password', () => {
    const STRICT = { ...DEFAULT_PASSWORD_POLICY, PasswordMinLength: 16 };
    const rulesFor = async (body: object, token?: string) => {
      const answer = await post('/api/passwordPolicy', body, { token });
      return passwordPolicySchema.parse(answer.body).PasswordMinLength;
    };

    it('are those of the organisation of the access code, link, mailed link or user', async () => {
      const acme = await integrator(server);
      const { directory, people } = server.app.accounts;
      await directory.updateOrganisation(acme.organisationId, { password_policy: STRICT });
      const accessCode = `RULES-${acme.identifier.slice(-6)}`.toUpperCase();
      await directory.createAccessCode(acme.organisationId, acme.studyId, accessCode);
      const email = newEmail();
      const password = 'A-long-password-1';
      await people.createUser(acme.organisationId, { email, password });

      expect(await rulesFor({})).toBe(8);
      expect(await rulesFor({ accessCode: 'NOBODYS' })).toBe(8);
      expect(await rulesFor({ accessCode })).toBe(16);
      expect(await rulesFor({ configId: acme.configId })).toBe(16);
      const { Token } = pairOf(await signIn(server, email, password, accessCode));
      expect(await rulesFor({}, Token)).toBe(16);
      await post('/api/resetPass', { email, accessCode });
      const token = linkIn(await messageTo(server, email));
      expect(await rulesFor({ token })).toBe(16);
      expect(await post('/api/passwordPolicy', { token: 'x'.repeat(30) })).toMatchObject(
        refusal(400, 'INVALID_RESET_LINK'),
      );

      const refused = await post('/api/resetPass/complete', { token, password: PASSWORD });
      expect(refused).toMatchObject({
        status: 400,
        body: { errors: { password: [['PASSWORD_POLICY', ['minLength']]] } },
      });
    });
  });

  describe('a phone', () => {
    it('signs up and in with a code, and gets a profile with its number', async () => {
      const PhoneNumber = '+4915112345678';
      expect((await post('/api/users', { phoneNumber: PhoneNumber })).status).toBe(200);
      const LoginCode = codeIn(await messageTo(server, PhoneNumber));
      const signed = await post('/analysis/users/auth/code', { LoginCode, PhoneNumber });
      const { Token } = pairOf(signed);
      expect(await get('/analysis/users', Token)).toMatchObject({
        body: { PhoneNumber, LoginMethod: 'phone', IsVerified: true },
      });
      expect(await get('/analysis/users/profiles', Token)).toMatchObject({
        body: [{ Name: PhoneNumber }],
      });
      expect(await post('/analysis/users/auth/code', { LoginCode, PhoneNumber })).toMatchObject(
        refusal(401, 'INVALID_USER'),
      );
    });

    it('is sent no code by a suspended organisation', async () => {
      const acme = await integrator(server);
      const { directory, people, outbox, stop: settled } = server.app.accounts;
      const phoneNumber = '+4915112345680';
      await people.createUser(acme.organisationId, { phoneNumber });
      const sent = async () => {
        const path = `/analysis/users/auth/code/${acme.identifier}/${phoneNumber}`;
        expect((await get(path)).status).toBe(200);
        await settled();
        return (await outbox.list(1000)).filter(({ recipient }) => recipient === phoneNumber);
      };
      expect(await sent()).toHaveLength(1);
      await directory.updateOrganisation(acme.organisationId, { status: 'SUSPENDED' });
      expect(await sent()).toHaveLength(1);
    });

    it('is refused if its number is not valid in any country', async () => {
      const body = { PhoneNumber: '+1234567' };
      expect(await post('/analysis/auths/users/code', body)).toMatchObject(
        refusal(400, 'VALIDATION_ERROR'),
      );
    });
  });

  describe('consent', () => {
    it('is absent at first, then given and changed, and every receipt is kept', async () => {
      const { Token } = await person(server);
      expect(await get('/analysis/consents', Token)).toMatchObject({
        status: 200,
        body: { ID: '', purposes: [] },
      });
      const patch = (body: unknown) =>
        call(server, 'PATCH', '/analysis/consents', { token: Token, body });
      expect(await patch(FULL_CONSENT)).toMatchObject(refusal(404, 'NOT_FOUND'));
      expect((await giveConsent(server, Token)).body).toMatchObject(FULL_CONSENT);
      const later = consent(['privacyPolicyAndTermsOfUse'], '2026-01-01');
      expect((await patch(later)).body).toMatchObject(later);
      expect((await get('/analysis/consents', Token)).body).toMatchObject(later);
      expect(await get('/api/account/data', Token)).toMatchObject({
        body: { consents: [FULL_CONSENT, later] },
      });
    });

    it('of a guest belongs to the device', async () => {
      const [one, other] = [await guest(server), await guest(server)];
      await giveConsent(server, one.Token);
      expect((await get('/analysis/consents', one.Token)).body).toMatchObject(FULL_CONSENT);
      expect((await get('/analysis/consents', other.Token)).body).toMatchObject({ purposes: [] });
    });

    it('of a guest, once withdrawn, prevents further measurements', async () => {
      const { Token: token } = await guest(server);
      await giveConsent(server, token);
      await openMeasurement(server, token);
      const body = consent(['privacyPolicyAndTermsOfUse']);
      await call(server, 'PATCH', '/analysis/consents', { token, body });
      await expect(openMeasurement(server, token)).rejects.toThrow();
    });

    it('of a guest, once withdrawn, deletes their measurements, including a running one', async () => {
      const { Token: token } = await guest(server);
      await giveConsent(server, token);
      const [done, begun] = [await measure(server, token), await openMeasurement(server, token)];
      expect((await get(`/analysis/measurements/${done}`, token)).status).toBe(200);
      await call(server, 'DELETE', '/analysis/consents', { token });
      for (const id of [done, begun]) {
        expect(await get(`/analysis/measurements/${id}`, token)).toMatchObject(
          refusal(404, 'NOT_FOUND'),
        );
      }
      const [payload = ''] = smallPayloads();
      const more = await addChunk(server, token, begun, payload, 'FIRST::PROCESS');
      expect(JSON.stringify(more.body)).toContain('INVALID_MEASUREMENT');
    });

    it('of a user to processing only, once withdrawn, deletes measurements not stored in the history', async () => {
      const { Token: token } = await person(server);
      await giveConsent(
        server,
        token,
        consent(['privacyPolicyAndTermsOfUse', 'healthDataProcessing']),
      );
      const id = await measure(server, token);
      await call(server, 'DELETE', '/analysis/consents', { token });
      expect(await get(`/analysis/measurements/${id}`, token)).toMatchObject(
        refusal(404, 'NOT_FOUND'),
      );
    });

    it('given again unchanged gets no new receipt, and changed ones are limited to a hundred a day', async () => {
      const { Token: token } = await guest(server);
      const first = (await giveConsent(server, token)).body;
      expect((await giveConsent(server, token)).body).toEqual(first);
      const give = (version: number) =>
        giveConsent(server, token, consent(CONSENT_PURPOSES, `v${String(version)}`));
      for (let version = 1; version < 100; version += 1) await give(version);
      expect(await give(100)).toMatchObject(refusal(429, 'RATE_LIMIT'));
      // Withdrawing is still allowed.
      expect((await call(server, 'DELETE', '/analysis/consents', { token })).status).toBe(200);
    });

    it('once withdrawn, prevents further measurements and deletes stored ones', async () => {
      const { Token } = await person(server);
      await giveConsent(server, Token);
      const id = await measure(server, Token);
      expect(await get('/api/history', Token)).toMatchObject({
        body: { total: 1, storing: true, items: [{ ID: id, Channels: { HR_BPM: {} } }] },
      });
      await call(server, 'PATCH', '/analysis/consents', {
        token: Token,
        body: consent(['privacyPolicyAndTermsOfUse']),
      });
      expect(await get('/api/history', Token)).toMatchObject({
        body: { total: 0, storing: false, items: [] },
      });
      expect(await get(`/analysis/measurements/${id}`, Token)).toMatchObject(
        refusal(404, 'NOT_FOUND'),
      );
      await expect(openMeasurement(server, Token)).rejects.toThrow();
    });

    it('names the organisation as data controller, to guests as well', async () => {
      const { Token } = await guest(server);
      const organisation = await get('/analysis/organizations', Token);
      expect(organisation).toMatchObject({
        status: 200,
        body: { Name: 'Perfuse', Identifier: 'perfuse', OrgAddresses: [] },
      });
      const id = server.app.installation.organisationId;
      expect((await get(`/analysis/organizations/${id}/logo`, Token)).body).toEqual({ data: '' });
      expect(await get('/analysis/organizations/other/logo', Token)).toMatchObject(
        refusal(404, 'NOT_FOUND'),
      );
    });
  });

  describe('the history', () => {
    it('follows the user to another session, in pages, newest first', async () => {
      const { email, Token } = await person(server);
      await giveConsent(server, Token);
      const ids: string[] = [];
      for (let n = 0; n < 3; n += 1) ids.unshift(await measure(server, Token));
      const elsewhere = pairOf(await signIn(server, email)).Token;
      expect(await get('/api/history?limit=2', elsewhere)).toMatchObject({
        body: { total: 3, items: [{ ID: ids[0] }, { ID: ids[1] }] },
      });
      expect(await get('/api/history?limit=2&offset=2', elsewhere)).toMatchObject({
        body: { items: [{ ID: ids[2] }] },
      });
      expect((await get(`/api/history/${String(ids[1])}`, elsewhere)).status).toBe(200);
      const remove = (path: string) => call(server, 'DELETE', path, { token: elsewhere });
      expect((await remove(`/api/history/${String(ids[1])}`)).status).toBe(200);
      expect(await get(`/api/history/${String(ids[1])}`, Token)).toMatchObject(
        refusal(404, 'NOT_FOUND'),
      );
      expect((await remove('/api/history')).body).toEqual({ deleted: 2 });
      expect(await get('/api/history', Token)).toMatchObject({ body: { total: 0 } });
    });

    it('outlives the short retention period of other measurements', async () => {
      const environment = { PERFUSE_RETENTION_HOURS: '0' };
      const brief = await startServer({ environment });
      const passing = (await guest(brief)).Token;
      const { Token } = await person(brief);
      await giveConsent(brief, Token);
      const [lost, kept] = [await measure(brief, passing), await measure(brief, Token)];
      await brief.app.close();
      const again = await startServer({ directory: brief.directory, environment });
      const ask = (path: string, token: string) => call(again, 'GET', path, { token });
      // One statement deletes everything past its retention: once the guest's is gone, the person's was spared.
      await until(async () => {
        const { status } = await ask(`/analysis/measurements/${lost}`, passing);
        return status === 404 ? true : undefined;
      });
      expect((await ask(`/api/history/${kept}`, Token)).status).toBe(200);
      await again.app.close();
      await rm(brief.directory, { recursive: true, force: true });
    });

    it('holds nothing that was measured without consent to storage', async () => {
      const { Token } = await person(server);
      const id = await measure(server, Token);
      expect((await get(`/analysis/measurements/${id}`, Token)).status).toBe(200);
      await giveConsent(server, Token);
      expect(await get('/api/history', Token)).toMatchObject({ body: { total: 0 } });
    });

    it('loses what was stored with the consent when that is withdrawn, and only that of this person', async () => {
      const [one, other] = await Promise.all([person(server), person(server)]);
      const stored = async ({ Token }: { readonly Token: string }): Promise<string> => {
        await giveConsent(server, Token);
        return `/analysis/measurements/${await openMeasurement(server, Token)}`;
      };
      const [gone, kept] = [await stored(one), await stored(other)];
      const body = consent(['healthDataProcessing']);
      await call(server, 'PATCH', '/analysis/consents', { token: one.Token, body });
      expect(await get(gone, one.Token)).toMatchObject(refusal(404, 'NOT_FOUND'));
      expect((await get(kept, other.Token)).status).toBe(200);
    });
  });

  describe('a user', () => {
    it('exports all data and leaves nothing behind after erasure', async () => {
      const { email, Token } = await person(server);
      await giveConsent(server, Token);
      const id = await measure(server, Token);
      const begun = await openMeasurement(server, Token, { PartnerID: 'p-7' });
      const data = personalDataSchema.parse((await get('/api/account/data', Token)).body);
      expect(data).toMatchObject({
        account: { Email: email },
        profiles: [{ Email: email }],
        consents: [FULL_CONSENT],
        sessions: [{ Type: 'WEB' }],
      });
      expect(data.measurements).toHaveLength(2);
      const kept = new Map(data.measurements.map((one) => [one.ID, one]));
      expect(kept.get(begun)).toMatchObject({ PartnerID: 'p-7', Completed: null, Channels: {} });
      expect(kept.get(id)).toMatchObject({ PartnerID: '', Status: 'COMPLETE' });
      expect(kept.get(id)?.Intermediate).not.toEqual([]);
      const erase = (password: string) =>
        post('/api/account/erase', { password }, { token: Token });
      expect(await erase('Wrong-horse1')).toMatchObject(refusal(401, 'INVALID_USER'));
      expect((await erase(PASSWORD)).status).toBe(200);
      // After restoring an earlier backup, the operator finds whom to erase again.
      const actor = `user:${data.account.ID}`;
      const erasures = await server.app.audit.list({ action: 'user.erase', limit: 100 });
      expect(erasures.filter((row) => row.actor === actor)).toMatchObject([
        { target: data.account.ID, outcome: 'done' },
      ]);
      expect(await verify(Token)).toMatchObject(refusal(401, 'ERR_SESSION_EXPIRED'));
      expect(await signIn(server, email)).toMatchObject(refusal(401, 'INVALID_USER'));
      const { organisationId } = server.app.installation;
      expect(await server.app.accounts.people.findByName(organisationId, { email })).toBeNull();
    });

    async function manyMeasurements(token: string): Promise<string[]> {
      const id = await openMeasurement(server, token);
      const { database } = server.app.platform;
      const row = await database
        .selectFrom('measurements')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      const further = Array.from({ length: 100 }, () => ({ ...row, id: randomUUID() }));
      await database.insertInto('measurements').values(further).execute();
      return [id, ...further.map((one) => one.id)];
    }

    it('exports all measurements, however many, without blocking other requests', async () => {
      const { Token } = await person(server);
      const ids = await manyMeasurements(Token);
      const { measurements, account } = personalDataSchema.parse(
        (await get('/api/account/data', Token)).body,
      );
      expect(measurements.map(({ ID }) => ID).sort()).toEqual(ids.sort());
      // Other requests are served in between.
      const { result: text, turns } = await countingTurns(async () => {
        let parts = '';
        for await (const part of await server.app.accounts.people.exportText(account.ID))
          parts += part;
        return parts;
      });
      expect(turns).toBeGreaterThanOrEqual(4);
      const read = personalDataSchema.parse(JSON.parse(text));
      const whole = await server.app.accounts.people.exportData(account.ID);
      expect(read).toEqual({ ...whole, exported: read.exported });
    });

    it('exports every other measurement when one is deleted during the export', async () => {
      const { Token } = await person(server);
      await manyMeasurements(Token);
      const { people } = server.app.accounts;
      const { account, measurements } = personalDataSchema.parse(
        (await get('/api/account/data', Token)).body,
      );
      const [first = ''] = measurements.map(({ ID }) => ID);
      let text = '';
      for await (const part of await people.exportText(account.ID)) {
        text += part;
        if (part.includes(first)) {
          const { database } = server.app.platform;
          await database.deleteFrom('measurements').where('id', '=', first).execute();
        }
      }
      expect(personalDataSchema.parse(JSON.parse(text)).measurements).toEqual(measurements);
    });

    it('fails the export when they are erased during it, so that no part looks like the whole', async () => {
      const { Token } = await person(server);
      const ids = await manyMeasurements(Token);
      const { people } = server.app.accounts;
      const { account } = personalDataSchema.parse((await get('/api/account/data', Token)).body);
      let text = '';
      let isErased = false;
      const exporting = async (): Promise<void> => {
        for await (const part of await people.exportText(account.ID)) {
          text += part;
          if (!isErased && ids.some((id) => part.includes(id))) {
            isErased = true;
            await people.erase(account.ID);
          }
        }
      };
      await expect(exporting()).rejects.toMatchObject({ code: 'NOT_FOUND' });
      expect(() => void JSON.parse(text)).toThrow();
    });

    it.each(['br', 'gzip', 'identity'])(
      'gets an uncompressed JSON error when the export fails (%s)',
      async (encoding) => {
        const { Token } = await person(server);
        const failing = async function* () {
          yield await Promise.reject<string>(new Error('no row can be read'));
        };
        vi.spyOn(server.app.accounts.people, 'exportText').mockResolvedValueOnce(failing());
        const response = await fetch(`${server.origin}/api/account/data`, {
          headers: { authorization: `Bearer ${Token}`, 'accept-encoding': encoding },
        });
        expect(response.status).toBe(500);
        expect(response.headers.get('content-encoding')).toBeNull();
        expect(await response.json()).toMatchObject({ code: 'INTERNAL_ERROR' });
      },
    );

    it('exports measurements that are not in the history, and deletes them with it', async () => {
      const { Token } = await person(server);
      const id = await measure(server, Token);
      const data = personalDataSchema.parse((await get('/api/account/data', Token)).body);
      expect(data.measurements).toMatchObject([{ ID: id, Status: 'COMPLETE' }]);
      expect(data.measurements[0]?.Channels).not.toEqual({});
      const cleared = await call(server, 'DELETE', '/api/history', { token: Token });
      expect(cleared).toMatchObject({ status: 200, body: { deleted: 1 } });
      expect(await get(`/analysis/measurements/${id}`, Token)).toMatchObject(
        refusal(404, 'NOT_FOUND'),
      );
    });

    it('who is suspended is signed out and cannot sign in', async () => {
      const { email, Token } = await person(server);
      const { people } = server.app.accounts;
      const { organisationId } = server.app.installation;
      const user = await people.findByName(organisationId, { email });
      await people.setStatus(user?.id ?? '', 'SUSPENDED');
      expect(await verify(Token)).toMatchObject(refusal(401, 'ERR_SESSION_EXPIRED'));
      expect(await signIn(server, email)).toMatchObject(refusal(401, 'INVALID_USER'));
    });

    it('who is suspended is sent no link or code, and earlier ones are invalid', async () => {
      const { people, outbox, stop: settled } = server.app.accounts;
      const { organisationId } = server.app.installation;
      const { email } = await person(server);
      const phoneNumber = '+4915112345679';
      await post('/api/users', { phoneNumber });
      const LoginCode = codeIn(await messageTo(server, phoneNumber));
      await post('/api/resetPass', { email });
      const token = linkIn(await messageTo(server, email));
      for (const name of [{ email }, { phoneNumber }]) {
        const user = await people.findByName(organisationId, name);
        await people.setStatus(user?.id ?? '', 'SUSPENDED');
      }
      const body = { LoginCode, PhoneNumber: phoneNumber };
      expect(await post('/analysis/users/auth/code', body)).toMatchObject(
        refusal(401, 'INVALID_USER'),
      );
      const reset = { token, password: 'Another-horse8' };
      expect(await post('/api/resetPass/complete', reset)).toMatchObject(
        refusal(400, 'INVALID_RESET_LINK'),
      );
      const sent = async () =>
        (await outbox.list(1000)).filter(({ recipient }) =>
          [email, phoneNumber].includes(recipient),
        );
      const before = await sent();
      expect((await post('/api/resetPass', { email })).status).toBe(200);
      const asked = await post('/analysis/auths/users/code', { PhoneNumber: phoneNumber });
      expect(asked.status).toBe(200);
      await settled();
      expect(await sent()).toEqual(before);
    });
  });
});
