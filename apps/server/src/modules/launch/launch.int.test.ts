// SPDX-License-Identifier: Apache-2.0
import type { ConfigurationSettings } from '@perfuse/contract/account/configuration';
import { launchedConfigurationSchema } from '@perfuse/contract/launch/configuration';
import { launchFailureSchema } from '@perfuse/contract/launch/failure';
import { LAUNCH_LIMITS } from '@perfuse/contract/launch/link';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { call, type Answer } from '@perfuse/testing/client';
import {
  CALLBACK,
  integrator,
  plainProfile,
  PROFILE,
  type Claims,
  type Integrator,
} from '../../testing/integrator.ts';
import { organisationSignIn, registerDevice, userSignIn } from '../../testing/organisation.ts';
import { newEmail, pairOf, PASSWORD } from '../../testing/people.ts';
import { NO_LIMITS, startServer, type TestServer } from '../../testing/server.ts';

const SIGNED: ConfigurationSettings = { callbackOrigins: ['https://clinic.example'] };
const PLAIN: ConfigurationSettings = { ...SIGNED, launchProfile: 'plain' };

const launched = (answer: Answer) => launchedConfigurationSchema.parse(answer.body);
const failure = (answer: Answer) => ({
  status: answer.status,
  ...launchFailureSchema.parse(answer.body),
});

let server: TestServer;
let signed: Integrator;
let plain: Integrator;
beforeAll(async () => {
  server = await startServer({ environment: { PERFUSE_RATE_STRICT: '10000' } });
  signed = await integrator(server, SIGNED);
  plain = await integrator(server, PLAIN);
});
afterAll(() => server.stop());

describe('GET /api/config/{configId}', () => {
  const open = (configId: string) => call(server, 'GET', `/api/config/${configId}`);

  it('returns organisation and settings of the link with defaults, and no secrets', async () => {
    const there = await integrator(server, {
      ...SIGNED,
      resultPages: ['overall'],
      branding: { pageTitle: 'Clinic' },
      eventsWebhookEndpoint: 'https://clinic.example/private/events',
      resultsCallbackApiUrl: 'https://clinic.example/private/results',
    });
    const answer = await open(there.configId);
    expect(launched(answer)).toMatchObject({
      configId: there.configId,
      studyId: there.studyId,
      orgId: there.organisationId,
      orgIdentifier: there.identifier,
      orgName: 'Clinic',
      branchId: null,
      logo: null,
      settings: {
        resultPages: ['overall'],
        branding: { pageTitle: 'Clinic' },
        onboarding: { loginType: 'password', demographicsEntryMode: 'profileForm' },
        encryptResults: false,
        expireTokenAfterMeasurement: false,
      },
      profile: null,
      resultsCallbackUrl: null,
      wantsEvents: true,
      postsResults: true,
    });
    expect(JSON.stringify(answer.body)).not.toContain('private');
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  it('gives every visit its own device, session and launch id', async () => {
    const [one, other] = [
      launched(await open(signed.configId)),
      launched(await open(signed.configId)),
    ];
    for (const part of ['launchId', 'sessionId'] as const) expect(one[part]).not.toBe(other[part]);
    expect(one.deviceToken?.Token).not.toBe(other.deviceToken?.Token);
  });

  it('gives no device token to a visit that is measured on the device only', async () => {
    const there = await integrator(server, { analysis: 'device' });
    expect(launched(await open(there.configId)).deviceToken).toBeNull();
  });

  it('gives a renewable device token that may measure in the study of the organisation', async () => {
    const { deviceToken, studyId } = launched(await open(signed.configId));
    const renewed = await call(server, 'POST', '/api/auths/renew', { body: deviceToken });
    const { Token: token } = pairOf(renewed);
    const body = { StudyID: studyId, Resolution: 0, PartnerID: 'case-7' };
    const made = await call(server, 'POST', '/analysis/measurements', { token, body });
    expect(made.status).toBe(200);
  });

  it('refuses an unknown or malformed id', async () => {
    expect(failure(await open('nobody'))).toEqual({
      status: 404,
      code: 'CONFIGURATION_NOT_FOUND',
      message: expect.any(String) as unknown,
    });
    expect((await open('no%20body')).status).toBe(400);
  });
});

describe('a signed launch', () => {
  it('returns the profile, callback address and session of the integrator', async () => {
    const profile = { ...PROFILE, age: '40', height: 180, weight: 75, gender: 'M', smoking: 0 };
    const answer = await signed.launch(await signed.sign({ profile }), 'visit-1');
    expect(launched(answer)).toMatchObject({
      profile: {
        identifier: 'case-7',
        age: 40,
        height: 180,
        weight: 75,
        gender: 'male',
        smoking: 0,
      },
      resultsCallbackUrl: CALLBACK,
      sessionId: 'visit-1',
      deviceToken: null,
    });
  });

  it('in callback mode asks for demographics only if demographicsEntryMode says so', async () => {
    const modeOf = async (there: Integrator, profile: object): Promise<string> =>
      launched(await there.launch(await there.sign({ profile }))).settings.onboarding
        .demographicsEntryMode;
    const asking = await integrator(server, {
      ...SIGNED,
      onboarding: { demographicsEntryMode: 'profileForm' },
    });
    expect(await modeOf(signed, PROFILE)).toBe('noDemographics');
    expect(await modeOf(asking, PROFILE)).toBe('profileForm');
    // Results that are shown here depend on the person's answers.
    expect(await modeOf(signed, { identifier: 'x' })).toBe('profileForm');
  });

  it('passes on an incomplete profile with only its given fields', async () => {
    const profile = { ...PROFILE, age: 40, smoking: '' };
    const { profile: told } = launched(await signed.launch(await signed.sign({ profile })));
    expect(told).toEqual({ identifier: 'case-7', age: 40 });
  });

  it.each(['Ed25519', 'P-256'] as const)('is signed with a key on the curve %s', async (curve) => {
    const key = await signed.makeKey('launch', curve);
    expect((await signed.launch(await signed.sign({}, key))).status).toBe(200);
    expect((await signed.launch(await signed.sign({ kid: null }, key))).status).toBe(200);
  });

  it('works without a callback address: the results are shown', async () => {
    const answer = await signed.launch(await signed.sign({ profile: { identifier: 'x' } }));
    expect(launched(answer)).toMatchObject({ resultsCallbackUrl: null });
  });

  const sentBack = async (profileData: string, code: string, there = signed) => {
    expect(failure(await there.launch(profileData))).toMatchObject({
      code,
      resultsCallbackUrl: CALLBACK,
    });
  };
  const refusedWithoutRedirect = async (profileData: string, code: string, there = signed) => {
    const answer = failure(await there.launch(profileData));
    expect(answer).toMatchObject({ code });
    expect(answer).not.toHaveProperty('resultsCallbackUrl');
  };

  it('is refused without a redirect when any part of it was tampered with', async () => {
    const token = await signed.sign();
    const [header = '', claims = '', signature = ''] = token.split('.');
    const changed = Buffer.from(
      Buffer.from(claims, 'base64url').toString().replace('case-7', 'case-8'),
    ).toString('base64url');
    const none = Buffer.from('{"alg":"none"}').toString('base64url');
    for (const tampered of [
      `${header}.${changed}.${signature}`,
      `${none}.${claims}.${signature}`,
      `${header}.${claims}.${signature.slice(0, -4)}AAAA`,
      `${header}.${claims}.AAAA`,
      'a.b.c',
    ]) {
      await refusedWithoutRedirect(tampered, 'LAUNCH_TOKEN_INVALID');
    }
    // None of them used the token up.
    expect((await signed.launch(token)).status).toBe(200);
  });

  it.each<[why: string, code: string, claims: Claims]>([
    ['it is for another configuration', 'LAUNCH_TOKEN_INVALID', { aud: 'demo' }],
    ['it names another organisation', 'LAUNCH_TOKEN_INVALID', { iss: 'perfuse' }],
    ['it names a key that nobody has', 'LAUNCH_TOKEN_INVALID', { kid: 'gone' }],
    [
      'it has expired and its callback leads to a foreign origin',
      'LAUNCH_TOKEN_EXPIRED',
      {
        iat: -900,
        exp: -120,
        profile: { ...PROFILE, resultsCallbackUrl: 'https://evil.example/' },
      },
    ],
    [
      'it has expired and names no callback',
      'LAUNCH_TOKEN_EXPIRED',
      { iat: -900, exp: -120, profile: { identifier: 'case-7' } },
    ],
    [
      'it has expired and is for another configuration',
      'LAUNCH_TOKEN_INVALID',
      { iat: -900, exp: -120, aud: 'demo' },
    ],
    [
      'the callback leads to a foreign origin',
      'CALLBACK_NOT_ALLOWED',
      { profile: { ...PROFILE, resultsCallbackUrl: 'https://evil.example/' } },
    ],
    [
      'the callback only looks like the allowed origin',
      'CALLBACK_NOT_ALLOWED',
      { profile: { ...PROFILE, resultsCallbackUrl: 'https://clinic.example@evil.example/' } },
    ],
    [
      'the callback would run a script',
      'CALLBACK_NOT_ALLOWED',
      {
        profile: { ...PROFILE, resultsCallbackUrl: 'javascript:alert(1)//https://clinic.example' },
      },
    ],
    [
      'the callback is a blob of the allowed origin',
      'CALLBACK_NOT_ALLOWED',
      { profile: { ...PROFILE, resultsCallbackUrl: 'blob:https://clinic.example/2f1c' } },
    ],
    [
      'the callback is no address',
      'CALLBACK_NOT_ALLOWED',
      { profile: { ...PROFILE, resultsCallbackUrl: 7 } },
    ],
  ])('is refused without a redirect when %s', async (_, code, claims) => {
    await refusedWithoutRedirect(await signed.sign(claims), code);
  });

  it.each<[why: string, code: string, claims: Claims]>([
    ['it has expired', 'LAUNCH_TOKEN_EXPIRED', { iat: -900, exp: -120 }],
    ['it lives too long', 'LAUNCH_TOKEN_INVALID', { exp: 3600 }],
    ['it was made in the future', 'LAUNCH_TOKEN_INVALID', { iat: 600, exp: 800 }],
    ['the time of its signature is a text', 'LAUNCH_TOKEN_INVALID', { iat: 'now' }],
    ['its id is too short to be unique', 'LAUNCH_TOKEN_INVALID', { jti: '1' }],
  ])('returns to the callback with the error code when %s', async (_, code, claims) => {
    await sentBack(await signed.sign(claims), code);
  });

  it('returns to the callback for an unknown configuration if another of the organisation allows it', async () => {
    const at = (configId: string, profileData: string) =>
      call(server, 'GET', `/api/profile/${configId}/${profileData}/-`);
    const refused = async (profileData: string, configId = 'gone') => {
      const answer = failure(await at(configId, profileData));
      expect(answer).toMatchObject({ status: 404, code: 'CONFIGURATION_NOT_FOUND' });
      return answer.resultsCallbackUrl;
    };
    expect(await refused(await signed.sign({ aud: 'gone' }))).toBe(CALLBACK);
    // Signed for another configuration, by another organisation, by nobody, or leading somewhere else.
    const other = await integrator(server, SIGNED);
    const elsewhere = { ...PROFILE, resultsCallbackUrl: 'https://evil.example/' };
    for (const profileData of [
      await signed.sign(),
      await signed.sign({ aud: 'gone', kid: null }, other.launchKey),
      await signed.sign({ aud: 'gone', iss: 'nobody' }),
      await signed.sign({ aud: 'gone', iss: other.identifier }),
      await signed.sign({ aud: 'gone', profile: elsewhere }),
      `${(await signed.sign({ aud: 'gone' })).slice(0, -4)}AAAA`,
      'a.b.c',
      plainProfile(PROFILE),
    ]) {
      expect(await refused(profileData)).toBeUndefined();
    }
  });

  it.each<[claim: string, claims: Claims]>([
    ['aud', { aud: 'demo' }],
    ['iss', { iss: 'perfuse' }],
    ['exp', { exp: 3600 }],
    ['iat', { iat: 600, exp: 800 }],
    ['iat', { iat: 'now' }],
    ['jti', { jti: '1' }],
    ['sessionId', { sessionId: 'visit 9' }],
    ['sessionId', { sessionId: '-' }],
    ['sessionId', { sessionId: '.' }],
    ['sessionId', { sessionId: '..' }],
  ])('is refused with the name of its invalid claim: %s', async (claim, claims) => {
    const answer = failure(await signed.launch(await signed.sign(claims)));
    expect(answer.message).toBe(`Claims of the launch link are not valid: ${claim}.`);
  });

  it("for another organisation's configuration is refused without a redirect, whatever its claims", async () => {
    const other = await integrator(server, { callbackOrigins: ['https://other.example'] });
    const theirs = { ...PROFILE, resultsCallbackUrl: 'https://other.example/done' };
    for (const claims of [
      { aud: other.configId },
      { aud: other.configId, iss: other.identifier },
      { aud: other.configId, iss: other.identifier, kid: null, profile: theirs },
      { aud: other.configId, iat: -900, exp: -120, profile: theirs },
    ]) {
      await refusedWithoutRedirect(await signed.sign(claims), 'LAUNCH_TOKEN_INVALID', other);
    }
  });

  it('returns to the callback when it is used again, also concurrently', async () => {
    const token = await signed.sign();
    expect((await signed.launch(token)).status).toBe(200);
    await sentBack(token, 'LAUNCH_TOKEN_USED');
    // The list is checked again: an address allowed then may be refused now.
    await signed.configure({ callbackOrigins: ['https://moved.example'] });
    await refusedWithoutRedirect(token, 'CALLBACK_NOT_ALLOWED');
    await signed.configure(SIGNED);

    const raced = await signed.sign();
    const answers = await Promise.all(Array.from({ length: 5 }, () => signed.launch(raced)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401]);
  });

  it('returns to the callback when it is used again after expiry, within the clock leeway', async () => {
    let ahead = 0;
    const later = await startServer({ now: () => Date.now() + ahead });
    const there = await integrator(later, SIGNED);
    const token = await there.sign({ exp: 60 });
    expect((await there.launch(token)).status).toBe(200);
    ahead = 1000 * (60 + LAUNCH_LIMITS.clockLeewayS / 2);
    await later.app.platform.housekeeping.run();
    await sentBack(token, 'LAUNCH_TOKEN_USED', there);
    await later.stop();
  });

  it('that is refused reports the signed session, and none that only the link names', async () => {
    const sessionId = 'visit-8';
    const used = await signed.sign({ sessionId });
    await signed.launch(used);
    const gone = await signed.sign({ aud: 'gone', sessionId });
    const atGone = await call(server, 'GET', `/api/profile/gone/${gone}/visit-9`);
    expect(failure(atGone)).toMatchObject({ resultsCallbackUrl: CALLBACK, sessionId });
    const evil = { ...PROFILE, resultsCallbackUrl: 'https://evil.example/' };
    for (const profileData of [
      used,
      await signed.sign({ sessionId }),
      await signed.sign({ sessionId, iat: -900, exp: -120 }),
      await signed.sign({ sessionId, jti: '1' }),
      await signed.sign({ sessionId, profile: evil }),
    ]) {
      expect(failure(await signed.launch(profileData, 'visit-9'))).toMatchObject({ sessionId });
    }
    const without = await signed.launch(await signed.sign({ sessionId, profile: undefined }));
    expect(failure(without)).toMatchObject({ code: 'LAUNCH_TOKEN_INVALID', sessionId });
    const profile = { ...PROFILE, age: 12 };
    const refused = failure(await signed.launch(await signed.sign({ sessionId, profile })));
    expect(refused).toMatchObject({ code: 'PROFILE_VALIDATION_FAILED', sessionId });

    for (const profileData of [
      await signed.sign({ profile }),
      await signed.sign({ sessionId: 'no session', profile }),
      `${(await signed.sign({ sessionId })).slice(0, -4)}AAAA`,
      await signed.sign({ sessionId, kid: null }, signed.resultsKey),
      plainProfile({ ...profile, sessionId }),
    ]) {
      const unsigned = failure(await signed.launch(profileData, sessionId));
      expect(unsigned.status).toBeGreaterThanOrEqual(400);
      expect(unsigned).not.toHaveProperty('sessionId');
    }
  });

  it('is refused without a redirect when another organisation, or a revoked key, signed it', async () => {
    const other = await integrator(server, SIGNED);
    await refusedWithoutRedirect(
      await signed.sign({ kid: null }, other.launchKey),
      'LAUNCH_TOKEN_INVALID',
    );
    await refusedWithoutRedirect(
      await signed.sign({ kid: null }, signed.resultsKey),
      'LAUNCH_TOKEN_INVALID',
    );
    const old = await signed.makeKey('launch', 'P-256');
    await signed.revokeKey(old.id);
    await refusedWithoutRedirect(await signed.sign({}, old), 'LAUNCH_TOKEN_INVALID');
  });

  it('is required unless the configuration says otherwise', async () => {
    await refusedWithoutRedirect(plainProfile(PROFILE), 'SIGNED_PROFILE_REQUIRED');
    await refusedWithoutRedirect('bm8ganNvbg', 'SIGNED_PROFILE_REQUIRED');
  });

  it('reports every invalid field, and the callback to return to', async () => {
    const profile = {
      resultsCallbackUrl: CALLBACK,
      age: 12,
      height: 'tall',
      weight: 20,
      gender: 'x',
      diabetes: 'type3',
      smoking: 2,
      bloodpressuremedication: 'yes',
      language: 'tlh',
    };
    expect(failure(await signed.launch(await signed.sign({ profile })))).toEqual({
      status: 400,
      code: 'PROFILE_VALIDATION_FAILED',
      message: expect.any(String) as unknown,
      resultsCallbackUrl: CALLBACK,
      details: {
        identifier: 'MISSING_MEASUREMENT_IDENTIFIER',
        age: 'INVALID_AGE',
        height: 'INVALID_HEIGHT',
        weight: 'INVALID_WEIGHT',
        gender: 'INVALID_GENDER',
        diabetes: 'INVALID_DIABETES',
        smoking: 'INVALID_SMOKING',
        bloodpressuremedication: 'INVALID_BLOOD_PRESSURE_MEDICATION',
        language: 'INVALID_PROFILE_STRUCTURE',
      },
    });
  });

  it('may be long, up to a limit', async () => {
    const profile = { ...PROFILE, note: 'x'.repeat(3500) };
    expect((await signed.launch(await signed.sign({ profile }))).status).toBe(200);
    const longer = { ...PROFILE, note: 'x'.repeat(5000) };
    expect((await signed.launch(await signed.sign({ profile: longer }))).status).toBe(400);
  });

  it('leaves nothing of the link in the log', async () => {
    const token = await signed.sign({ profile: { ...PROFILE, identifier: 'do-not-log-me' } });
    const sessionId = 'do-not-log-this-either';
    const { launchId } = launched(await signed.launch(token, sessionId));
    await signed.launch(token, sessionId);
    const log = server.log.join('');
    expect(log).toContain('/api/profile/:configId/:profileData/:sessionId');
    for (const secret of [token, token.slice(-40), sessionId, launchId, 'do-not-log-me']) {
      expect(log).not.toContain(secret);
    }
  });
});

describe('a plain launch', () => {
  it('is accepted if the configuration allows it, as is a signed one', async () => {
    expect(launched(await plain.launch(plainProfile(PROFILE)))).toMatchObject({
      profile: { identifier: 'case-7' },
      resultsCallbackUrl: CALLBACK,
    });
    expect((await plain.launch(await plain.sign())).status).toBe(200);
  });

  it.each([
    ['goes back where the configuration allows the address', CALLBACK, CALLBACK],
    ['goes nowhere else', 'https://evil.example/', undefined],
  ])('that is refused %s', async (_, asked, resultsCallbackUrl) => {
    const refused = plainProfile({ ...PROFILE, age: 5, resultsCallbackUrl: asked });
    expect(failure(await plain.launch(refused)).resultsCallbackUrl).toBe(resultsCallbackUrl);
  });

  it('cannot set addresses to load from or send to', async () => {
    const profile = {
      ...PROFILE,
      customHostname: 'evil.example',
      resultsCallbackApiUrl: 'https://evil.example/',
      eventsWebhookEndpoint: 'https://evil.example/',
      branding: { customCSSURL: 'https://evil.example/a.css' },
      logoUrl: 'https://evil.example/a.png',
      orgAddresses: [],
      deviceToken: 'x',
      settings: { customApiHostname: 'evil.example' },
    };
    const { code, details = {} } = failure(await plain.launch(plainProfile(profile)));
    expect(code).toBe('PROFILE_VALIDATION_FAILED');
    expect(Object.keys(details).sort()).toEqual([
      'branding',
      'customHostname',
      'deviceToken',
      'eventsWebhookEndpoint',
      'logoUrl',
      'orgAddresses',
      'resultsCallbackApiUrl',
      'settings.customApiHostname',
    ]);
  });

  it('that is not a JSON object is reported as a whole', async () => {
    for (const data of [
      'bm8ganNvbg',
      plainProfile([1]),
      plainProfile('text'),
      plainProfile(null),
    ]) {
      const answer = failure(await plain.launch(data));
      expect(answer).toMatchObject({
        code: 'PROFILE_VALIDATION_FAILED',
        details: { profile: 'INVALID_PROFILE_STRUCTURE' },
      });
      expect(answer).not.toHaveProperty('resultsCallbackUrl');
    }
  });
});

describe('the tokens of a link', () => {
  const refused = { status: 401, code: 'LAUNCH_TOKEN_INVALID', resultsCallbackUrl: CALLBACK };
  const launchWith = async (there: Integrator, profileData: string, token: string) =>
    there.launch(profileData, '-', token);
  const deviceOf = async (there: Integrator): Promise<string> =>
    (await registerDevice(server, there.licenceKey)).token;

  /** Tokens of people of an organisation: one of the app and, for staff, one of the protocol. */
  async function peopleOf({ organisationId, identifier, licenceKey }: Integrator) {
    const { people } = server.app.accounts;
    const email = newEmail();
    await people.createUser(organisationId, { email, password: PASSWORD, role: 'DFX_LEAD' });
    const { token } = await registerDevice(server, licenceKey);
    return {
      person: pairOf(await userSignIn(server, token, email)),
      staff: pairOf(await organisationSignIn(server, identifier, email)),
    };
  }

  it('may belong to a device of the organisation or to an unknown service', async () => {
    for (const there of [signed, plain]) {
      const device = await deviceOf(there);
      expect((await launchWith(there, await there.sign(), device)).status).toBe(200);
      expect((await launchWith(there, await there.sign(), 'of.another.service')).status).toBe(200);
    }
    const device = await deviceOf(plain);
    expect((await launchWith(plain, plainProfile(PROFILE), device)).status).toBe(200);
  });

  it.each(['person', 'staff'] as const)(
    'may not belong to a user, whose history the visitor would write to: %s',
    async (kind) => {
      for (const there of [signed, plain]) {
        const { Token, RefreshToken } = (await peopleOf(there))[kind];
        const link = there === signed ? await signed.sign() : plainProfile(PROFILE);
        const answer = await launchWith(there, link, Token);
        expect(failure(answer)).toMatchObject(refused);
        expect(answer.headers.get('set-cookie')).toBeNull();
        // Neither the link nor the session of the token is used up.
        expect((await launchWith(there, link, await deviceOf(there))).status).toBe(200);
        const body = { Token, RefreshToken };
        expect((await call(server, 'POST', '/api/auths/renew', { body })).status).toBe(200);
      }
    },
  );

  it('may not belong to a device of another organisation', async () => {
    const strange = await deviceOf(signed);
    expect(failure(await launchWith(plain, plainProfile(PROFILE), strange))).toMatchObject(refused);
    expect(failure(await launchWith(plain, await plain.sign(), strange))).toMatchObject(refused);
  });

  it('may not belong to a user in deviceToken of the profile either', async () => {
    const { person } = await peopleOf(signed);
    const profile = { ...PROFILE, deviceToken: person.Token };
    expect(failure(await signed.launch(await signed.sign({ profile })))).toMatchObject(refused);
    const own = { ...PROFILE, deviceToken: await deviceOf(signed) };
    expect((await signed.launch(await signed.sign({ profile: own }))).status).toBe(200);
  });
});

describe('the settings of a visit', () => {
  it('are those of the configuration, overridden by those of the profile', async () => {
    await using there = await configured({
      ...SIGNED,
      language: 'en',
      cameraAutoStart: true,
      branding: { pageTitle: 'Clinic', customCSSURL: 'https://clinic.example/a.css' },
      measurementControls: { distance: { enabled: true }, useOvalShape: true },
      customApiHostname: 'analysis.clinic.example',
      encryptResults: true,
    });
    const profile = {
      ...PROFILE,
      language: 'ja',
      cameraAutoStart: false,
      faceTracker: 'something else',
      branding: { customCSSURL: 'https://clinic.example/b.css' },
      measurementControls: { distance: { enabled: false } },
      settings: { language: 'de', hideHistograms: true },
      orgAddresses: [
        {
          Line1: '1 Main St',
          City: 'Springfield',
          State: 'IL',
          PostalCode: '62701',
          Country: 'US',
        },
      ],
      expireTokenAfterMeasurement: true,
      deviceToken: 'a-device-token',
    };
    expect(launched(await there.launch(await there.sign({ profile })))).toMatchObject({
      orgAddress: '1 Main St, Springfield, IL 62701, US',
      deviceToken: { Token: 'a-device-token', RefreshToken: null },
      settings: {
        language: 'ja',
        cameraAutoStart: false,
        faceTracker: 'mediapipe',
        hideHistograms: true,
        branding: { pageTitle: 'Clinic', customCSSURL: 'https://clinic.example/b.css' },
        measurementControls: { distance: { enabled: false }, useOvalShape: true },
        customApiHostname: 'analysis.clinic.example',
        encryptResults: true,
        expireTokenAfterMeasurement: true,
      },
    });
  });

  it('take a stylesheet, a picture or an analysis service only from allowed origins and hosts', async () => {
    await using there = await configured({
      ...SIGNED,
      brandingOrigins: ['https://cdn.example'],
      apiHostnames: ['other.example'],
    });
    const good = {
      ...PROFILE,
      customHostname: 'other.example',
      logoUrl: 'https://cdn.example/logo.png',
      branding: { customCSSURL: 'https://cdn.example/a.css' },
    };
    expect((await there.launch(await there.sign({ profile: good }))).status).toBe(200);
    const bad = {
      ...PROFILE,
      customHostname: 'evil.example',
      logoUrl: 'https://evil.example/logo.png',
      branding: {
        customCSSURL: 'https://evil.example/a.css',
        measurementHeaderImage: 'data:image/png;base64,iVBORw0KGgo=',
      },
    };
    expect(failure(await there.launch(await there.sign({ profile: bad })))).toMatchObject({
      code: 'PROFILE_VALIDATION_FAILED',
      resultsCallbackUrl: CALLBACK,
      details: {
        customHostname: 'INVALID_PROFILE_STRUCTURE',
        logoUrl: 'INVALID_PROFILE_STRUCTURE',
        'branding.customCSSURL': 'INVALID_PROFILE_STRUCTURE',
      },
    });
  });

  const configured = async (settings: ConfigurationSettings) => {
    const there = await integrator(server, settings);
    return { ...there, [Symbol.asyncDispose]: () => there.configure({}) };
  };
});

test('the tokens of a launch are renewed once, and end when their device is deregistered', async () => {
  const registered = await call(server, 'POST', '/analysis/organizations/licenses', {
    body: {
      Key: signed.licenceKey,
      DeviceTypeID: 'WEB',
      Name: 'clinic',
      Identifier: 'case-7',
      Version: '1',
    },
  });
  const pair = pairOf(registered);
  const renewed = pairOf(await call(server, 'POST', '/api/auths/renew', { body: pair }));
  const stolen = { body: pair, headers: { 'user-agent': 'thief' } };
  expect((await call(server, 'POST', '/api/auths/renew', stolen)).status).toBe(401);

  const again = pairOf(
    await call(server, 'POST', '/analysis/organizations/licenses', {
      body: { Key: signed.licenceKey, DeviceTypeID: 'WEB', Name: '', Identifier: '', Version: '' },
    }),
  );
  const token = again.Token;
  const ended = await call(server, 'DELETE', '/analysis/organizations/licenses', { token });
  expect(ended).toMatchObject({ status: 200, body: { success: true } });
  expect((await call(server, 'GET', '/analysis/auth', { token })).status).toBe(401);
  expect((await call(server, 'POST', '/api/auths/renew', { body: again })).status).toBe(401);
  expect(renewed.Token).not.toBe(pair.Token);
});

test('visits by link are rate limited by IP address', async () => {
  const limited = await startServer({ environment: { PERFUSE_RATE_STRICT: '2' } });
  const statuses: number[] = [];
  for (let round = 0; round < 4; round += 1) {
    statuses.push((await call(limited, 'GET', '/api/config/demo')).status);
  }
  await limited.stop();
  expect(statuses).toEqual([200, 200, 429, 429]);
});

describe('launches', () => {
  it('that are signed and valid are not rate limited by IP address', async () => {
    const clinic = await startServer({ environment: { PERFUSE_RATE_STRICT: '2' } });
    const there = await integrator(clinic, SIGNED);
    const register = () =>
      call(clinic, 'POST', '/analysis/organizations/licenses', {
        body: {
          Key: there.licenceKey,
          DeviceTypeID: 'WEB',
          Name: '',
          Identifier: '',
          Version: '',
        },
      });
    const statuses: number[] = [];
    for (let person = 0; person < 8; person += 1) {
      const pair = pairOf(await register());
      const launch = await there.launch(await there.sign());
      const renewed = await call(clinic, 'POST', '/api/auths/renew', { body: pair });
      statuses.push(launch.status, renewed.status);
    }
    expect(new Set(statuses)).toEqual(new Set([200]));

    // Refused requests count against the address, and block no valid ones.
    const forged = `${(await there.sign()).slice(0, -8)}AAAAAAAA`;
    const refused = [];
    for (let tries = 0; tries < 4; tries += 1) {
      refused.push((await there.launch(forged)).status);
    }
    expect(refused).toEqual([401, 401, 429, 429]);
    const stale = { body: { Token: 'a.b.c', RefreshToken: 'a'.repeat(43) } };
    expect((await call(clinic, 'POST', '/api/auths/renew', stale)).status).toBe(429);
    // Counted together with requests to strict routes.
    expect((await call(clinic, 'POST', '/api/token')).status).toBe(429);
    expect((await there.launch(await there.sign())).status).toBe(200);
    await clinic.stop();
  });

  it('that are signed are rate limited by configuration, without using up a refused link', async () => {
    const clinic = await startServer({ environment: { PERFUSE_RATE_LAUNCHES: '3' } });
    const there = await integrator(clinic, SIGNED);
    const other = await integrator(clinic, SIGNED);
    const links = await Promise.all(Array.from({ length: 4 }, () => there.sign()));
    const used = links[0] ?? '';
    const statuses: number[] = [];
    for (const link of links.slice(0, 2)) statuses.push((await there.launch(link)).status);
    // A used link does not count towards the limit.
    for (let tries = 0; tries < 5; tries += 1) statuses.push((await there.launch(used)).status);
    for (const link of links.slice(2)) statuses.push((await there.launch(link)).status);
    expect(statuses).toEqual([200, 200, 401, 401, 401, 401, 401, 200, 429]);
    expect((await other.launch(await other.sign())).status).toBe(200);
    const rows = await clinic.app.platform.database
      .selectFrom('launch_tokens')
      .selectAll()
      .where('organisation_id', '=', there.organisationId)
      .execute();
    expect(rows).toHaveLength(3);
    await clinic.stop();
  });

  it('that are signed cannot pass the limit of their configuration together', async () => {
    const clinic = await startServer({
      environment: { ...NO_LIMITS, PERFUSE_RATE_LAUNCHES: '2' },
    });
    const there = await integrator(clinic, SIGNED);
    const links = await Promise.all(Array.from({ length: 20 }, () => there.sign()));
    const answers = await Promise.all(links.map((link) => there.launch(link)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
    await clinic.stop();
  });

  it('that are unsigned are rate limited by IP address', async () => {
    const clinic = await startServer({ environment: { PERFUSE_RATE_STRICT: '2' } });
    const there = await integrator(clinic, PLAIN);
    const statuses: number[] = [];
    for (let tries = 0; tries < 3; tries += 1) {
      statuses.push((await there.launch(plainProfile(PROFILE))).status);
    }
    expect(statuses).toEqual([200, 200, 429]);
    await clinic.stop();
  });
});

describe('POST /api/launch/{configId}', () => {
  it('takes the contents of a link in the body, which is not logged', async () => {
    const token = await signed.sign({ sessionId: 'visit-8' });
    const body = { profileData: token, sessionId: 'visit-8' };
    const answer = await call(server, 'POST', `/api/launch/${signed.configId}`, { body });
    expect(launched(answer)).toMatchObject({ sessionId: 'visit-8', resultsCallbackUrl: CALLBACK });
    expect(server.log.join('')).not.toContain(token.slice(0, 60));
    const again = await call(server, 'POST', `/api/launch/${signed.configId}`, { body });
    expect(failure(again)).toMatchObject({ code: 'LAUNCH_TOKEN_USED' });
  });

  it('accepts only the session that the organisation signed', async () => {
    const launch = async (sessionId: string, signedId: string) =>
      signed.launch(await signed.sign({ sessionId: signedId }), sessionId);
    expect(launched(await launch('visit-8', 'visit-8')).sessionId).toBe('visit-8');
    expect(launched(await launch('-', 'visit-8')).sessionId).toBe('visit-8');
    const own = async (claims: Claims) => {
      const profileData = await signed.sign(claims);
      const body = { profileData, sessionId: '-', ownSessionId: 'of-the-page' };
      return launched(await call(server, 'POST', `/api/launch/${signed.configId}`, { body }));
    };
    expect((await own({})).sessionId).toBe('of-the-page');
    expect((await own({ sessionId: 'visit-8' })).sessionId).toBe('visit-8');
    expect(failure(await launch('visit-9', 'visit-8'))).toMatchObject({
      status: 401,
      code: 'LAUNCH_TOKEN_INVALID',
      message: 'Claims of the launch link are not valid: sessionId.',
      resultsCallbackUrl: CALLBACK,
    });
  });
});
