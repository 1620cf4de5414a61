// SPDX-License-Identifier: Apache-2.0
/** Whose answers and results a page shows after a person signs in or leaves. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CONSENT_TEXTS } from '../account/consent-texts.test-support.ts';
import { givenConsent } from '../account/consents.ts';
import { ORGANISATION } from '../gallery/fake-backend.ts';
import { withToken } from '../account/token-source.ts';
import { OUTCOME } from '../session/outcome.test-support.ts';
import { INITIAL_STORED_SESSION } from '../session/session-state.ts';
import { createServices } from './services.ts';

const USER = { username: 'ada@example.org', phoneNumber: '' };
const tokenOf = (userId: string) => `a.${btoa(JSON.stringify({ UserID: userId }))}.c`;
const pairOf = (userId: string) => ({ Token: tokenOf(userId), RefreshToken: 'refresh' });
const DEVICE = { Token: 'device', RefreshToken: 'refresh' };
const CONSENT = givenConsent({ terms: true, data: true }, CONSENT_TEXTS, '/privacy');
const CONTROLLER = { company: 'Acme', contact: '', email: '', on_behalf: false };
const ON_RECORD = {
  ...CONSENT,
  ID: 'receipt',
  data_controller: CONTROLLER,
  Created: 0,
  success: true,
  WithdrawalToken: 'withdrawal',
};
type Answers = Readonly<Record<string, readonly [status: number, body: unknown]>>;
const refused = (code: string, status = 401) => [status, { code, message: code }] as const;

const SERVICE: Answers = {
  '/api/env-vars': [200, { apiHost: 'localhost/analysis' }],
  '/api/status': [
    200,
    { auth: false, signIn: { loginType: 'password', allowSignup: true, orgIdentifier: 'demo' } },
  ],
  '/api/userData': [200, { userData: null }],
  '/api/token': [200, { ...DEVICE, Token: 'another' }],
  '/api/auths/check': refused('INVALID_TOKEN'),
  '/analysis/consents': [200, { purposes: [] }],
};

/** A page of a browser in which the person, or a guest for null, has consented, answered and measured. */
function page(userId: string | null, answers: Answers, device: object = DEVICE) {
  const session = {
    ...INITIAL_STORED_SESSION,
    termsAccepted: true,
    consentCompleted: true,
    profileCompleted: true,
    profile: { ...INITIAL_STORED_SESSION.profile, age: '57' },
    userId,
  };
  localStorage.setItem('perfuse.session.consumer', JSON.stringify(session));
  localStorage.setItem('perfuse.activity', String(Date.now()));
  sessionStorage.setItem('perfuse.results.consumer', JSON.stringify([OUTCOME]));
  sessionStorage.setItem('perfuse.device', JSON.stringify(device));
  vi.stubGlobal('fetch', (address: string) => {
    const { pathname } = new URL(address, 'http://localhost');
    const [status, body] = { ...SERVICE, ...answers }[pathname] ?? refused('NOT_FOUND', 404);
    return Promise.resolve(Response.json(body, { status }));
  });
  const services = createServices();
  const { account, deviceToken } = services;
  return {
    ...services,
    shown: () => {
      const {
        consentCompleted,
        profileCompleted,
        profile,
        results,
        userId: owner,
      } = services.session.getState();
      return { consentCompleted, profileCompleted, age: profile.age, count: results.length, owner };
    },
    ended: () => account.store.getState().ended,
    device: deviceToken.held,
  };
}

const NOTHING = { consentCompleted: false, profileCompleted: false, age: '', count: 0 };
const EVERYTHING = { consentCompleted: true, profileCompleted: true, age: '57', count: 1 };
const kept = (userId: string): Answers => ({
  '/api/userData': [200, { userData: JSON.stringify({ ...USER, userId }) }],
});

beforeEach(() => {
  vi.spyOn(console, 'warn').mockReturnValue();
});
afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
});

test.each([
  ['which the service has ended', kept('ada')],
  ['which ended with the browser, as did its name', {}],
])('the data of a user whose session is over, %s, is not shown to a guest', async (_, answers) => {
  const { launch, shown, ended, device } = page('ada', answers);
  await launch.start();
  expect(shown()).toEqual({ ...NOTHING, owner: null });
  expect(ended()).toBe('session-expired');
  await expect.poll(device).toBe('another');
});

test('the data of a user is kept while the service cannot say who is signed in', async () => {
  const { launch, shown, ended } = page('ada', {
    ...kept('ada'),
    '/api/auths/check': refused('INTERNAL_ERROR', 503),
  });
  await launch.start();
  expect(shown()).toEqual({ ...EVERYTHING, owner: 'ada' });
  expect(ended()).toBeNull();
});

test.each([null, 'ben'])(
  'a user who signs in does not see the data of the previous user %s',
  async (before) => {
    const { launch, account, shown, device } = page(before, {
      '/api/auths/check': refused('INTERNAL_ERROR', 503),
      '/api/userData': [503, null],
      '/analysis/consents': [503, null],
    });
    await launch.start();
    vi.stubGlobal('fetch', (address: string) => {
      const isConsent = address.includes('/consents');
      return Promise.resolve(
        Response.json(isConsent ? { purposes: [] } : { ...pairOf('ada'), success: true }),
      );
    });
    await account.signIn(pairOf('ada'), USER);
    expect(shown()).toEqual({ ...NOTHING, owner: 'ada' });
    expect(device()).toBeNull();
  },
);

test('a reload restores the data of the signed-in user, or of the guest', async () => {
  const answers = { ...kept('ada'), '/api/auths/check': [200, pairOf('ada')] } as const;
  const consented = { '/analysis/consents': [503, null] } as const;
  const person = page('ada', { ...answers, ...consented });
  await person.launch.start();
  expect(person.shown()).toEqual({ ...EVERYTHING, owner: 'ada' });
  const guest = page(null, {});
  await guest.launch.start();
  expect(guest.shown()).toEqual({ ...EVERYTHING, owner: null });
  expect(guest.ended()).toBeNull();
  expect(guest.device()).toBe('device');
});

/** The service, where everybody's consent is on record; `sent` collects the calls with their tokens. */
function tellingService(withdrawal: Answers[string] = [200, { success: true }]) {
  const sent: string[] = [];
  vi.stubGlobal('fetch', (address: string, init: RequestInit = {}) => {
    const { pathname } = new URL(address, 'http://localhost');
    const inHeader = (new Headers(init.headers).get('Authorization') ?? '').replace('Bearer ', '');
    const inBody = /"Token":"(.*?)"/.exec(typeof init.body === 'string' ? init.body : '')?.[1];
    sent.push(`${init.method ?? 'GET'} ${pathname} ${inBody ?? inHeader}`);
    const [status, body] =
      pathname === '/analysis/consents/withdrawal'
        ? withdrawal
        : pathname === '/analysis/consents'
          ? [200, ON_RECORD]
          : (SERVICE[pathname] ?? [200, { ...ORGANISATION, success: true }]);
    return Promise.resolve(Response.json(body, { status }));
  });
  return sent;
}

const withdrawn = (sent: readonly string[]) =>
  sent.filter((one) => /(PATCH|POST) .*\/consents/.test(one));

test("a guest's withdrawal in another tab applies to the device of the first tab", async () => {
  const first = page(null, {});
  await first.launch.start();
  tellingService();
  await first.consents.save(CONSENT);
  first.flush();
  // The tab is closed, and its device's token is lost.
  sessionStorage.clear();
  const stored = localStorage.getItem('perfuse.session.consumer');
  expect(stored).toContain('"withdrawalTokens":["withdrawal"]');
  expect(stored).not.toContain(DEVICE.Token);
  const second = createServices();
  await second.launch.start();
  const sent = tellingService();
  expect(await second.consents.withdraw(CONSENT)).toBe(true);
  expect(withdrawn(sent)).toEqual(['POST /analysis/consents/withdrawal withdrawal']);
  second.session.getState().reset();
  second.flush();
  expect(localStorage.getItem('perfuse.session.consumer')).not.toContain('"withdrawal"');
});

test("a guest's withdrawal is incomplete with a token that is no longer valid", async () => {
  const { launch, consents } = page(null, {});
  await launch.start();
  tellingService();
  await consents.save(CONSENT);
  const sent = tellingService(refused('INVALID_TOKEN'));
  expect(await consents.withdraw(CONSENT)).toBe(false);
  expect(withdrawn(sent)).toEqual(['POST /analysis/consents/withdrawal withdrawal']);
});

test("a guest's withdrawal fails where the service does not know how to withdraw", async () => {
  const { launch, consents } = page(null, {});
  await launch.start();
  tellingService();
  await consents.save(CONSENT);
  tellingService(refused('NOT_FOUND', 404));
  await expect(consents.withdraw(CONSENT)).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

const givenUp = (sent: readonly string[]) =>
  sent.filter((one) => one.includes('/analysis/organizations/licenses'));

test('forgetting a guest releases all their devices, including that of a closed tab', async () => {
  const { launch, session, account, device } = page(null, {});
  session.getState().addWithdrawalToken('closed');
  session.getState().addWithdrawalToken('own');
  await launch.start();
  const sent = tellingService();
  account.signOut('requested');
  expect(device()).toBeNull();
  // The pages of other tests count as other tabs, and release their devices afterwards.
  await expect
    .poll(() => givenUp(sent).slice(0, 2))
    .toEqual([
      'POST /analysis/organizations/licenses/release closed',
      'POST /analysis/organizations/licenses/release own',
    ]);
});

test('a guest who returns after the idle timeout is also forgotten at the service, once its address is known', async () => {
  page(null, {});
  localStorage.setItem('perfuse.activity', '1');
  const { launch } = createServices();
  const sent = tellingService();
  await launch.start();
  await expect
    .poll(() => givenUp(sent))
    .toEqual(['DELETE /analysis/organizations/licenses device']);
});

test("forgetting a guest does not release an integrator's device", async () => {
  const { launch, account, token, analysis, device } = page(
    null,
    {},
    { ...DEVICE, launched: true },
  );
  await launch.start();
  const sent = tellingService();
  account.signOut('idle');
  // By now any request would have been sent.
  await withToken(token, (value) => analysis().call('retrieveConsent', { token: value }));
  expect(device()).toBe('device');
  expect(givenUp(sent)).toEqual([]);
});
