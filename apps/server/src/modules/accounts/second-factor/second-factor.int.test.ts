// SPDX-License-Identifier: Apache-2.0
import { randomInt } from 'node:crypto';
import path from 'node:path';
import {
  enrolmentSchema,
  personStepSchema,
  secondStepAnswer,
  SECOND_STEP_LIFETIME_S,
} from '@perfuse/contract/account/second-factor';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openFile } from '../../../platform/storage/offline.ts';
import { DATABASE_FILE, type Database } from '../../../platform/storage/database.ts';
import { call, guest } from '@perfuse/testing/client';
import { organisationSignIn, userSignIn } from '../../../testing/organisation.ts';
import {
  codeIn,
  confirmationIn,
  linkIn,
  messageTo,
  pairOf,
  PASSWORD,
  person,
  signIn,
  signUp,
  newEmail,
} from '../../../testing/people.ts';
import { refusal } from '@perfuse/testing/refusal';
import {
  Authenticator,
  secondStep,
  stepOf,
  twoStepPerson,
} from '../../../testing/second-factor.ts';
import { startServer, type TestServer } from '../../../testing/server.ts';
import { until } from '@perfuse/testing/waiting';

const MINUTE = 60_000;
const WRONG = 'Wrong-horse1';
const WRONG_CODE = refusal(401, 'INVALID_MFA_TOKEN');
const EXPIRED = refusal(401, 'SECOND_STEP_EXPIRED');

describe('a second factor', () => {
  let server: TestServer;
  /** A second connection to the server's database. */
  let database: Database;
  /** Stopped in the middle of a code's time step until a test sets it, so that no code expires on a slow machine. */
  let clock = Math.floor(Date.now() / 30_000) * 30_000 + 15_000;
  const now = (): number => clock;
  const post = (route: string, body: unknown, token?: string) =>
    call(server, 'POST', route, { body, token });
  const state = (token: string) => call(server, 'GET', '/api/account/second-factor', { token });
  const someone = () => twoStepPerson(server, now);
  /** The token of a correct first step. */
  const firstStep = async (email: string): Promise<string> => stepOf(await signIn(server, email));

  beforeAll(async () => {
    server = await startServer({
      now,
      environment: {
        PERFUSE_RATE_STRICT: '100000',
        PERFUSE_RATE_NORMAL: '100000',
        PERFUSE_ATTEMPTS_ADDRESS: '100000',
        PERFUSE_PUBLIC_URL: 'https://perfuse.example.org',
      },
    });
    database = openFile(path.join(server.directory, DATABASE_FILE));
  });
  afterAll(async () => {
    await database.destroy();
    await server.stop();
  });
  // Codes belong to time steps: each test has its own.
  beforeEach(() => {
    clock += 3_600_000;
  });

  describe('is turned on', () => {
    it('with the password and a first code, and not before the code', async () => {
      const { email, Token } = await person(server);
      const route = '/api/account/second-factor';
      expect((await state(Token)).body).toEqual({ since: null, recoveryCodes: 0 });
      for (const body of [{}, { password: WRONG }]) {
        expect(await post(route, body, Token)).toMatchObject(refusal(401, 'INVALID_USER'));
      }
      expect(await post(`${route}/confirm`, { code: '123456' }, Token)).toMatchObject(EXPIRED);
      expect((await post(route, { password: PASSWORD }, Token)).status).toBe(200);
      expect(await post(`${route}/confirm`, { code: 'abcdef' }, Token)).toMatchObject(WRONG_CODE);
      expect(pairOf(await signIn(server, email)).Token).not.toBe('');
    });

    it('once: it cannot be replaced without being turned off', async () => {
      const { Token, recoveryCodes } = await someone();
      expect(new Set(recoveryCodes).size).toBe(10);
      expect((await state(Token)).body).toMatchObject({ recoveryCodes: 10 });
      const again = await post('/api/account/second-factor', { password: PASSWORD }, Token);
      expect(again).toMatchObject(refusal(403, 'RESTRICTED'));
    });

    it('with a first code within half an hour', async () => {
      const pair = await person(server);
      const route = '/api/account/second-factor';
      const begun = await post(route, { password: PASSWORD }, pair.Token);
      const app = new Authenticator(enrolmentSchema.parse(begun.body).secret);
      clock += 30 * MINUTE;
      const { Token } = pairOf(await post('/api/auths/renew', pair));
      const late = { code: app.fresh(now()) };
      expect(await post(`${route}/confirm`, late, Token)).toMatchObject(EXPIRED);
    });

    it('permanently: only unconfirmed enrolments and unfinished sign-ins are deleted after half an hour', async () => {
      const route = '/api/account/second-factor';
      const { email, recoveryCodes } = await someone();
      await firstStep(email);
      const waiting = await person(server);
      const begun = await post(route, { password: PASSWORD }, waiting.Token);
      const app = new Authenticator(enrolmentSchema.parse(begun.body).secret);
      await server.app.platform.housekeeping.run();
      const code = { code: app.fresh(now()) };
      expect((await post(`${route}/confirm`, code, waiting.Token)).status).toBe(200);
      clock += 31 * MINUTE;
      await server.app.platform.housekeeping.run();
      expect(await database.selectFrom('sign_in_steps').select('hash').execute()).toEqual([]);
      const token = await firstStep(email);
      expect((await secondStep(server, token, recoveryCodes[0] ?? '')).status).toBe(200);
    });

    it('with a notification by e-mail and an entry in the audit log', async () => {
      const { email } = await someone();
      expect(await messageTo(server, email)).toMatchObject({
        channel: 'mail',
        subject: expect.stringContaining('was turned on') as unknown,
      });
      const rows = await server.app.accounts.people.findByName(
        server.app.installation.organisationId,
        { email },
      );
      const audit = await database
        .selectFrom('audit')
        .select(['actor', 'action', 'outcome'])
        .where('target', '=', rows?.id ?? '')
        .execute();
      expect(audit).toContainEqual({
        actor: `user:${rows?.id ?? ''}`,
        action: 'second-factor.on',
        outcome: 'done',
      });
    });

    it('and stored only encrypted or hashed', async () => {
      const { app, recoveryCodes } = await someone();
      const factors = await database.selectFrom('second_factors').selectAll().execute();
      const codes = await database.selectFrom('recovery_codes').selectAll().execute();
      const stored = JSON.stringify([factors, codes]);
      for (const secret of [app.secret, ...recoveryCodes, ...recoveryCodes.map(plain)]) {
        expect(stored).not.toContain(secret);
      }
      const log = server.log.join('\n');
      for (const secret of [app.secret, ...recoveryCodes]) expect(log).not.toContain(secret);
    });
  });

  describe('is required between a correct password and a session', () => {
    it('the first step grants no token or cookie, and its own token gives no access', async () => {
      const { email } = await someone();
      const answer = await signIn(server, email);
      expect(Object.keys(answer.body ?? {})).toEqual(['SecondStep']);
      expect(answer.headers.getSetCookie()).toEqual([]);
      const token = stepOf(answer);
      expect(await state(token)).toMatchObject(refusal(401, 'INVALID_TOKEN'));
      const pair = { Token: token, RefreshToken: token };
      expect((await post('/api/auths/renew', pair)).status).toBe(401);
    });

    it('a code completes the sign-in, once', async () => {
      const { email, app } = await someone();
      const token = await firstStep(email);
      const { Token } = pairOf(await secondStep(server, token, app.fresh(now())));
      expect((await state(Token)).status).toBe(200);
      expect(await secondStep(server, token, app.fresh(now()))).toMatchObject(EXPIRED);
    });

    it('the study of the access code applies after the second step', async () => {
      const { directory } = server.app.accounts;
      const { organisationId, studyId } = server.app.installation;
      const nights = await directory.createStudy(organisationId, 'Nights');
      const accessCode = await directory.createAccessCode(organisationId, nights, 'NIGHTS');
      const { email, Token, app } = await someone();
      const study = async (token: string) =>
        (await call(server, 'GET', '/api/study', { token })).body;
      const begun = stepOf(await signIn(server, email, PASSWORD, accessCode));
      expect(await study(Token)).toEqual({ studyId });
      const done = pairOf(await secondStep(server, begun, app.fresh(now())));
      expect(await study(done.Token)).toEqual({ studyId: nights });
    });

    it('a used code, and any older one, is refused at later sign-ins', async () => {
      const { email, app } = await someone();
      const [older, code] = [app.fresh(now()), app.fresh(now())];
      expect((await secondStep(server, await firstStep(email), code)).status).toBe(200);
      const token = await firstStep(email);
      for (const used of [code, older]) {
        expect(await secondStep(server, token, used)).toMatchObject(WRONG_CODE);
      }
    });

    it('only one of several concurrent uses of a code or recovery code succeeds', async () => {
      const { email, app, recoveryCodes } = await someone();
      for (const code of [app.fresh(now()), recoveryCodes[0] ?? '']) {
        const tokens = [await firstStep(email), await firstStep(email), await firstStep(email)];
        const answers = await Promise.all(tokens.map((token) => secondStep(server, token, code)));
        expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
      }
    });

    it('only one of several concurrent completions of a step opens a session', async () => {
      const { email, app, recoveryCodes } = await someone();
      const token = await firstStep(email);
      const codes = [app.fresh(now()), recoveryCodes[1] ?? '', recoveryCodes[2] ?? ''];
      const answers = await Promise.all(codes.map((code) => secondStep(server, token, code)));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
    });

    it("a step does not accept another user's codes", async () => {
      const [one, other] = [await someone(), await someone()];
      const token = await firstStep(other.email);
      for (const code of [one.app.fresh(now()), one.recoveryCodes[0] ?? '']) {
        expect(await secondStep(server, token, code)).toMatchObject(WRONG_CODE);
      }
      expect((await secondStep(server, token, other.app.fresh(now()))).status).toBe(200);
    });

    it('a recovery code works once, however it is typed, and is counted', async () => {
      const { email, recoveryCodes } = await someone();
      const [code = ''] = recoveryCodes;
      const typed = ` ${code.toUpperCase().replace('-', ' – ')} `;
      const { Token } = pairOf(await secondStep(server, await firstStep(email), typed));
      expect((await state(Token)).body).toMatchObject({ recoveryCodes: 9 });
      expect(await secondStep(server, await firstStep(email), code)).toMatchObject(WRONG_CODE);
    });

    it('forged, malformed and expired step tokens are refused', async () => {
      const { email, app } = await someone();
      const late = await firstStep(email);
      const madeUp = 'x'.repeat(43);
      expect(await secondStep(server, madeUp, app.fresh(now()))).toMatchObject(EXPIRED);
      expect(await secondStep(server, '../', '1')).toMatchObject(refusal(400, 'VALIDATION_ERROR'));
      clock += SECOND_STEP_LIFETIME_S * 1000;
      expect(await secondStep(server, late, app.fresh(now()))).toMatchObject(EXPIRED);
      // It does not reveal whether a code is right.
      expect(await secondStep(server, late, '000000')).toMatchObject(EXPIRED);
    });

    it('a step ends when the password changes or the account is suspended', async () => {
      const { people, passwordReset } = server.app.accounts;
      const { email, app } = await someone();
      const user = await people.findByName(server.app.installation.organisationId, { email });
      const id = user?.id ?? '';
      const before = await firstStep(email);
      const link = await passwordReset.issue(id, {
        by: 'hand',
        configId: null,
        language: 'en',
      });
      const reset = { token: linkIn({ body: link.link }), password: 'Another-horse8' };
      expect((await post('/api/resetPass/complete', reset)).status).toBe(200);
      expect(await secondStep(server, before, app.fresh(now()))).toMatchObject(EXPIRED);
      // The new password alone opens nothing either.
      const token = stepOf(await signIn(server, email, 'Another-horse8'));
      await people.setStatus(id, 'SUSPENDED');
      expect(await secondStep(server, token, app.fresh(now()))).toMatchObject(EXPIRED);
    });

    it('five wrong codes lock it on every endpoint, and an operator unlocks it', async () => {
      const { email, app } = await someone();
      for (let tries = 0; tries < 5; tries += 1) {
        const token = await firstStep(email);
        expect(await secondStep(server, token, '000000')).toMatchObject(WRONG_CODE);
      }
      const locked = refusal(429, 'TOO_MANY_ATTEMPTS');
      const token = await firstStep(email);
      const code = app.fresh(now());
      expect(await secondStep(server, token, code)).toMatchObject(locked);
      const device = await guest(server);
      const body = { Email: email, Password: PASSWORD, MFAToken: code };
      expect(await post('/analysis/users/auth', body, device.Token)).toMatchObject(locked);
      const { people } = server.app.accounts;
      const user = await people.findByName(server.app.installation.organisationId, { email });
      await people.unlock(user?.id ?? '');
      expect((await secondStep(server, token, code)).status).toBe(200);
    });

    it('five wrong codes within an hour lock it', async () => {
      const { email } = await someone();
      const guess = async () => secondStep(server, await firstStep(email), '000000');
      for (let tries = 0; tries < 4; tries += 1) expect(await guess()).toMatchObject(WRONG_CODE);
      clock += 59 * MINUTE;
      expect(await guess()).toMatchObject(WRONG_CODE);
      expect(await guess()).toMatchObject(refusal(429, 'TOO_MANY_ATTEMPTS'));
      clock += 29 * MINUTE;
      expect(await guess()).toMatchObject(refusal(429, 'TOO_MANY_ATTEMPTS'));
    });

    it('removal by an operator ends the lock, so that another factor can be set up at once', async () => {
      const { email, Token } = await someone();
      const token = await firstStep(email);
      for (let tries = 0; tries < 6; tries += 1) await secondStep(server, token, '000000');
      const { people, secondFactor } = server.app.accounts;
      const user = await people.findByName(server.app.installation.organisationId, { email });
      await secondFactor.remove(user?.id ?? '', 'en');
      const begun = await post('/api/account/second-factor', { password: PASSWORD }, Token);
      const another = new Authenticator(enrolmentSchema.parse(begun.body).secret);
      const body = { code: another.fresh(now()) };
      expect((await post('/api/account/second-factor/confirm', body, Token)).status).toBe(200);
    });

    it("a secret that is copied to another user's row produces no valid codes", async () => {
      const [mine, theirs] = [await someone(), await someone()];
      const idOf = async ({ email }: { readonly email: string }): Promise<string> => {
        const { people } = server.app.accounts;
        const user = await people.findByName(server.app.installation.organisationId, { email });
        return user?.id ?? '';
      };
      const { encrypted } = await database
        .selectFrom('second_factors')
        .select('encrypted')
        .where('id', '=', await idOf(mine))
        .executeTakeFirstOrThrow();
      await database
        .updateTable('second_factors')
        .set({ encrypted })
        .where('id', '=', await idOf(theirs))
        .execute();
      const token = await firstStep(theirs.email);
      expect((await secondStep(server, token, mine.app.fresh(now()))).status).toBe(500);
    });

    it('concurrent attempts do not bypass the lock', async () => {
      const { email } = await someone();
      const token = await firstStep(email);
      const answers = await Promise.all(
        Array.from({ length: 12 }, () => secondStep(server, token, '000000')),
      );
      const looked = answers.filter(({ status }) => status === 401);
      expect(looked).toHaveLength(5);
    });
  });

  describe('cannot be bypassed by', () => {
    it('the sign-in of the analysis protocol, which requires the code as MFAToken', async () => {
      const { email, app } = await someone();
      const device = await guest(server);
      expect(await userSignIn(server, device.Token, email)).toMatchObject(
        refusal(401, 'MFA_REQUIRED'),
      );
      expect(await userSignIn(server, device.Token, email, WRONG)).toMatchObject(
        refusal(401, 'INVALID_USER'),
      );
      const body = { Email: email, Password: PASSWORD };
      const login = (MFAToken: string | number) =>
        post('/analysis/users/auth', { ...body, MFAToken }, device.Token);
      expect(await login('')).toMatchObject(refusal(401, 'MFA_REQUIRED'));
      expect(await login('000000')).toMatchObject(WRONG_CODE);
      const { Token } = pairOf(await login(Number(app.fresh(now()))));
      const told = await call(server, 'GET', '/analysis/users', { token: Token });
      expect(told.body).toMatchObject({ MFAEnabled: true });
    });

    it('the sign-in to an organisation or the password change of the protocol', async () => {
      const { people, directory } = server.app.accounts;
      const { organisationId } = server.app.installation;
      const { email, app } = await someone();
      const user = await people.findByName(organisationId, { email });
      await people.update(user?.id ?? '', { role: 'DFX_ORG_ADMIN' });
      const { identifier } = await directory.find(organisationId);
      expect(await organisationSignIn(server, identifier, email)).toMatchObject(
        refusal(401, 'MFA_REQUIRED'),
      );
      const body = { Email: email, Password: PASSWORD, Identifier: identifier };
      const MFAToken = app.fresh(now());
      expect((await post('/analysis/organizations/auth', { ...body, MFAToken })).status).toBe(200);
      const change = { ...body, NewPassword: 'Another-horse8' };
      expect(await post('/analysis/users/changepassword', change)).toMatchObject(
        refusal(401, 'MFA_REQUIRED'),
      );
      expect(stepOf(await signIn(server, email))).not.toBe('');
    });

    it('a code by phone', async () => {
      const { people, directory } = server.app.accounts;
      const { organisationId } = server.app.installation;
      const { identifier } = await directory.find(organisationId);
      const number = `+1202555${String(randomInt(1000, 10_000))}`;
      const { id } = await people.createUser(organisationId, { phoneNumber: number });
      const newest = async () => {
        const asked = await call(
          server,
          'GET',
          `/analysis/users/auth/code/${identifier}/${number}`,
        );
        expect(asked.status).toBe(200);
        return until(async () => {
          const rows = await server.app.accounts.outbox.list(1000);
          const codes = rows.filter((row) => row.recipient === number).map(codeIn);
          return codes.find((code) => code !== '' && !used.has(code));
        }, 'a new code');
      };
      const used = new Set<string>();
      const enter = async (route: string) => {
        const LoginCode = await newest();
        used.add(LoginCode);
        return post(route, { LoginCode, PhoneNumber: number, OrgKey: identifier });
      };
      const { Token } = pairOf(await enter('/api/signin/phone'));
      const begun = await post('/api/account/second-factor', {}, Token);
      expect(begun.status).toBe(200);
      const app = new Authenticator(enrolmentSchema.parse(begun.body).secret);
      const confirm = { code: app.fresh(now()) };
      expect((await post('/api/account/second-factor/confirm', confirm, Token)).status).toBe(200);
      // The phone code stays valid until the second code is right too.
      const body = { LoginCode: await newest(), PhoneNumber: number, OrgKey: identifier };
      used.add(body.LoginCode);
      const login = (MFAToken?: string) => post('/analysis/users/auth/code', { ...body, MFAToken });
      expect(await login()).toMatchObject(refusal(401, 'MFA_REQUIRED'));
      expect(await login('000000')).toMatchObject(WRONG_CODE);
      expect((await login(app.fresh(now()))).status).toBe(200);
      expect(await login('000000')).toMatchObject(refusal(401, 'INVALID_USER'));
      const token = stepOf(await enter('/api/signin/phone'));
      expect((await secondStep(server, token, app.fresh(now()))).status).toBe(200);
      expect(await people.find(id)).toMatchObject({ verified: true });
    });
  });

  describe('is turned off', () => {
    it('with the password and a code; then the password is enough again', async () => {
      const { email, Token, app, recoveryCodes } = await someone();
      const end = (body: unknown) => post('/api/account/second-factor/end', body, Token);
      const code = app.fresh(now());
      expect(await end({ password: WRONG, code })).toMatchObject(refusal(401, 'INVALID_USER'));
      expect(await end({ password: PASSWORD, code: '000000' })).toMatchObject(WRONG_CODE);
      const waiting = await firstStep(email);
      // The wrong password has not used the code up.
      expect((await end({ password: PASSWORD, code })).status).toBe(200);
      expect(await secondStep(server, waiting, recoveryCodes[0] ?? '')).toMatchObject(EXPIRED);
      expect(pairOf(await signIn(server, email)).Token).not.toBe('');
      await until(async () => {
        const rows = await server.app.accounts.outbox.list(1000);
        const off = rows.some(
          (row) => row.recipient === email && row.subject.includes('turned off'),
        );
        return off ? true : undefined;
      }, 'the mail that says so');
    });

    it("neither by a first step alone nor by another user's session", async () => {
      const { email, app } = await someone();
      const other = await person(server);
      const body = { password: PASSWORD, code: app.fresh(now()) };
      const step = await firstStep(email);
      const route = '/api/account/second-factor/end';
      expect(await post(route, body, step)).toMatchObject(refusal(401, 'INVALID_TOKEN'));
      expect(await post(route, body, other.Token)).toMatchObject(WRONG_CODE);
      expect(stepOf(await signIn(server, email))).not.toBe('');
    });

    it('not by new recovery codes, which only invalidate the earlier ones', async () => {
      const { email, Token, app, recoveryCodes } = await someone();
      const body = { password: PASSWORD, code: app.fresh(now()) };
      const route = '/api/account/second-factor/recovery-codes';
      expect((await post(route, body, Token)).status).toBe(200);
      expect((await state(Token)).body).toMatchObject({ recoveryCodes: 10 });
      const token = await firstStep(email);
      expect(await secondStep(server, token, recoveryCodes[0] ?? '')).toMatchObject(WRONG_CODE);
    });

    it('by erasing the account, which deletes its recovery codes', async () => {
      const { Token } = await someone();
      const count = async () =>
        (await database.selectFrom('recovery_codes').select('hash').execute()).length;
      const before = await count();
      await post('/api/account/erase', { password: PASSWORD }, Token);
      expect(await count()).toBe(before - 10);
    });
  });
});

describe('when accounts with a password must have a second factor', () => {
  let server: TestServer;
  const now = Date.now() - (Date.now() % 30_000) + 15_000;
  beforeAll(async () => {
    const environment = { PERFUSE_SECOND_FACTOR: 'on' };
    server = await startServer({ now: () => now, environment });
  });
  afterAll(() => server.stop());
  const begun = async () => {
    const email = newEmail();
    await signUp(server, email);
    const answer = await signIn(server, email);
    const { SecondStep, Enrolment } = personStepSchema.parse(answer.body);
    const app = new Authenticator(Enrolment?.secret ?? expect.fail('no secret'));
    return { email, answer, token: SecondStep.Token, app };
  };

  it('the sign-in enrols one before it opens a session, and later requires a code as usual', async () => {
    const { email, answer, token, app } = await begun();
    expect(Object.keys(answer.body ?? {}).sort()).toEqual(['Enrolment', 'SecondStep']);
    expect(await secondStep(server, token, '000000')).toMatchObject(WRONG_CODE);
    const done = secondStepAnswer.parse((await secondStep(server, token, app.fresh(now))).body);
    expect(done.RecoveryCodes).toHaveLength(10);
    const route = '/api/account/second-factor';
    const state = await call(server, 'GET', route, { token: done.Token });
    expect(state.body).toMatchObject({ recoveryCodes: 10, isRequired: true });
    expect(await messageTo(server, email)).toMatchObject({
      subject: expect.stringContaining('was turned on') as unknown,
    });
    const again = await signIn(server, email);
    expect(Object.keys(again.body ?? {})).toEqual(['SecondStep']);
    const answered = await secondStep(server, stepOf(again), done.RecoveryCodes?.[0] ?? '');
    expect(pairOf(answered).Token).not.toBe('');
    expect(answered.body).not.toHaveProperty('RecoveryCodes');
  });

  it('users cannot turn it off, and enrol again after an operator removes it', async () => {
    const { email, token, app } = await begun();
    const { Token, RecoveryCodes = [] } = secondStepAnswer.parse(
      (await secondStep(server, token, app.fresh(now))).body,
    );
    const body = { password: PASSWORD, code: RecoveryCodes[0] };
    const end = await call(server, 'POST', '/api/account/second-factor/end', {
      token: Token,
      body,
    });
    expect(end).toMatchObject(refusal(403, 'RESTRICTED'));
    const { people, secondFactor } = server.app.accounts;
    const user = await people.findByName(server.app.installation.organisationId, { email });
    expect(await secondFactor.remove(user?.id ?? '', 'en')).toBe(true);
    expect(Object.keys((await signIn(server, email)).body ?? {})).toContain('Enrolment');
  });

  it('a newer sign-in replaces the secret of an older one, and completes only once', async () => {
    const { email, token, app } = await begun();
    const second = personStepSchema.parse((await signIn(server, email)).body);
    expect(second.Enrolment?.secret).not.toBe(app.secret);
    expect(await secondStep(server, token, app.fresh(now))).toMatchObject(WRONG_CODE);
    const newer = new Authenticator(second.Enrolment?.secret ?? '');
    const { Token } = second.SecondStep;
    expect((await secondStep(server, Token, newer.fresh(now))).status).toBe(200);
    expect(await secondStep(server, Token, newer.fresh(now))).toMatchObject(EXPIRED);
  });

  it('the mailed link of a new account opens no session before enrolment', async () => {
    const strict = await startServer({
      now: () => now,
      environment: {
        PERFUSE_SECOND_FACTOR: 'on',
        PERFUSE_CONFIRM_EMAIL: 'on',
        PERFUSE_PUBLIC_URL: 'https://perfuse.example.org',
      },
    });
    try {
      const email = newEmail();
      await signUp(strict, email);
      const link = confirmationIn(await messageTo(strict, email));
      const confirm = () =>
        call(strict, 'POST', '/api/users/confirm', { body: { token: link, password: PASSWORD } });
      const { body } = await confirm();
      expect(Object.keys(body ?? {}).sort()).toEqual(['Email', 'Enrolment', 'SecondStep']);
      expect(body).toMatchObject({ Email: email });
      // The account exists and the link is used up: a user who leaves here continues by signing in.
      expect(await confirm()).toMatchObject(refusal(400, 'INVALID_CONFIRMATION_LINK'));
      expect(Object.keys((await signIn(strict, email)).body ?? {})).toContain('Enrolment');
      const later = personStepSchema.parse((await signIn(strict, email)).body);
      const app = new Authenticator(later.Enrolment?.secret ?? '');
      const { SecondStep } = personStepSchema.parse(body);
      const done = await secondStep(strict, SecondStep.Token, app.fresh(now));
      expect(secondStepAnswer.parse(done.body).RecoveryCodes).toHaveLength(10);
      expect(
        await call(strict, 'GET', '/analysis/users', { token: pairOf(done).Token }),
      ).toMatchObject({ body: { Email: email, IsVerified: true } });
    } finally {
      await strict.stop();
    }
  });

  it('an account without a password needs none: a phone code suffices, and a factor may be turned off', async () => {
    const { people } = server.app.accounts;
    const PhoneNumber = `+1202555${String(randomInt(1000, 10_000))}`;
    await people.createUser(server.app.installation.organisationId, { phoneNumber: PhoneNumber });
    const send = (route: string, body: unknown, token?: string) =>
      call(server, 'POST', route, { body, token });
    await send('/analysis/auths/users/code', { PhoneNumber });
    const LoginCode = codeIn(await messageTo(server, PhoneNumber));
    const { Token } = pairOf(await send('/api/signin/phone', { PhoneNumber, LoginCode }));
    const route = '/api/account/second-factor';
    expect((await call(server, 'GET', route, { token: Token })).body).not.toHaveProperty(
      'isRequired',
    );
    const { secret } = enrolmentSchema.parse((await send(route, {}, Token)).body);
    const app = new Authenticator(secret);
    expect((await send(`${route}/confirm`, { code: app.fresh(now) }, Token)).status).toBe(200);
    expect((await send(`${route}/end`, { code: app.fresh(now) }, Token)).status).toBe(200);
  });

  it('one-step sign-ins are refused until one is enrolled; guests need none', async () => {
    const { email } = await begun();
    const device = await guest(server);
    expect(await userSignIn(server, device.Token, email)).toMatchObject(
      refusal(401, 'MFA_REQUIRED'),
    );
  });
});

const plain = (code: string): string => code.replace('-', '');
