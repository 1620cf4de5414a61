// SPDX-License-Identifier: Apache-2.0
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderScreen } from '../../testing/render-screen.test-support.tsx';
import { PATHS } from '../../routes/paths.ts';
import { ConfirmScreen } from './ConfirmScreen.tsx';

const EMAIL = 'ada@example.org';
const PAIR = { Token: 'access', RefreshToken: 'refresh' };
const STEP = {
  Email: EMAIL,
  SecondStep: { Token: 'step-of-the-first', ExpiresIn: 300 },
  Enrolment: { secret: 'GEZDGNBVGY3TQOJQ', address: 'otpauth://totp/x?secret=GEZDGNBVGY3TQOJQ' },
};
const refusal = (Code: string): [number, unknown] => [401, { Code, Message: Code }];

beforeEach(() => window.history.replaceState(null, '', '/confirm#token-of-the-link'));
afterEach(() => {
  vi.unstubAllGlobals();
  window.history.replaceState(null, '', '/');
});

/** Answers by path; returns what was sent, in order. */
function service(given: Record<string, [status: number, body: unknown]>) {
  const sent: unknown[] = [];
  vi.stubGlobal('fetch', (address: string, init: { readonly body: string }) => {
    const { pathname } = new URL(address, 'http://localhost');
    const [status, body] = given[pathname] ?? [404, null];
    if (/confirm|second-step/.test(pathname)) sent.push(JSON.parse(init.body));
    return Promise.resolve(Response.json(body, { status }));
  });
  return sent;
}

async function confirm() {
  const rendered = await renderScreen(<ConfirmScreen />);
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'secret' } });
  fireEvent.click(screen.getByRole('button', { name: 'Confirm and sign in' }));
  return rendered;
}

function submitCode(): void {
  fireEvent.change(screen.getByLabelText('Verification code'), { target: { value: '123456' } });
  fireEvent.click(screen.getByRole('button', { name: 'Turn on and sign in' }));
}

test('the password activates the account, and the app continues', async () => {
  const sent = service({
    '/api/users/confirm': [200, { ...PAIR, Email: EMAIL }],
    '/api/userData': [200, { success: true }],
    '/api/auths/renew': [200, PAIR],
  });
  const { services, place } = await confirm();
  await waitFor(() => expect(place()).toBe(PATHS.entry));
  expect(sent).toEqual([{ token: 'token-of-the-link', password: 'secret' }]);
  expect(services.account.store.getState().user).toMatchObject({ username: EMAIL });
});

test('where a second factor is required an authenticator app is connected first, as at any sign-in', async () => {
  const sent = service({
    '/api/users/confirm': [200, STEP],
    '/api/userData': [200, { success: true }],
    '/api/auths/renew': [200, PAIR],
    '/api/signin/second-step': [200, { ...PAIR, RecoveryCodes: ['abcde-fghjk', 'mnpqr-stvwx'] }],
  });
  const { services, place } = await confirm();
  expect(await screen.findByRole('heading', { name: 'Connect an authenticator app' })).toBeTruthy();
  expect(await screen.findByText('GEZD GNBV GY3T QOJQ')).toBeTruthy();
  submitCode();
  expect(await screen.findByText('mnpqr-stvwx')).toBeTruthy();
  expect(sent.at(-1)).toEqual({ Token: 'step-of-the-first', Code: '123456' });
  expect(services.account.store.getState().user).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'I have saved them' }));
  await waitFor(() => expect(place()).toBe(PATHS.entry));
  expect(services.account.store.getState().user).toMatchObject({ username: EMAIL });
});

test('an expired second step leads to the sign-in, with the email address filled in', async () => {
  service({
    '/api/users/confirm': [200, STEP],
    '/api/signin/second-step': refusal('SECOND_STEP_EXPIRED'),
  });
  await confirm();
  await screen.findByRole('heading', { name: 'Connect an authenticator app' });
  submitCode();
  expect(await screen.findByText(/took too long/)).toBeTruthy();
  expect(screen.getByLabelText('Email address')).toHaveProperty('value', EMAIL);
});

test('an empty password is named and takes the focus', async () => {
  const sent = service({});
  await renderScreen(<ConfirmScreen />);
  fireEvent.click(screen.getByRole('button', { name: 'Confirm and sign in' }));
  expect(screen.getByText('Password is required.')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByLabelText('Password'));
  expect(sent).toEqual([]);
});

test('a wrong password is reported, and can be entered again', async () => {
  service({ '/api/users/confirm': refusal('INVALID_USER') });
  await confirm();
  expect(
    await screen.findByText(/not the password chosen when this account was created/),
  ).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Confirm and sign in' })).toBeTruthy();
});
