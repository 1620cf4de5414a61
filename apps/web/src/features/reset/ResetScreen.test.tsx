// SPDX-License-Identifier: Apache-2.0
import { DEFAULT_PASSWORD_POLICY } from '@perfuse/contract/account/password';
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderScreen } from '../../testing/render-screen.test-support.tsx';
import { ResetScreen } from './ResetScreen.tsx';

beforeEach(() => window.history.replaceState(null, '', '/reset#token-of-the-link'));
afterEach(() => {
  vi.unstubAllGlobals();
  window.history.replaceState(null, '', '/');
});

test.each([
  [503, 'INTERNAL_ERROR', /The service did not answer/],
  [429, 'TOO_MANY_ATTEMPTS', /Too many attempts/],
  [400, 'VALIDATION_ERROR', /This password was not accepted/],
  [401, 'INVALID_RESET_LINK', /This link no longer works/],
])('a response of %i %s shows its own message', async (status, Code, told) => {
  vi.stubGlobal('fetch', (address: string) =>
    Promise.resolve(
      address.endsWith('/passwordPolicy')
        ? Response.json(DEFAULT_PASSWORD_POLICY)
        : Response.json({ Code, Message: Code }, { status }),
    ),
  );
  await renderScreen(<ResetScreen />);
  fireEvent.change(screen.getByLabelText('New password'), {
    target: { value: 'Correct-horse-battery-9' },
  });
  fireEvent.click(screen.getByRole('button', { name: 'Save password' }));
  expect(await screen.findByText(told)).toBeTruthy();
});

test('a link that no longer works is reported before a password is typed', async () => {
  const answer = { code: 'INVALID_RESET_LINK', message: 'Old.' };
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(answer, { status: 401 })));
  await renderScreen(<ResetScreen />);
  expect(await screen.findByRole('heading', { name: /no longer works/ })).toBeTruthy();
  expect(screen.queryByLabelText('New password')).toBeNull();
});

test('a password that breaks the rules is marked and takes the focus', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(DEFAULT_PASSWORD_POLICY)));
  await renderScreen(<ResetScreen />);
  await screen.findByText('Uppercase letter');
  fireEvent.click(screen.getByRole('button', { name: 'Save password' }));
  expect(screen.getByText('This password does not meet the rules marked below.')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByLabelText('New password'));
});

test('the rules say which characters count as special', async () => {
  const policy = { ...DEFAULT_PASSWORD_POLICY, PasswordSpecialCharacters: ' !#' };
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(policy)));
  await renderScreen(<ResetScreen />);
  const rules = await screen.findByRole('list', { name: 'Password rules' });
  expect(rules.textContent).toContain('Special character: !#');
});
