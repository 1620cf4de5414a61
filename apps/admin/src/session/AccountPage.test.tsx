// SPDX-License-Identifier: Apache-2.0
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { SESSION } from '../testing/fixtures.test-support.ts';
import {
  alerts,
  field,
  heading,
  openAdmin,
  press,
  pressInDialog,
  type,
} from '../testing/open-admin.test-support.tsx';

const NEW = 'New password';
const PRESENT = 'Current password';

/** The accessible description of a field, which holds its error. */
const wrongWith = (label: string): string =>
  (field(label).getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join(' ')
    .trim();

test('a new password: refused fields are named with their rule, and nothing that was typed is lost', async () => {
  const server = openAdmin('/account');
  await heading('Account');
  server.refuses('changePassword', 'VALIDATION_ERROR', {
    fields: { password: [['PASSWORD_POLICY', ['minLength', 'special']]] },
  });
  type(PRESENT, 'the present one');
  type(NEW, 'short');
  press('Change password');
  await waitFor(() =>
    expect(wrongWith(NEW)).toContain('too short, a special character is missing.'),
  );
  expect(field(NEW).getAttribute('aria-invalid')).toBe('true');
  expect(alerts()).toBe('Not saved. Correct the marked fields.');
  expect(document.activeElement).toBe(field(NEW));
  for (const [rule, text] of [
    ['PASSWORD_COMMON', 'easy to guess'],
    ['PASSWORD_CONTEXT', 'based on your email address'],
  ] as const) {
    server.refuses('changePassword', 'VALIDATION_ERROR', { fields: { password: [[rule, []]] } });
    press('Change password');
    await waitFor(() => expect(wrongWith(NEW)).toContain(text));
  }
  server.refuses('changePassword', 'INVALID_USER');
  press('Change password');
  await waitFor(() => expect(wrongWith(PRESENT)).toBe('That password is incorrect.'));
  expect(document.activeElement).toBe(field(PRESENT));
  expect(field(NEW).value).toBe('short');
  server.answers('changePassword', { success: true });
  press('Change password');
  await screen.findByText('The password has been changed and your other sessions are signed out.');
  expect(field(NEW).value).toBe('');
  expect(field(PRESENT).value).toBe('');
});

test('an empty current password is reported at its field', async () => {
  openAdmin('/account', (of) => of.answers('changePassword', { success: true }));
  await heading('Account');
  type(NEW, 'A new password!');
  press('Change password');
  await waitFor(() => expect(wrongWith(PRESENT)).toBe('Must not be empty.'));
});

test('a second factor: set up, turned on with a code, its recovery codes shown, and turned off', async () => {
  const server = openAdmin('/account', (of) => of.refuses('beginSecondFactor', 'INVALID_USER'));
  await heading('Account');
  type('Your password', 'wrong');
  press('Set up');
  await waitFor(() => expect(wrongWith('Your password')).toBe('That password is incorrect.'));
  server.answers('beginSecondFactor', { secret: 'ABCDEFGH', address: 'otpauth://totp/Perfuse' });
  press('Set up');
  await screen.findByText('ABCD EFGH');
  server.refuses('confirmSecondFactor', 'INVALID_MFA_TOKEN');
  type('Six-digit code that the app shows', '123456');
  press('Turn on');
  const code = 'Six-digit code that the app shows';
  await waitFor(() =>
    expect(wrongWith(code)).toBe(
      'This code is wrong or has already been used. Enter the next one.',
    ),
  );
  server.answers('confirmSecondFactor', { recoveryCodes: ['one-code', 'other-code'] });
  press('Turn on');
  const dialog = await screen.findByRole('dialog');
  expect(dialog.textContent).toContain('one-code');
  pressInDialog('I have saved it');
  expect(field('Your password').value).toBe('');
  expect(field('Code, or a recovery code').value).toBe('');
  server.answers('endSecondFactor', { success: true });
  type('Your password', 'a long password');
  type('Code, or a recovery code', '654321');
  press('Turn off');
  await screen.findByText('The second factor is off.');
  expect(field('Your password').value).toBe('');
  expect(server.asked('endSecondFactor')[0]?.body).toEqual({
    password: 'a long password',
    code: '654321',
  });
});

test('new recovery codes require password and code and are shown; neither input stays in the form', async () => {
  const server = openAdmin('/account', (of) => {
    of.answers('secondFactor', { since: 1, recoveryCodes: 8 }); // turned on after this session started
    of.answers('renewRecoveryCodes', { recoveryCodes: ['new-code'] });
  });
  await screen.findByRole('button', { name: 'New recovery codes' });
  type('Your password', 'a long password');
  type('Code, or a recovery code', '654321');
  press('New recovery codes');
  expect((await screen.findByRole('dialog')).textContent).toContain('new-code');
  expect(server.asked('renewRecoveryCodes')[0]?.body).toEqual({
    password: 'a long password',
    code: '654321',
  });
  pressInDialog('I have saved it');
  expect(field('Your password').value).toBe('');
  expect(field('Code, or a recovery code').value).toBe('');
});

test('a mandatory second factor cannot be turned off', async () => {
  const { administrator } = SESSION;
  openAdmin('/account', (of) => {
    of.answers('session', {
      ...SESSION,
      requiresSecondFactor: true,
      administrator: { ...administrator, hasSecondFactor: true },
    });
    of.answers('secondFactor', { since: 1, recoveryCodes: 8 });
  });
  await heading('Account');
  expect(screen.getByRole('button', { name: 'New recovery codes' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Turn off' })).toBeNull();
});
