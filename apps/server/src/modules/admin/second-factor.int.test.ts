// SPDX-License-Identifier: Apache-2.0
import { enrolmentSchema, recoveryCodesAnswer } from '@perfuse/contract/account/second-factor';
import { auditAnswer } from '@perfuse/contract/admin/audit';
import { adminSecondStepAnswer, adminStepAnswer } from '@perfuse/contract/admin/second-factor';
import { ADMIN_HEADER } from '@perfuse/contract/admin/session';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { call, cookieOf, type Answer } from '@perfuse/testing/client';
import { signIn as personSignIn } from '../../testing/people.ts';
import { refusal } from '@perfuse/testing/refusal';
import { Authenticator, secondStep, stepOf, twoStepPerson } from '../../testing/second-factor.ts';
import { startServer, type TestServer } from '../../testing/server.ts';

const PASSWORD = 'Correct-horse-9';
const HEADERS = { [ADMIN_HEADER.name]: ADMIN_HEADER.value };
const WRONG_CODE = refusal(401, 'INVALID_MFA_TOKEN');
const EXPIRED = refusal(401, 'SECOND_STEP_EXPIRED');

/** In the middle of a time step of codes; it stands still until a test moves it. */
let clock = Math.floor(Date.now() / 30_000) * 30_000 + 15_000;
const now = (): number => clock;
// Codes are valid per time step: each test gets its own steps.
beforeEach(() => {
  clock += 3_600_000;
});
let count = 0;
const newEmail = (): string => `second-${String((count += 1))}@perfuse.example`;

function client(server: () => TestServer) {
  const ask = (method: string, path: string, body?: unknown, cookie = ''): Promise<Answer> =>
    call(server(), method, `/admin/api${path}`, {
      headers: { ...HEADERS, ...(cookie === '' ? {} : { cookie }) },
      body,
    });
  const signIn = (email: string) => ask('POST', '/session', { email, password: PASSWORD });
  const finish = (Token: string, Code: string) =>
    ask('POST', '/session/second-step', { Token, Code });
  const add = () => server().app.accounts.administrators.add(newEmail(), PASSWORD, null);
  return { ask, signIn, finish, add };
}

describe("an administrator's second factor", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer({ now, environment: { PERFUSE_RATE_STRICT: '10000' } });
  });
  afterAll(() => server.stop());
  const { ask, signIn, finish, add } = client(() => server);

  async function enrolled() {
    const { id, email } = await add();
    const cookie = cookieOf(await signIn(email));
    const path = '/session/second-factor';
    const begun = await ask('POST', path, { password: PASSWORD }, cookie);
    const app = new Authenticator(enrolmentSchema.parse(begun.body).secret);
    const code = app.fresh(now());
    const { recoveryCodes } = recoveryCodesAnswer.parse(
      (await ask('POST', `${path}/confirm`, { code }, cookie)).body,
    );
    return { id, email, cookie, app, recoveryCodes };
  }

  it('is required after the password, accepts a code once, and is in the audit log', async () => {
    const { id, email, app } = await enrolled();
    const first = await signIn(email);
    expect(first.headers.getSetCookie()).toEqual([]);
    const { SecondStep, enrolment } = adminStepAnswer.parse(first.body);
    expect(enrolment).toBeNull();
    expect(
      await ask('GET', '/session', undefined, `perfuse_admin=${SecondStep.Token}`),
    ).toMatchObject(refusal(401, 'INVALID_TOKEN'));
    expect(await finish(SecondStep.Token, '000000')).toMatchObject(WRONG_CODE);
    const code = app.fresh(now());
    const done = await finish(SecondStep.Token, code);
    expect(done).toMatchObject({ status: 200, body: { recoveryCodes: null } });
    const cookie = cookieOf(done);
    expect((await ask('GET', '/session', undefined, cookie)).body).toMatchObject({
      administrator: { id, hasSecondFactor: true },
      requiresSecondFactor: false,
    });
    expect(await finish(SecondStep.Token, app.fresh(now()))).toMatchObject(EXPIRED);
    const again = adminStepAnswer.parse((await signIn(email)).body).SecondStep.Token;
    expect(await finish(again, code)).toMatchObject(WRONG_CODE);
    const audit = auditAnswer.parse((await ask('GET', '/audit', undefined, cookie)).body);
    expect(audit.entries.map(({ action }) => action)).toContain('second-factor.on');
  });

  it("does not accept a user's second step, nor a user's sign-in that of an administrator", async () => {
    const person = await twoStepPerson(server, now);
    const { email, app } = await enrolled();
    const theirs = stepOf(await personSignIn(server, person.email));
    expect(await finish(theirs, person.app.fresh(now()))).toMatchObject(EXPIRED);
    const ours = adminStepAnswer.parse((await signIn(email)).body).SecondStep.Token;
    expect(await secondStep(server, ours, app.fresh(now()))).toMatchObject(EXPIRED);
  });

  it('is turned off with password and code, or removed by an operator', async () => {
    const one = await enrolled();
    const path = '/session/second-factor/end';
    const code = one.recoveryCodes[0] ?? '';
    expect(await ask('POST', path, { password: 'wrong', code }, one.cookie)).toMatchObject(
      refusal(401, 'INVALID_USER'),
    );
    expect((await ask('POST', path, { password: PASSWORD, code }, one.cookie)).status).toBe(200);
    expect((await signIn(one.email)).body).toHaveProperty('administrator');
    const other = await enrolled();
    const { administrators, administratorFactor } = server.app.accounts;
    const row = await administrators.find(other.id);
    expect(await administratorFactor.remove(row.id, 'en')).toBe(true);
    expect((await signIn(other.email)).body).toHaveProperty('administrator');
  });
});

describe('when administrators must have a second factor', () => {
  let server: TestServer;
  beforeAll(async () => {
    const environment = { PERFUSE_ADMIN_SECOND_FACTOR: 'on' };
    server = await startServer({ now, environment });
  });
  afterAll(() => server.stop());
  const { ask, signIn, finish, add } = client(() => server);

  it('the sign-in enrols an app before it opens a session, and the factor cannot be turned off', async () => {
    const { email } = await add();
    const first = await signIn(email);
    expect(first.headers.getSetCookie()).toEqual([]);
    const { SecondStep, enrolment } = adminStepAnswer.parse(first.body);
    const app = new Authenticator(enrolment?.secret ?? expect.fail('no secret'));
    expect(await finish(SecondStep.Token, '000000')).toMatchObject(WRONG_CODE);
    const done = await finish(SecondStep.Token, app.fresh(now()));
    const { recoveryCodes } = adminSecondStepAnswer.parse(done.body);
    expect(recoveryCodes).toHaveLength(10);
    const body = { password: PASSWORD, code: recoveryCodes?.[0] };
    const end = await ask('POST', '/session/second-factor/end', body, cookieOf(done));
    expect(end).toMatchObject(refusal(403, 'RESTRICTED'));
  });

  it('a session from before the requirement is refused', async () => {
    const { administrators } = server.app.accounts;
    const { id } = await add();
    const token = await administrators.openSession(await administrators.find(id));
    const answer = await ask('GET', '/session', undefined, `perfuse_admin=${token}`);
    expect(answer).toMatchObject(refusal(401, 'INVALID_TOKEN'));
  });
});
