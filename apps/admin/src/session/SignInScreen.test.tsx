// SPDX-License-Identifier: Apache-2.0
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { SESSION } from '../testing/fixtures.test-support.ts';
import type { FakeServer } from '../testing/fake-server.test-support.ts';
import {
  alerts,
  field,
  heading,
  openAdmin,
  press,
  pressInDialog,
  type,
} from '../testing/open-admin.test-support.tsx';

const STEP = {
  SecondStep: { Token: 't'.repeat(43), ExpiresIn: 300 },
  enrolment: null,
};
const CODE = 'Code from your authenticator app, or a recovery code';

async function open(prepare: (server: FakeServer) => void = () => undefined): Promise<FakeServer> {
  const server = openAdmin('/', (of) => {
    of.refuses('session', 'INVALID_TOKEN');
    prepare(of);
  });
  await heading('Sign in');
  return server;
}
function enter(): void {
  type('Email', 'ada@perfuse.example');
  type('Password', 'a long password');
  press('Sign in');
}

test('an empty field is named and takes the focus, and nothing is sent', async () => {
  const server = await open((of) => of.answers('signIn', STEP));
  press('Sign in');
  expect(screen.getByText('Enter your email.')).toBeTruthy();
  expect(screen.getByText('Enter your password.')).toBeTruthy();
  expect(document.activeElement).toBe(field('Email'));
  type('Email', 'ada@perfuse.example');
  press('Sign in');
  expect(screen.queryByText('Enter your email.')).toBeNull();
  expect(document.activeElement).toBe(field('Password'));
  expect(server.asked('signIn')).toEqual([]);
  enter();
  await heading('Second step');
  press('Sign in');
  expect(screen.getByText('Enter the code.')).toBeTruthy();
  expect(document.activeElement).toBe(field(CODE));
  expect(server.asked('secondStep')).toEqual([]);
});

test.each([
  ['INVALID_USER', 'The email or password is incorrect.'],
  ['INTERNAL_ERROR', 'Internal server error.'],
  ['RESTRICTED', 'The token does not permit this.'],
] as const)('%s is shown as a message, and both fields keep their values', async (code, words) => {
  const server = await open((of) => of.refuses('signIn', code));
  enter();
  await waitFor(() => expect(alerts()).toBe(words));
  expect(field('Email').value).toBe('ada@perfuse.example');
  expect(field('Password').value).toBe('a long password');
  server.answers('signIn', SESSION);
  press('Sign in');
  await heading('Organisations');
});

test('too many attempts show the minutes to wait', async () => {
  await open((of) => of.refuses('signIn', 'TOO_MANY_ATTEMPTS', { lockedS: 130 }));
  enter();
  await waitFor(() => expect(alerts()).toMatch(/Try again in 3 min/));
});

test.each(['silent', 'cut', 'page', 'nonsense'] as const)(
  'a response fault (%s) keeps what was typed, and the sign-in can be retried',
  async (fault) => {
    const server = await open((of) => of.fails('signIn', fault));
    enter();
    await waitFor(() => expect(server.asked('signIn')).toHaveLength(1));
    server.runOutOfTime();
    await waitFor(() => expect(alerts()).not.toBe(''));
    expect(field('Password').value).toBe('a long password');
    server.answers('signIn', SESSION);
    press('Sign in');
    await heading('Organisations');
  },
);

test('a second step asks for a code; a wrong code is cleared, a lost connection keeps it', async () => {
  const server = await open((of) => of.answers('signIn', STEP));
  enter();
  expect(await heading('Second step')).toBe(document.activeElement);
  server.refuses('secondStep', 'INVALID_MFA_TOKEN');
  type(CODE, ' 123456 ');
  press('Sign in');
  await waitFor(() => expect(alerts()).toMatch(/wrong or has already/));
  expect(server.asked('secondStep')[0]?.body).toEqual({
    Token: STEP.SecondStep.Token,
    Code: '123456',
  });
  expect(field(CODE).value).toBe('');
  server.fails('secondStep', 'cut');
  type(CODE, 'abcd-efgh-ijkl');
  press('Sign in');
  await waitFor(() => expect(alerts()).toMatch(/cannot be reached/));
  expect(field(CODE).value).toBe('abcd-efgh-ijkl');
  server.answers('secondStep', { session: SESSION, recoveryCodes: null });
  press('Sign in');
  await heading('Organisations');
});

test('a second step that took too long leads back to the first, with the email filled in', async () => {
  const server = await open((of) => of.answers('signIn', STEP));
  enter();
  await heading('Second step');
  server.refuses('secondStep', 'SECOND_STEP_EXPIRED');
  type(CODE, '123456');
  press('Sign in');
  expect(await heading('Sign in')).toBe(document.activeElement);
  expect(alerts()).toBe('That took too long. Sign in again.');
  expect(field('Email').value).toBe('ada@perfuse.example');
  expect(field('Password').value).toBe('');
});

test('a user who must connect an authenticator app sees the recovery codes before the pages', async () => {
  const enrolment = { secret: 'ABCDEFGHIJKLMNOP', address: 'otpauth://totp/Perfuse:ada?secret=A' };
  const server = await open((of) => of.answers('signIn', { ...STEP, enrolment }));
  enter();
  await heading('Connect an authenticator app');
  expect(screen.getByRole('img', { name: 'QR code for the authenticator app' })).toBeTruthy();
  expect(screen.getByText('ABCD EFGH IJKL MNOP')).toBeTruthy();
  server.answers('secondStep', { session: SESSION, recoveryCodes: ['one-code', 'other-code'] });
  type('Six-digit code that the app shows', '123456');
  press('Sign in');
  // The codes are on their way, and come only once.
  press('Back');
  const dialog = await screen.findByRole('dialog');
  expect(dialog.textContent).toContain('other-code');
  expect(screen.queryByRole('heading', { name: 'Organisations' })).toBeNull();
  pressInDialog('I have saved it');
  await heading('Organisations');
});
