// SPDX-License-Identifier: Apache-2.0
import { handOffCreated, redeemedHandOff } from '@perfuse/contract/handoff/handoff';
import { launchedConfigurationSchema } from '@perfuse/contract/launch/configuration';
import { EMPTY_PROFILE } from '@perfuse/contract/person/profile';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openOffline } from '../../platform/storage/offline.ts';
import { call, guest, type Answer } from '@perfuse/testing/client';
import {
  CALLBACK,
  integrator,
  measured,
  secretOf,
  type Integrator,
} from '../../testing/integrator.ts';
import { registerDevice } from '../../testing/organisation.ts';
import { FULL_CONSENT, giveConsent, measure, person } from '../../testing/people.ts';
import { refusal } from '@perfuse/testing/refusal';
import { startServer, type TestServer } from '../../testing/server.ts';

const SESSION = {
  termsAccepted: true,
  consentCompleted: true,
  consent: null,
  profileCompleted: true,
  profile: { ...EMPTY_PROFILE, age: '47', heightCm: '181', weight: '79', gender: 'female' },
};
const ASKED = { edition: 'consumer', session: SESSION, language: 'de' };
const REFUSED = refusal(400, 'INVALID_HANDOFF');

let server: TestServer;
let clinic: Integrator;
beforeAll(async () => {
  server = await startServer({
    environment: { PERFUSE_RATE_STRICT: '10000', PERFUSE_PUBLIC_URL: 'https://perfuse.example' },
  });
  clinic = await integrator(server, {
    callbackOrigins: ['https://clinic.example'],
    language: 'fr',
  });
});
afterAll(() => server.stop());

const ask = (token: string, body: object = {}): Promise<Answer> =>
  call(server, 'POST', '/api/handoff', { token, body: { ...ASKED, ...body } });
const asked = async (token: string, body: object = {}) =>
  handOffCreated.parse((await ask(token, body)).body);
const redeem = (
  token: string,
  edition = 'consumer',
  headers: Record<string, string> = {},
): Promise<Answer> =>
  call(server, 'POST', '/api/handoff/redeem', { body: { token, edition }, headers });
const redeemed = async (token: string, edition = 'consumer') =>
  redeemedHandOff.parse((await redeem(token, edition)).body);
const state = async (token: string, id: string): Promise<unknown> =>
  (await call(server, 'GET', `/api/handoff/${id}`, { token })).body;
const logout = (Token: string) => call(server, 'POST', '/api/auths/logout', { body: { Token } });
const launch = async () => {
  const profile = { identifier: 'case-9', age: 44, resultsCallbackUrl: CALLBACK };
  const answer = await clinic.launch(await clinic.sign({ profile }), 'visit-1');
  return launchedConfigurationSchema.parse(answer.body);
};
/** The device token that an integrator's server puts into its links. */
const clinicsDevice = async (): Promise<string> => {
  const answer = await call(server, 'POST', '/analysis/organizations/licenses', {
    body: {
      Key: clinic.licenceKey,
      DeviceTypeID: 'LINUX',
      Name: 'server',
      Identifier: 'x',
      Version: '1',
    },
  });
  return String(Reflect.get(Object(answer.body), 'Token'));
};

describe('a guest who continues on a phone', () => {
  it('keeps profile, consents and language, in a separate session of the phone', async () => {
    const desktop = await guest(server);
    const created = await asked(desktop.Token);
    expect(created).toMatchObject({ expiresInS: 300, publicUrl: 'https://perfuse.example' });
    const { pair, ...rest } = await redeemed(created.token);
    expect(rest).toEqual({ user: null, session: SESSION, language: 'de', launched: null });
    expect(pair.Token).not.toBe(desktop.Token);

    const renewed = await call(server, 'POST', '/api/auths/renew', { body: pair });
    expect(renewed.status).toBe(200);
    // The phone has its own session, which ends with the desktop's.
    const token = String(Reflect.get(Object(renewed.body), 'Token'));
    expect((await ask(token)).status).toBe(200);
    await logout(desktop.Token);
    expect((await ask(token)).status).toBe(401);
  });

  it('has the consent receipt of the desktop on the phone too', async () => {
    const desktop = await guest(server);
    await giveConsent(server, desktop.Token);
    const { pair } = await redeemed((await asked(desktop.Token)).token);
    const consents = await call(server, 'GET', '/analysis/consents', { token: pair.Token });
    expect(consents.body).toMatchObject(FULL_CONSENT);
  });

  it('sees on the desktop that the phone has opened the link, and then that it has measured', async () => {
    const { Token } = await guest(server);
    const { id, token } = await asked(Token);
    expect(await state(Token, id)).toEqual({ state: 'waiting' });
    const { pair } = await redeemed(token);
    expect(await state(Token, id)).toEqual({ state: 'opened' });
    await measure(server, pair.Token);
    // Neither a newer token nor a cancellation ends what a phone has opened.
    const newer = await asked(Token);
    await call(server, 'DELETE', `/api/handoff/${id}`, { token: Token });
    expect(await state(Token, id)).toEqual({ state: 'measured' });
    await redeemed(newer.token);
    expect(await state(Token, newer.id)).toEqual({ state: 'opened' });
    expect(await state(Token, id)).toEqual({ state: 'measured' });
  });
});

describe('a hand-off token', () => {
  it('works once', async () => {
    const { token } = await asked((await guest(server)).Token);
    await redeemed(token);
    expect(await redeem(token)).toMatchObject(REFUSED);
  });

  it('admits only one of several phones that redeem it concurrently', async () => {
    const { token } = await asked((await guest(server)).Token);
    const answers = await Promise.all(Array.from({ length: 6 }, () => redeem(token)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400, 400]);
  });

  it('of an organisation that has been suspended since is refused', async () => {
    const there = await integrator(server);
    const { token: device } = await registerDevice(server, there.licenceKey);
    const { token } = await asked(device);
    const { directory } = server.app.accounts;
    await directory.updateOrganisation(there.organisationId, { status: 'SUSPENDED' });
    expect(await redeem(token)).toMatchObject(REFUSED);
  });

  it('is not used up by link previews, cross-site requests or the wrong edition', async () => {
    const { Token } = await guest(server);
    const { id, token } = await asked(Token);
    for (const path of [`/phone`, `/api/handoff/redeem`, `/api/handoff/redeem?token=${token}`]) {
      await fetch(`${server.origin}${path}`);
      await fetch(`${server.origin}${path}`, { method: 'HEAD' });
    }
    const foreign = await redeem(token, 'consumer', { 'sec-fetch-site': 'cross-site' });
    expect(foreign).toMatchObject(refusal(403, 'RESTRICTED'));
    expect(await redeem(token, 'enterprise')).toMatchObject(REFUSED);
    expect(await state(Token, id)).toEqual({ state: 'waiting' });
    await redeemed(token);
  });

  it('ends with a newer token, its cancellation, and the end of the session that requested it', async () => {
    const { Token } = await guest(server);
    const first = await asked(Token);
    const second = await asked(Token);
    expect(await redeem(first.token)).toMatchObject(REFUSED);
    expect(await state(Token, first.id)).toEqual({ state: 'over' });
    await call(server, 'DELETE', `/api/handoff/${second.id}`, { token: Token });
    expect(await redeem(second.token)).toMatchObject(REFUSED);
    const third = await asked(Token);
    await logout(Token);
    expect(await redeem(third.token)).toMatchObject(REFUSED);
  });

  it('cannot be seen, cancelled or replaced by another device', async () => {
    const { Token } = await guest(server);
    const { id, token } = await asked(Token);
    const stranger = await guest(server);
    await asked(stranger.Token);
    expect(await state(stranger.Token, id)).toEqual({ state: 'over' });
    await call(server, 'DELETE', `/api/handoff/${id}`, { token: stranger.Token });
    await redeemed(token);
  });

  it('expires, and is deleted by housekeeping', async () => {
    const { Token } = await guest(server);
    const { id, token } = await asked(Token);
    const { database, close } = await openOffline(server.directory);
    try {
      const past = { expires_at: Date.now() - 1, kept_until: Date.now() - 1 };
      await database.updateTable('handoffs').set(past).where('id', '=', id).execute();
      expect(await redeem(token)).toMatchObject(REFUSED);
      expect(await state(Token, id)).toEqual({ state: 'over' });
      await server.app.platform.housekeeping.run();
      const left = await database
        .selectFrom('handoffs')
        .select('id')
        .where('id', '=', id)
        .execute();
      expect(left).toEqual([]);
    } finally {
      await close();
    }
  });

  it('leaves neither itself nor the profile readable in the store, nor itself in the log', async () => {
    const { Token } = await guest(server);
    const { id, token } = await asked(Token);
    const { database, close } = await openOffline(server.directory);
    try {
      const row = () =>
        database.selectFrom('handoffs').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
      const stored = JSON.stringify(await row());
      expect(stored).not.toContain(token);
      expect(stored).not.toContain('heightCm');
      await redeemed(token);
      expect((await row()).encrypted).toBe('');
    } finally {
      await close();
    }
    expect(server.log.join('')).not.toContain(token);
  });

  it.each([
    ['a made-up token', { token: 'a'.repeat(43) }, 'INVALID_HANDOFF'],
    ['a short one', { token: 'abc' }, 'VALIDATION_ERROR'],
    ['another edition', { token: 'a'.repeat(43), edition: 'other' }, 'VALIDATION_ERROR'],
    ['nothing', {}, 'VALIDATION_ERROR'],
  ])('is refused with 400: %s', async (_, body, code) => {
    const answer = await call(server, 'POST', '/api/handoff/redeem', {
      body: { edition: 'consumer', ...body },
    });
    expect(answer).toMatchObject(refusal(400, code));
  });
});

describe('a hand-off request', () => {
  it('needs a session, and a body within the size limit', async () => {
    const none = await call(server, 'POST', '/api/handoff', { body: ASKED });
    expect(none).toMatchObject(refusal(401, 'INVALID_TOKEN'));
    const { Token } = await guest(server);
    const profile = { ...SESSION.profile, waist: '9'.repeat(20_000) };
    const large = await ask(Token, { session: { ...SESSION, profile } });
    expect(large).toMatchObject(refusal(413, 'PAYLOAD_TOO_LARGE'));
  });

  it('is rate limited', async () => {
    const strict = await startServer({ environment: { PERFUSE_RATE_STRICT: '5' } });
    try {
      const body = { token: 'a'.repeat(43), edition: 'consumer' };
      const statuses: number[] = [];
      for (let tries = 0; tries < 7; tries += 1) {
        statuses.push((await call(strict, 'POST', '/api/handoff/redeem', { body })).status);
      }
      expect(statuses).toEqual([400, 400, 400, 400, 400, 429, 429]);
    } finally {
      await strict.stop();
    }
  });
});

describe('a signed-in user', () => {
  it('is signed in on the phone, in a session that ends when they sign out on the desktop', async () => {
    const desktop = await person(server);
    const { pair, user } = await redeemed((await asked(desktop.Token)).token);
    expect(user).toEqual({ username: desktop.email, phoneNumber: '' });
    const history = () => call(server, 'GET', '/api/history', { token: pair.Token });
    expect((await history()).status).toBe(200);
    await logout(desktop.Token);
    expect((await history()).status).toBe(401);
  });

  it('is refused on the phone after being suspended', async () => {
    const desktop = await person(server);
    const { token } = await asked(desktop.Token);
    const { accounts, installation } = server.app;
    const found = await accounts.people.findByName(installation.organisationId, {
      email: desktop.email,
    });
    await accounts.people.setStatus(found?.id ?? '', 'SUSPENDED');
    expect(await redeem(token)).toMatchObject(REFUSED);
  });
});

describe('the visit of an enterprise link', () => {
  it('continues with its profile, callback and session, under a new launch id', async () => {
    const there = await launch();
    const device = await clinicsDevice();
    const body = { edition: 'enterprise', launchId: there.launchId };
    const { token } = await asked(device, body);
    const answer = await redeem(token, 'enterprise');
    const { launched, pair } = redeemedHandOff.parse(answer.body);
    expect(launched).toEqual({
      ...there,
      launchId: launched?.launchId,
      deviceToken: null,
    });
    expect(launched?.launchId).not.toBe(there.launchId);
    expect(launched?.profile).toMatchObject({ identifier: 'case-9', age: 44 });
    expect(answer.headers.get('set-cookie')).toContain(`perfuse_config=${clinic.configId}`);
    const measurement = await call(server, 'POST', '/analysis/measurements', {
      token: pair.Token,
      body: { StudyID: clinic.studyId, Resolution: 0 },
    });
    expect(measurement.status).toBe(200);
    // Events and results of the phone are sent with its own secret, those of the computer with the computer's.
    const goneOn = launched ?? expect.fail();
    const found = await measured(server, { token: pair.Token, launched: goneOn });
    const encrypt = (by: { readonly launchId: string }) =>
      call(server, 'POST', '/api/encryption', {
        headers: secretOf(by),
        body: {
          configId: clinic.configId,
          sessionId: there.sessionId,
          resultsPayload: JSON.stringify(found),
        },
      });
    expect(await encrypt(goneOn)).toMatchObject({ status: 200 });
    expect(await encrypt(there)).toMatchObject(refusal(403, 'NOT_OF_THIS_LAUNCH'));
    // A phone whose camera fails too can hand the visit over again.
    await asked(pair.Token, { edition: 'enterprise', launchId: launched?.launchId });
  });

  it('is not found for a device of another organisation, nor with a made-up id', async () => {
    const { launchId } = await launch();
    const { Token } = await guest(server);
    const foreign = await ask(Token, { edition: 'enterprise', launchId });
    expect(foreign).toMatchObject(refusal(404, 'NOT_FOUND'));
    const unknown = await ask(await clinicsDevice(), { edition: 'enterprise', launchId: 'x' });
    expect(unknown).toMatchObject(refusal(404, 'NOT_FOUND'));
  });

  it('is refused when the callback is no longer allowed, and leaves no session', async () => {
    const there = await launch();
    const { database, close } = await openOffline(server.directory);
    const handedOver = () =>
      database
        .selectFrom('token_families')
        .select('id')
        .where('parent_id', 'is not', null)
        .where('revoked', '=', 0)
        .execute();
    const before = await handedOver();
    const { token } = await asked(await clinicsDevice(), {
      edition: 'enterprise',
      launchId: there.launchId,
    });
    await clinic.configure({ callbackOrigins: ['https://external.example'] });
    try {
      expect(await redeem(token, 'enterprise')).toMatchObject(REFUSED);
      expect(await handedOver()).toEqual(before);
    } finally {
      await close();
      await clinic.configure({ callbackOrigins: ['https://clinic.example'], language: 'fr' });
    }
  });
});
