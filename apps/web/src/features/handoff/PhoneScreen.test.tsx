// SPDX-License-Identifier: Apache-2.0
import type { RedeemedHandOff } from '@perfuse/contract/handoff/handoff';
import { EMPTY_PROFILE } from '@perfuse/contract/person/profile';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { launchedConfiguration } from '../../launch/launched.test-support.ts';
import { renderScreen } from '../../testing/render-screen.test-support.tsx';
import { visitServicesOf } from '../../services/visit-services.ts';
import { PhoneScreen } from './PhoneScreen.tsx';

const TOKEN = 't'.repeat(43);
const PAIR = { Token: 'phone', RefreshToken: 'refresh' };
const GUEST: RedeemedHandOff = {
  pair: PAIR,
  user: null,
  session: {
    termsAccepted: true,
    consentCompleted: true,
    consent: null,
    profileCompleted: true,
    profile: { ...EMPTY_PROFILE, age: '52' },
  },
  language: 'en',
  launched: null,
};
const PERSON: RedeemedHandOff = {
  ...GUEST,
  user: { username: 'ada@example.org', phoneNumber: '' },
};

type Answer = { status: number; body: unknown } | 'away';
let redeem: Answer;
let redeemed: number;
const ok = (body: unknown): Answer => ({ status: 200, body });
const refuse = (status: number, Code: string): Answer => ({ status, body: { Code, Message: '' } });

beforeEach(() => {
  redeemed = 0;
  redeem = ok(GUEST);
  const others: Record<string, Answer> = {
    'POST /api/auths/renew': ok(PAIR),
    'POST /api/userData': ok({ success: true }),
    'POST /api/auths/logout': ok({ success: true }),
  };
  vi.stubGlobal('fetch', (address: string, init: RequestInit) => {
    const route = `${init.method ?? 'GET'} ${address}`;
    const isRedemption = route === 'POST /api/handoff/redeem';
    if (isRedemption) redeemed += 1;
    const answer = isRedemption ? redeem : (others[route] ?? refuse(503, 'SERVICE_UNAVAILABLE'));
    if (answer === 'away') return Promise.reject(new TypeError('away'));
    return Promise.resolve(Response.json(answer.body, { status: answer.status }));
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  window.history.replaceState(null, '', '/');
});

function arrive(hash = `#${TOKEN}`) {
  window.history.replaceState(null, '', `/phone${hash}`);
  return renderScreen(<PhoneScreen />);
}
const titled = (name: string) => screen.findByRole('heading', { name });

test('a guest continues at once, with the data entered before and a token of the phone', async () => {
  const { services, place } = await arrive();
  expect(window.location.hash).toBe('');
  await waitFor(() => expect(place()).toBe('/preload'));
  expect(redeemed).toBe(1);
  const { profile, profileCompleted, consentCompleted } = services.session.getState();
  expect({ age: profile.age, profileCompleted, consentCompleted }).toEqual({
    age: '52',
    profileCompleted: true,
    consentCompleted: true,
  });
  expect(await services.deviceToken.get()).toBe('phone');
});

test('a signed-in user sees whose session it is and can reject it', async () => {
  redeem = ok(PERSON);
  const { services, place } = await arrive();
  await titled('You are signed in on this phone');
  expect(screen.getByText(/ada@example.org/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'This is not me' }));
  await waitFor(() => expect(place()).toBe('/'));
  expect(services.account.store.getState().user).toBeNull();
  expect(services.session.getState().profile.age).toBe('');
});

test('a signed-in user continues after confirming', async () => {
  redeem = ok(PERSON);
  const { place } = await arrive();
  fireEvent.click(await screen.findByRole('button', { name: 'Continue' }));
  await waitFor(() => expect(place()).toBe('/preload'));
});

test('the visit of an organisation is carried over', async () => {
  const launched = launchedConfiguration({ resultsCallbackUrl: 'https://clinic.example/done' });
  redeem = ok({ ...GUEST, launched });
  const { services, place } = await arrive();
  await waitFor(() => expect(place()).toBe('/preload'));
  expect(visitServicesOf(services).visit.getState()).toMatchObject({
    configId: 'acme-web',
    resultsCallbackUrl: 'https://clinic.example/done',
    sessionId: 's-1',
  });
  expect(services.session.getState()).toMatchObject({ organisation: 'org-1' });
  expect(services.session.getState().profile.age).toBe('52');
});

test('the code of an organisation’s visit leads to no start without the organisation', async () => {
  redeem = refuse(400, 'INVALID_HANDOFF');
  window.history.replaceState(null, '', `/phone/acme-web#${TOKEN}`);
  await renderScreen(
    <Routes location="/start/acme-web">
      <Route path="/*" element={<PhoneScreen />} />
    </Routes>,
  );
  await titled('This code no longer works');
  expect(screen.queryByRole('button', { name: 'Start again on this phone' })).toBeNull();
});

test.each([
  ['a code that was used or has run out', refuse(400, 'INVALID_HANDOFF'), `#${TOKEN}`],
  ['a link without its token', ok(GUEST), ''],
  ['a link that was cut', ok(GUEST), '#t'],
])('%s leads to a new start', async (_, answer, hash) => {
  redeem = answer;
  const { place } = await arrive(hash);
  await titled('This code no longer works');
  fireEvent.click(screen.getByRole('button', { name: 'Start again on this phone' }));
  await waitFor(() => expect(place()).toBe('/'));
});

test.each([
  ['No connection', 'away' as const],
  ['That did not work', refuse(503, 'SERVICE_UNAVAILABLE')],
  ['That did not work', refuse(429, 'RATE_LIMIT')],
])("'%s' is shown and can be retried", async (title, answer) => {
  redeem = answer;
  const { place } = await arrive();
  await titled(title);
  redeem = ok(GUEST);
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(place()).toBe('/preload'));
  expect(redeemed).toBe(2);
});
