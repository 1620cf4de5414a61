// SPDX-License-Identifier: Apache-2.0
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderScreen } from '../../../testing/render-screen.test-support.tsx';
import { SecondFactorCard } from './SecondFactorCard.tsx';

type Answer =
  | { readonly status: number; readonly body: unknown }
  | 'away'
  /** Ends when the test says so. */
  | Promise<Response>;
const ok = (body: unknown): Answer => ({ status: 200, body });
const refused = (status: number, Code: string): Answer => ({
  status,
  body: { Code, Message: Code },
});
const STATE = 'GET /api/account/second-factor';
const BEGIN = 'POST /api/account/second-factor';
const CONFIRM = 'POST /api/account/second-factor/confirm';
const END = 'POST /api/account/second-factor/end';
const CODES = Array.from({ length: 10 }, (_, at) => `0000${String(at)}-abcde`);

/** Answers of the service, by method and path; a test changes them while it runs. */
let answers: Record<string, Answer>;
let asked: { route: string; body: unknown }[];
beforeEach(() => {
  asked = [];
  answers = {
    'POST /api/token': ok({ Token: 'token', RefreshToken: 'refresh' }),
    [STATE]: ok({ since: null, recoveryCodes: 0 }),
    [BEGIN]: ok({ secret: 'ABCDEFGH', address: 'otpauth://totp/x?secret=ABCDEFGH' }),
    [CONFIRM]: ok({ recoveryCodes: CODES }),
    [END]: ok({ success: true }),
  };
  vi.stubGlobal('fetch', (address: string, init: RequestInit) => {
    const { pathname } = new URL(address, 'http://localhost');
    const route = `${init.method ?? 'GET'} ${pathname}`;
    asked.push({ route, body: typeof init.body === 'string' ? JSON.parse(init.body) : null });
    const answer = answers[route] ?? refused(404, 'NOT_FOUND');
    if (answer === 'away') return Promise.reject(new TypeError('away'));
    if (answer instanceof Promise) return answer;
    return Promise.resolve(Response.json(answer.body, { status: answer.status }));
  });
});
afterEach(() => vi.unstubAllGlobals());

const USER = { username: 'ada@example.org', phoneNumber: '' };
const show = (user = USER) => renderScreen(<SecondFactorCard user={user} />);
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
const enter = async (label: string, value: string) => {
  fireEvent.change(await screen.findByLabelText(label), { target: { value } });
};

test('the second factor is turned on with password, key and code; the recovery codes must be acknowledged', async () => {
  await show();
  await press('Turn on');
  await enter('Your password', 'secret');
  screen.getByLabelText('Your password').focus();
  await press('Continue');
  expect(
    await screen.findByRole('img', { name: 'QR code for the authenticator app' }),
  ).toBeTruthy();
  expect(screen.getByText('ABCD EFGH')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByRole('dialog', { name: 'Connect the app' }));
  const label = 'Six-digit code that the app shows';
  const field = screen.getByLabelText(label);
  expect(field.getAttribute('autocomplete')).toBe('one-time-code');
  expect(field.getAttribute('inputmode')).toBe('numeric');
  answers[CONFIRM] = refused(401, 'INVALID_MFA_TOKEN');
  await enter(label, '111111');
  await press('Turn on');
  expect(await screen.findByText(/is wrong or has already been used/)).toBeTruthy();
  answers[CONFIRM] = ok({ recoveryCodes: CODES });
  answers[STATE] = ok({ since: 1, recoveryCodes: 10 });
  await enter(label, ' 222222 ');
  await press('Turn on');
  for (const code of CODES) expect(await screen.findByText(code)).toBeTruthy();
  expect(asked.find(({ route }) => route === BEGIN)?.body).toEqual({ password: 'secret' });
  expect(asked.findLast(({ route }) => route === CONFIRM)?.body).toEqual({ code: '222222' });
  await press('I have saved them');
  expect(await screen.findByText(/10 recovery codes are left/)).toBeTruthy();
  expect(screen.queryByText(CODES[0] ?? '')).toBeNull();
});

test('recovery codes on their way are not lost: the dialog cannot be closed before they arrive', async () => {
  let arrive: (answer: Response) => void = () => undefined;
  answers[STATE] = ok({ since: 1, recoveryCodes: 2 });
  answers['POST /api/account/second-factor/recovery-codes'] = new Promise((resolve) => {
    arrive = resolve;
  });
  await show();
  await press('New recovery codes');
  await enter('Your password', 'secret');
  await enter('Code from the app, or a recovery code', '123456');
  await press('Create new codes');
  await press('Cancel');
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
  arrive(Response.json({ recoveryCodes: CODES }));
  expect(await screen.findByText(CODES[0] ?? '')).toBeTruthy();
});

test('users without a password are not asked for one, and are told when they must sign in again', async () => {
  answers[BEGIN] = refused(403, 'RESTRICTED');
  await show({ username: '', phoneNumber: '+12025550143' });
  await press('Turn on');
  expect(screen.queryByLabelText('Your password')).toBeNull();
  await press('Continue');
  expect(await screen.findByText(/sign out, sign in again/)).toBeTruthy();
  expect(asked.find(({ route }) => route === BEGIN)?.body).toEqual({});
});

test.each<[string, Answer, RegExp]>([
  ['a wrong password', refused(401, 'INVALID_USER'), /password is incorrect/],
  ['a wrong code', refused(401, 'INVALID_MFA_TOKEN'), /is wrong/],
  ['too many attempts', refused(429, 'TOO_MANY_ATTEMPTS'), /Too many attempts/],
  ['no connection', 'away', /did not answer/],
])('turning off reports %s', async (_what, answer, words) => {
  answers[STATE] = ok({ since: 1, recoveryCodes: 2 });
  answers[END] = answer;
  await show();
  expect(await screen.findByText(/Create new ones before you run out/)).toBeTruthy();
  await press('Turn off');
  await enter('Your password', 'secret');
  await enter('Code from the app, or a recovery code', '123456');
  await press('Turn off');
  expect(await screen.findByText(words)).toBeTruthy();
});

test('an empty password and an empty code are named, and the first takes the focus', async () => {
  answers[STATE] = ok({ since: 1, recoveryCodes: 2 });
  await show();
  await press('Turn off');
  await screen.findByRole('dialog');
  await press('Turn off');
  expect(screen.getByText('Your password is required.')).toBeTruthy();
  expect(screen.getByText('Code from the app, or a recovery code is required.')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByLabelText('Your password'));
  expect(asked.map(({ route }) => route)).not.toContain(END);
});

test('an unknown state can be requested again', async () => {
  answers[STATE] = 'away';
  await show();
  expect(await screen.findByText(/could not check whether/)).toBeTruthy();
  answers[STATE] = ok({ since: null, recoveryCodes: 0 });
  await press('Try again');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Turn on' })).not.toBeNull());
});
