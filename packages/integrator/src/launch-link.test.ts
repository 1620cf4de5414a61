// SPDX-License-Identifier: Apache-2.0
import { generateKeyPairSync } from 'node:crypto';
import fc from 'fast-check';
import { jwtVerify } from 'jose';
import { LAUNCH_LIMITS, profileDataSchema, sessionIdSchema } from '@perfuse/contract/launch/link';
import { describe, expect, it } from 'vitest';
import { createLaunchLink, type LaunchOptions } from './launch-link.ts';

const ed25519 = generateKeyPairSync('ed25519');
const p256 = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const pem = ed25519.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

const OPTIONS: LaunchOptions = {
  origin: 'https://vitals.example.org',
  organisation: 'acme',
  configId: 'acme-web',
  launchKey: { id: 'k1', privateKey: pem },
  tokens: { Token: 'access.token', RefreshToken: 'refresh/token' },
  profile: {
    identifier: 'visit-7',
    resultsCallbackUrl: 'https://acme.example/back',
    age: 40,
    height: 180,
    weight: '80',
    gender: 'F',
  },
};
const partsOf = (url: string) => new URL(url).pathname.split('/').map(decodeURIComponent);

describe('a launch link', () => {
  it('carries the configuration, the signed profile, the tokens and the session', async () => {
    const link = await createLaunchLink({ ...OPTIONS, sessionId: 'visit:7' });
    expect(link.url.startsWith('https://vitals.example.org/org/c/acme-web/')).toBe(true);
    const [, org, c, configId, profileData, token, refreshToken, sessionId] = partsOf(link.url);
    expect([org, c, configId, token, refreshToken, sessionId]).toEqual([
      'org',
      'c',
      'acme-web',
      'access.token',
      'refresh/token',
      'visit:7',
    ]);
    expect(profileDataSchema.parse(profileData)).toBe(profileData);
    const { payload, protectedHeader } = await jwtVerify(profileData ?? '', ed25519.publicKey, {
      issuer: 'acme',
      audience: 'acme-web',
    });
    expect(protectedHeader).toEqual({ alg: 'EdDSA', kid: 'k1' });
    expect(payload).toMatchObject({
      jti: link.tokenId,
      profile: OPTIONS.profile,
      sessionId: 'visit:7',
    });
    expect(payload.exp).toBe(link.expiresAt.getTime() / 1000);
  });

  it('carries them in the fragment, hidden from servers, on request', async () => {
    const options = { ...OPTIONS, sessionId: 'visit:7', form: 'fragment' } as const;
    const url = new URL((await createLaunchLink(options)).url);
    expect(url.pathname).toBe('/org/c/acme-web');
    const parts = url.hash.slice(1).split('/').map(decodeURIComponent);
    expect(parts).toEqual([parts[0], 'access.token', 'refresh/token', 'visit:7']);
    expect(profileDataSchema.safeParse(parts[0]).success).toBe(true);
  });

  it('is signed with ES256 by a key on P-256', async () => {
    const { url } = await createLaunchLink({
      ...OPTIONS,
      launchKey: { privateKey: p256.privateKey },
    });
    const { protectedHeader } = await jwtVerify(partsOf(url)[4] ?? '', p256.publicKey);
    expect(protectedHeader).toEqual({ alg: 'ES256' });
  });

  it('is valid for five minutes, or for the given lifetime', async () => {
    const now = () => 1_700_000_000_000;
    const usual = await createLaunchLink({ ...OPTIONS, now });
    expect(usual.expiresAt.getTime() - now()).toBe(300_000);
    const longest = await createLaunchLink({ ...OPTIONS, now, lifetimeS: LAUNCH_LIMITS.tokenS });
    expect(longest.expiresAt.getTime() - now()).toBe(900_000);
    const shortest = await createLaunchLink({ ...OPTIONS, now, lifetimeS: 1 });
    expect(shortest.expiresAt.getTime() - now()).toBe(1000);
  });

  it('is different each time, with its own session id', async () => {
    const [one, two] = [await createLaunchLink(OPTIONS), await createLaunchLink(OPTIONS)];
    expect(one.sessionId).not.toBe(two.sessionId);
    expect(one.tokenId).not.toBe(two.tokenId);
    expect(sessionIdSchema.safeParse(one.sessionId).success).toBe(true);
  });

  it.each([
    ['a lifetime beyond 15 minutes', { lifetimeS: 901 }, 'LAUNCH_NOT_VALID'],
    ['a lifetime of nothing', { lifetimeS: 0 }, 'LAUNCH_NOT_VALID'],
    ['a lifetime that is over', { lifetimeS: -60 }, 'LAUNCH_NOT_VALID'],
    ['no lifetime', { lifetimeS: Number.NaN }, 'LAUNCH_NOT_VALID'],
    ['a session id with a space', { sessionId: 'a b' }, 'LAUNCH_NOT_VALID'],
    ['a session id that means none', { sessionId: '-' }, 'LAUNCH_NOT_VALID'],
    ['a session id that is a step in a path', { sessionId: '.' }, 'LAUNCH_NOT_VALID'],
    ['a session id that is a step up', { sessionId: '..' }, 'LAUNCH_NOT_VALID'],
    ['a configuration id with a slash', { configId: 'a/b' }, 'LAUNCH_NOT_VALID'],
    ['an organisation in capitals', { organisation: 'Acme' }, 'LAUNCH_NOT_VALID'],
    ['an address that is not of the web', { origin: 'javascript:alert(1)' }, 'ADDRESS_NOT_VALID'],
    ['a key that is none', { launchKey: { privateKey: 'secret' } }, 'KEY_NOT_USABLE'],
    ['a public key', { launchKey: { privateKey: ed25519.publicKey } }, 'KEY_NOT_USABLE'],
    [
      'a key on another curve',
      { launchKey: { privateKey: generateKeyPairSync('ec', { namedCurve: 'P-384' }).privateKey } },
      'KEY_NOT_USABLE',
    ],
    [
      'a profile too large for a link',
      { checkProfile: false, profile: { identifier: 'x'.repeat(6000) } },
      'PROFILE_TOO_LARGE',
    ],
  ])('refuses %s', async (_what, options, code) => {
    await expect(createLaunchLink({ ...OPTIONS, ...options })).rejects.toMatchObject({ code });
  });

  it('names every field of a profile that the server would refuse', async () => {
    const profile = { identifier: '', age: 12, height: 180 };
    await expect(createLaunchLink({ ...OPTIONS, profile })).rejects.toMatchObject({
      code: 'PROFILE_VALIDATION_FAILED',
      fields: {
        identifier: 'MISSING_MEASUREMENT_IDENTIFIER',
        age: 'INVALID_AGE',
        bmi: 'INVALID_BMI',
      },
    });
    const unchecked = createLaunchLink({ ...OPTIONS, profile, checkProfile: false });
    await expect(unchecked).resolves.toMatchObject({ sessionId: expect.any(String) as string });
  });

  it.each(['/back', 'acme.example/back', 'javascript:alert(1)', 'https://a:b@acme.example/'])(
    'refuses the callback address %s, as the server would',
    async (resultsCallbackUrl) => {
      const profile = { ...OPTIONS.profile, resultsCallbackUrl };
      await expect(createLaunchLink({ ...OPTIONS, profile })).rejects.toMatchObject({
        code: 'PROFILE_VALIDATION_FAILED',
        fields: { resultsCallbackUrl: 'INVALID_PROFILE_STRUCTURE' },
      });
    },
  );

  it('may have no callback address', async () => {
    const profile = { ...OPTIONS.profile, resultsCallbackUrl: '' };
    await expect(createLaunchLink({ ...OPTIONS, profile })).resolves.toBeDefined();
  });

  it('may change a setting that an unsigned link may not', async () => {
    const profile = { ...OPTIONS.profile, eventsWebhookEndpoint: 'https://acme.example/events' };
    await expect(createLaunchLink({ ...OPTIONS, profile })).resolves.toBeDefined();
  });

  it('names a field of a profile that the server would ignore', async () => {
    // As from JavaScript: the types do not include it.
    const profile = { ...OPTIONS.profile, smoker: 1 };
    await expect(createLaunchLink({ ...OPTIONS, profile })).rejects.toMatchObject({
      code: 'PROFILE_VALIDATION_FAILED',
      fields: { smoker: 'INVALID_PROFILE_STRUCTURE' },
    });
    const unchecked = createLaunchLink({ ...OPTIONS, profile, checkProfile: false });
    await expect(unchecked).resolves.toMatchObject({ sessionId: expect.any(String) as string });
  });

  it('has no key or token in its error messages', async () => {
    const thrown = createLaunchLink({ ...OPTIONS, profile: { identifier: '' } });
    await expect(thrown).rejects.toSatisfy(
      (error: Error) => !error.message.includes('token') && !error.message.includes('PRIVATE'),
    );
  });

  it('encodes any token and identifier without loss', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ minLength: 1, unit: 'grapheme' }),
        fc.string({ minLength: 1 }),
        async (token, identifier) => {
          const { url } = await createLaunchLink({
            ...OPTIONS,
            tokens: {
              Token: `t${token}`,
              RefreshToken: token === '.' || token === '..' ? 'r' : `r${token}`,
            },
            profile: { identifier },
            checkProfile: false,
            sessionId: 's',
          });
          const parts = partsOf(url);
          expect(parts).toHaveLength(8);
          expect(parts[5]).toBe(`t${token}`);
          const { payload } = await jwtVerify(parts[4] ?? '', ed25519.publicKey);
          expect(payload['profile']).toEqual({ identifier });
        },
      ),
      { numRuns: 30 },
    );
  });
});
