// SPDX-License-Identifier: Apache-2.0
/** The screens offer exactly what the server accepts: whether people sign in and sign up, and by which method. */
import { rm } from 'node:fs/promises';
import { handOffCreated, redeemedHandOff } from '@perfuse/contract/handoff/handoff';
import { launchedConfigurationSchema } from '@perfuse/contract/launch/configuration';
import { EMPTY_PROFILE } from '@perfuse/contract/person/profile';
import { call, guest, openMeasurement } from '@perfuse/testing/client';
import { refusal } from '@perfuse/testing/refusal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { integrator, plainProfile, type Integrator } from '../../testing/integrator.ts';
import { registerDevice } from '../../testing/organisation.ts';
import {
  codeIn,
  messageTo,
  newEmail,
  pairOf,
  PASSWORD,
  signIn,
  signUp,
} from '../../testing/people.ts';
import { NO_LIMITS, startServer, temporaryFolder, type TestServer } from '../../testing/server.ts';

const RESTRICTED = refusal(403, 'RESTRICTED');

const measuring = (server: TestServer, token: string, StudyID = server.studyId) =>
  call(server, 'POST', '/analysis/measurements', { token, body: { StudyID, Resolution: 0 } });
const phone = (): string => `+120255${String(Math.floor(Math.random() * 90_000) + 10_000)}`;
const launchedBy = async (server: TestServer, configId: string) => {
  const answer = await call(server, 'GET', `/api/config/${configId}`);
  return launchedConfigurationSchema.parse(answer.body);
};

describe('when users must sign in before they measure', () => {
  let server: TestServer;
  let clinic: Integrator;
  beforeAll(async () => {
    server = await startServer({ environment: { ...NO_LIMITS, PERFUSE_SIGN_IN: 'on' } });
    clinic = await integrator(server, { launchProfile: 'plain' });
  });
  afterAll(() => server.stop());

  it('no guest device is issued, and the status reports that sign-in is required', async () => {
    expect((await call(server, 'GET', '/api/status')).body).toMatchObject({
      auth: true,
      organisation: { Name: 'Perfuse', OrgAddresses: [] },
    });
    expect(await call(server, 'POST', '/api/token', { body: {} })).toMatchObject(RESTRICTED);
  });

  it('a link returns its configuration without a device token', async () => {
    for (const configId of ['demo', clinic.configId]) {
      expect(await launchedBy(server, configId)).toMatchObject({ configId, deviceToken: null });
    }
    const made = await clinic.launch(plainProfile({ identifier: 'made-up' }));
    expect(made).toMatchObject({ status: 200, body: { deviceToken: null } });
  });

  it('an existing guest or visitor device can no longer measure, nor can its phone', async () => {
    const directory = await temporaryFolder();
    const open = await startServer({ environment: NO_LIMITS, directory });
    const practice = await integrator(open);
    const earlier = await guest(open);
    const { deviceToken } = await launchedBy(open, practice.configId);
    const visitor = deviceToken?.Token ?? '';
    expect((await measuring(open, earlier.Token)).status).toBe(200);
    expect((await measuring(open, visitor, practice.studyId)).status).toBe(200);
    await open.stop();
    const environment = { ...NO_LIMITS, PERFUSE_SIGN_IN: 'on' };
    const closed = await startServer({ environment, directory });
    try {
      expect((await call(closed, 'GET', '/analysis/auth', { token: visitor })).status).toBe(200);
      const asked = await call(closed, 'POST', '/api/handoff', {
        token: earlier.Token,
        body: {
          edition: 'consumer',
          session: {
            termsAccepted: true,
            consentCompleted: true,
            profileCompleted: true,
            profile: EMPTY_PROFILE,
          },
          language: 'en',
        },
      });
      const { token } = handOffCreated.parse(asked.body);
      const body = { token, edition: 'consumer' };
      const phone = await call(closed, 'POST', '/api/handoff/redeem', { body });
      const { pair } = redeemedHandOff.parse(phone.body);
      for (const guests of [earlier.Token, pair.Token]) {
        expect(await measuring(closed, guests)).toMatchObject(RESTRICTED);
      }
      expect(await measuring(closed, visitor, practice.studyId)).toMatchObject(RESTRICTED);
    } finally {
      await closed.stop();
      await rm(directory, { recursive: true, force: true });
    }
  });

  it('a device under the demo key measures until the demo is turned off; other devices are unaffected', async () => {
    const directory = await temporaryFolder();
    const start = (PERFUSE_DEMO: 'on' | 'off') => {
      const environment = { ...NO_LIMITS, PERFUSE_SIGN_IN: 'on', PERFUSE_DEMO };
      return startServer({ environment, directory });
    };
    const before = await start('on');
    const { accounts, installation } = before.app;
    const demoKey = installation.demoLicenceKey ?? '';
    const { key } = await accounts.directory.createLicence(installation.organisationId, 'kiosks');
    const early = await registerDevice(before, demoKey);
    const kiosk = await registerDevice(before, key);
    expect((await measuring(before, early.token)).status).toBe(200);
    await before.stop();
    const without = await start('off');
    expect((await measuring(without, early.token)).status).toBe(401);
    expect((await measuring(without, kiosk.token)).status).toBe(200);
    await without.stop();
    const again = await start('on');
    const late = await registerDevice(again, demoKey);
    expect((await measuring(again, late.token)).status).toBe(200);
    expect((await measuring(again, early.token)).status).toBe(401);
    await again.stop();
    await rm(directory, { recursive: true, force: true });
  });

  it('a signed-in user measures, and so does a device with a licence key of an organisation', async () => {
    const email = newEmail();
    await signUp(server, email);
    const { Token } = pairOf(await signIn(server, email));
    expect(await openMeasurement(server, Token)).not.toBe('');
    const device = await registerDevice(server, clinic.licenceKey);
    expect((await measuring(server, device.token, clinic.studyId)).status).toBe(200);
  });
});

describe('through a link', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer({ environment: NO_LIMITS });
  });
  afterAll(() => server.stop());

  const post = (path: string, body: unknown) => call(server, 'POST', path, { body });
  const byPassword = (configId: string, email = newEmail()) =>
    post('/api/users', { email, password: PASSWORD, phoneNumber: null, configId });
  const byPhone = (configId: string) => post('/api/users', { phoneNumber: phone(), configId });
  const accounts = async (organisationId: string): Promise<number> =>
    (await server.app.accounts.people.list({ organisationId, limit: 9, offset: 0 })).total;

  it.each([
    ['that does not offer it', { allowSignup: false }],
    ['that says nothing of it', {}],
  ])('%s nobody can sign up by any method', async (_, onboarding) => {
    const { configId, organisationId } = await integrator(server, { onboarding });
    expect(await byPassword(configId)).toMatchObject(RESTRICTED);
    expect(await byPhone(configId)).toMatchObject(RESTRICTED);
    expect(await accounts(organisationId)).toBe(0);
  });

  it('users sign up and in by phone only, if its configuration says so', async () => {
    const onboarding = { allowSignup: true, loginType: 'phone' } as const;
    const { configId, organisationId } = await integrator(server, { onboarding });
    expect(await byPassword(configId)).toMatchObject(RESTRICTED);
    expect(await accounts(organisationId)).toBe(0);
    expect((await byPhone(configId)).status).toBe(200);
    expect(await accounts(organisationId)).toBe(1);
    const email = newEmail();
    await server.app.accounts.people.createUser(organisationId, { email, password: PASSWORD });
    const refused = await post('/api/signin', { email, password: PASSWORD, configId });
    expect(refused).toMatchObject(refusal(401, 'INVALID_USER'));
  });

  it('users sign up and in by password only, if its configuration says so', async () => {
    const onboarding = { allowSignup: true, loginType: 'password' } as const;
    const { configId, organisationId } = await integrator(server, { onboarding });
    expect(await byPhone(configId)).toMatchObject(RESTRICTED);
    const email = newEmail();
    expect((await byPassword(configId, email)).status).toBe(200);
    expect((await post('/api/signin', { email, password: PASSWORD, configId })).status).toBe(200);
    expect(await accounts(organisationId)).toBe(1);
  });

  it('the method of the organisation applies if its configuration names none', async () => {
    const { configId, organisationId } = await integrator(server, {
      onboarding: { allowSignup: true },
    });
    await server.app.accounts.directory.updateOrganisation(organisationId, { login_type: 'phone' });
    expect(await byPassword(configId)).toMatchObject(RESTRICTED);
    expect((await byPhone(configId)).status).toBe(200);
    // Nor with a password over the protocol, on the device that every visitor gets.
    const email = newEmail();
    await server.app.accounts.people.createUser(organisationId, { email, password: PASSWORD });
    const { deviceToken } = await launchedBy(server, configId);
    const body = { Email: email, Password: PASSWORD };
    const token = deviceToken?.Token ?? '';
    const answer = await call(server, 'POST', '/analysis/users/auth', { token, body });
    expect(answer).toMatchObject(refusal(401, 'INVALID_USER'));
  });

  it('a visitor’s device, which anybody can get, cannot create accounts by the protocol either', async () => {
    const { configId, organisationId } = await integrator(server);
    const { deviceToken } = await launchedBy(server, configId);
    const body = { Email: newEmail(), Password: PASSWORD };
    for (const token of [deviceToken?.Token ?? '', (await guest(server)).Token]) {
      const answer = await call(server, 'POST', '/analysis/users', { token, body });
      expect(answer).toMatchObject(RESTRICTED);
    }
    expect(await accounts(organisationId)).toBe(0);
  });
});

describe('without a link', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer({ environment: NO_LIMITS });
  });
  afterAll(() => server.stop());

  const post = (path: string, body: unknown) => call(server, 'POST', path, { body });
  const byPhone = (PhoneNumber: string) => post('/api/users', { phoneNumber: PhoneNumber });
  const accountOf = (phoneNumber: string) =>
    server.app.accounts.people.findByName(server.app.installation.organisationId, { phoneNumber });
  const setLoginType = (login_type: 'password' | 'phone', organisationId?: string) =>
    server.app.accounts.directory.updateOrganisation(
      organisationId ?? server.app.installation.organisationId,
      { login_type },
    );

  it('users sign up by phone only if the organisation allows it', async () => {
    const number = phone();
    expect(await byPhone(number)).toMatchObject(RESTRICTED);
    expect(await accountOf(number)).toBeNull();
    await setLoginType('phone');
    expect((await byPhone(number)).status).toBe(200);
    expect(codeIn(await messageTo(server, number))).not.toBe('');
    await setLoginType('password');
  });

  it('users sign up by either method in the China region', async () => {
    const region = await startServer({ environment: { ...NO_LIMITS, PERFUSE_REGION: 'cn' } });
    const number = phone();
    const asked = await call(region, 'POST', '/api/users', { body: { phoneNumber: number } });
    expect(asked.status).toBe(200);
    const LoginCode = codeIn(await messageTo(region, number));
    const body = { LoginCode, PhoneNumber: number };
    expect((await call(region, 'POST', '/api/signin/phone', { body })).status).toBe(200);
    expect((await signUp(region, newEmail())).status).toBe(200);
    await region.stop();
  });

  describe('a user with a phone number', () => {
    const codesTo = async (number: string): Promise<readonly string[]> => {
      await server.app.accounts.stop();
      const rows = await server.app.accounts.outbox.list(1000);
      return rows.filter(({ recipient }) => recipient === number).map(codeIn);
    };
    const ask = async (PhoneNumber: string, Identifier: string) => {
      const answer = await post('/analysis/auths/users/code', { PhoneNumber, Identifier });
      expect(answer.status).toBe(200);
    };
    const enter = async (PhoneNumber: string, OrgKey: string, LoginCode: string) => [
      await post('/api/signin/phone', { PhoneNumber, OrgKey, LoginCode }),
      await post('/analysis/users/auth/code', { PhoneNumber, OrgKey, LoginCode }),
    ];
    const withPhone = async (password?: string) => {
      const { organisationId, identifier, configure } = await integrator(server);
      const phoneNumber = phone();
      const { people } = server.app.accounts;
      await people.createUser(organisationId, { email: newEmail(), phoneNumber, password });
      return { organisationId, identifier, configure, phoneNumber };
    };

    it('and a password gets no code, and is refused with one like an unknown user', async () => {
      const { organisationId, identifier, phoneNumber } = await withPhone(PASSWORD);
      await ask(phoneNumber, identifier);
      const path = `/analysis/users/auth/code/${identifier}/${phoneNumber}`;
      expect((await call(server, 'GET', path)).status).toBe(200);
      expect(await codesTo(phoneNumber)).toEqual([]);
      await setLoginType('phone', organisationId);
      await ask(phoneNumber, identifier);
      const [right = ''] = await codesTo(phoneNumber);
      await setLoginType('password', organisationId);
      const seen = async (number: string) =>
        (await enter(number, identifier, right)).map(({ status, body }) => [status, body]);
      const refused = await seen(phoneNumber);
      expect(refused.map(([status]) => status)).toEqual([401, 401]);
      expect(refused).toEqual(await seen(phone()));
    });

    it('and a password signs in by code if the organisation or one of its links uses phone sign-in', async () => {
      const byOrganisation = await withPhone(PASSWORD);
      await setLoginType('phone', byOrganisation.organisationId);
      const byLink = await withPhone(PASSWORD);
      await byLink.configure({ onboarding: { loginType: 'phone' } });
      for (const { phoneNumber, identifier } of [byOrganisation, byLink]) {
        await ask(phoneNumber, identifier);
        const [code = ''] = await codesTo(phoneNumber);
        const [app] = await enter(phoneNumber, identifier, code);
        expect(app?.status).toBe(200);
      }
    });

    it('and no password signs in by code everywhere, having no other method', async () => {
      const { identifier, phoneNumber } = await withPhone();
      await ask(phoneNumber, identifier);
      const [code = ''] = await codesTo(phoneNumber);
      const [app] = await enter(phoneNumber, identifier, code);
      expect(app?.status).toBe(200);
    });
  });
});
