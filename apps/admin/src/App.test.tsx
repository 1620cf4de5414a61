// SPDX-License-Identifier: Apache-2.0
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { SESSION } from './testing/fixtures.test-support.ts';
import {
  alerts,
  field,
  heading,
  openAdmin,
  press,
  type,
} from './testing/open-admin.test-support.tsx';

const signIn = (email = 'ada@perfuse.example'): void => {
  type('Email', email);
  type('Password', 'a long password');
  press('Sign in');
};

describe('at the start', () => {
  test('the page shows that it is loading, then that the server does not answer, and retries on request', async () => {
    const server = openAdmin('/', (of) => of.fails('session', 'silent'));
    expect(screen.getByRole('status').textContent).toBe('Loading…');
    server.runOutOfTime();
    await screen.findByText(/did not respond/);
    server.answers('session', SESSION);
    press('Try again');
    await heading('Organisations');
  });

  test.each(['cut', 'page', 'nonsense'] as const)(
    'a response fault (%s) is reported, and the request can be retried',
    async (fault) => {
      const server = openAdmin('/', (of) => of.fails('session', fault));
      await waitFor(() => expect(alerts()).not.toBe(''));
      expect(screen.queryByLabelText('Password')).toBeNull();
      server.answers('session', SESSION);
      press('Try again');
      await heading('Organisations');
    },
  );

  test('a signed-out visitor sees no page, and reaches the requested one after signing in', async () => {
    openAdmin('/account', (of) => of.refuses('session', 'INVALID_TOKEN'));
    await heading('Sign in');
    expect(screen.queryByText(/has ended/)).toBeNull();
    signIn();
    await heading('Account');
  });

  test('an unknown address shows that nothing was found', async () => {
    openAdmin('/nowhere');
    await heading('Not found');
    expect(screen.getByRole('link', { name: 'Go to organisations' })).toBeTruthy();
  });
});

describe('a session that ends', () => {
  test('asks to sign in again, and what was typed is still there afterwards', async () => {
    const server = openAdmin('/new-organisation');
    await heading('New organisation');
    type('Name', 'Bright Clinic');
    type('First study', 'Sleep');
    server.refuses('createOrganisation', 'INVALID_TOKEN');
    press('Create');
    expect(await heading('Sign in')).toBe(document.activeElement);
    expect(screen.getByText('Your session has ended. Sign in again.')).toBeTruthy();
    expect(screen.queryByRole('heading', { name: 'New organisation' })).toBeNull();
    signIn();
    expect(await heading('New organisation')).toBe(document.activeElement);
    expect(field('Name').value).toBe('Bright Clinic');
    expect(field('First study').value).toBe('Sleep');
    expect(alerts()).toMatch(/session had ended, so the request was rejected/);
  });

  test('shows none of the typed text to another user who signs in', async () => {
    const server = openAdmin('/new-organisation');
    await heading('New organisation');
    type('Name', 'Bright Clinic');
    server.refuses('createOrganisation', 'INVALID_TOKEN');
    press('Create');
    await heading('Sign in');
    const { administrator } = SESSION;
    const email = 'bea@perfuse.example';
    server.answers('signIn', { ...SESSION, administrator: { ...administrator, id: 'a2', email } });
    signIn(email);
    await heading('New organisation');
    expect(field('Name').value).toBe('');
  });

  test('because another user signed in in another tab: the page keeps its user, shows the email and sends the id', async () => {
    const server = openAdmin('/new-organisation');
    await heading('New organisation');
    expect(screen.getByText('ada@perfuse.example')).toBeTruthy();
    type('Name', 'Bright Clinic');
    server.refuses('createOrganisation', 'INVALID_TOKEN');
    press('Create');
    await heading('Sign in');
    const asked = ['session', 'createOrganisation'] as const;
    expect(asked.map((name) => server.asked(name)[0]?.administratorId)).toEqual([null, 'a1']);
    signIn();
    await heading('New organisation');
    expect(field('Name').value).toBe('Bright Clinic');
  });

  test('while a page is loading: the page is requested again after the sign-in', async () => {
    const server = openAdmin('/', (of) => of.refuses('organisations', 'INVALID_TOKEN'));
    await heading('Sign in');
    server.answers('organisations', { organisations: [] });
    signIn();
    await screen.findByText('No organisations yet.');
    expect(alerts()).toBe('');
  });
});

describe('signing out', () => {
  test('leads to the sign-in screen, without a message that the session has ended', async () => {
    openAdmin('/');
    await heading('Organisations');
    press('Sign out');
    await heading('Sign in');
    expect(screen.queryByText(/has ended/)).toBeNull();
    expect(screen.queryByRole('heading', { name: 'Organisations' })).toBeNull();
  });

  test('on a page of another user than the one now signed in ends neither session, and says so', async () => {
    const server = openAdmin('/', (of) => of.refuses('signOut', 'INVALID_TOKEN'));
    await heading('Organisations');
    press('Sign out');
    await screen.findByText(/another administrator is now signed in/);
    expect(server.asked('signOut')[0]?.administratorId).toBe('a1');
    expect(screen.queryByRole('heading', { name: 'Organisations' })).toBeNull();
    const { administrator } = SESSION;
    const email = 'bea@perfuse.example';
    server.answers('session', { ...SESSION, administrator: { ...administrator, id: 'a2', email } });
    press('Continue as that administrator');
    await screen.findByText(email);
  });

  test('that the server has not confirmed is not shown as done', async () => {
    const server = openAdmin('/', (of) => of.fails('signOut', 'cut'));
    await heading('Organisations');
    press('Sign out');
    await screen.findByText(/cannot be reached/);
    expect(screen.queryByRole('heading', { name: 'Sign in' })).toBeNull();
    server.answers('session', SESSION);
    press('Try again');
    await heading('Organisations');
  });
});
