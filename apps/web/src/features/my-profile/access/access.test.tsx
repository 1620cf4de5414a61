// SPDX-License-Identifier: Apache-2.0
import type { ListedSession } from '@perfuse/contract/account/access';
import { DEFAULT_PASSWORD_POLICY } from '@perfuse/contract/account/password';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { renderScreen } from '../../../testing/render-screen.test-support.tsx';
import { EraseAccountDialog } from '../EraseAccountDialog.tsx';
import { AccessCards } from './AccessCards.tsx';

const HOME: ListedSession = {
  ID: 'home',
  Browser: 'Firefox',
  System: 'Windows',
  Created: Date.UTC(2026, 0, 28, 8, 40),
  LastUsed: Date.UTC(2026, 0, 31, 8, 40),
  IsCurrent: true,
};
const AWAY: ListedSession = {
  ...HOME,
  ID: 'away',
  Browser: 'Safari',
  System: 'iOS',
  IsCurrent: false,
};
const UNKNOWN: ListedSession = { ...AWAY, ID: 'unknown', Browser: '', System: '' };

type Answer = { status: number; body: unknown } | 'away' | 'never';
const ok = (body: unknown): Answer => ({ status: 200, body });
const refused = (status: number, Code: string, Errors?: unknown): Answer => ({
  status,
  body: { Code, Message: Code, Errors },
});

/** Answers of the service, by method and path; a test changes them while it runs. */
let answers: Record<string, Answer>;
let asked: { route: string; body: unknown }[];
const LIST = 'GET /api/account/sessions';
const listed = (...sessions: ListedSession[]): void => {
  answers[LIST] = ok({ sessions });
};

beforeEach(() => {
  asked = [];
  answers = {
    'POST /api/token': ok({ Token: 'token', RefreshToken: 'refresh' }),
    'POST /api/passwordPolicy': ok(DEFAULT_PASSWORD_POLICY),
  };
  listed(HOME, AWAY, UNKNOWN);
  vi.stubGlobal('fetch', (address: string, init: RequestInit) => {
    const { pathname } = new URL(address, 'http://localhost');
    const route = `${init.method ?? 'GET'} ${pathname}`;
    asked.push({ route, body: typeof init.body === 'string' ? JSON.parse(init.body) : null });
    const answer = answers[route] ?? refused(404, 'NOT_FOUND');
    if (answer === 'never') return new Promise(() => undefined);
    if (answer === 'away') return Promise.reject(new TypeError('away'));
    return Promise.resolve(Response.json(answer.body, { status: answer.status }));
  });
});
afterEach(() => vi.unstubAllGlobals());

const open = (username = 'ada@example.org') =>
  renderScreen(<AccessCards user={{ username, phoneNumber: '' }} />, ({ followLaunch }) =>
    followLaunch({ analysisHost: 'localhost/analysis', issueDevice: null }),
  );
const press = (name: string | RegExp): void => {
  fireEvent.click(screen.getByRole('button', { name }));
};
const type = (label: string, value: string): void => {
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
};
const bodiesOf = (route: string): unknown[] =>
  asked.filter((one) => one.route === route).map(({ body }) => body);

describe('the list of sessions', () => {
  test('names every session and offers to end all but the current one', async () => {
    await open();
    expect(await screen.findByText('Firefox on Windows')).toBeDefined();
    expect(screen.getByText('This browser')).toBeDefined();
    expect(screen.getByRole('button', { name: /^Sign out Safari on iOS/ })).toBeDefined();
    expect(screen.getByRole('button', { name: /^Sign out Unknown browser or app/ })).toBeDefined();
    expect(screen.queryByRole('button', { name: /Firefox/ })).toBeNull();
  });

  test('distinguishes two sessions of one browser and minute', async () => {
    listed(HOME, AWAY, { ...AWAY, ID: 'twin', LastUsed: AWAY.LastUsed + 1000 });
    await open();
    expect(await screen.findByRole('button', { name: /^Sign out Safari on iOS, / })).toBeDefined();
    press(/^Sign out Safari on iOS \(2\), /);
    expect(await screen.findByText(/^Safari on iOS \(2\), last used .* signed out/)).toBeDefined();
  });

  test('says when there is no other, and offers nothing to end', async () => {
    listed(HOME);
    await open();
    expect(await screen.findByText('You are not signed in anywhere else.')).toBeDefined();
    expect(screen.queryByRole('button', { name: /Sign out/ })).toBeNull();
  });

  test.each([
    ['offline', 'away'],
    ['refused', refused(503, 'SERVICE_UNAVAILABLE')],
  ] as const)(
    'says that it could not be fetched (%s) and can be fetched again',
    async (_, answer) => {
      answers[LIST] = answer;
      await open();
      await screen.findByText(/could not be loaded/);
      listed(HOME, AWAY);
      press('Try again');
      expect(await screen.findByText('Safari on iOS')).toBeDefined();
      expect(screen.queryByText(/could not be loaded/)).toBeNull();
    },
  );

  test('ends one with the password, asks again after a wrong one, and leaves none in the page', async () => {
    await open();
    await screen.findByText('Safari on iOS');
    press(/^Sign out Safari on iOS/);
    const dialog = within(await screen.findByRole('alertdialog'));
    fireEvent.click(dialog.getByRole('button', { name: 'Sign out' }));
    const password = dialog.getByLabelText('Your password');
    expect(dialog.getByText('Your password is required.')).toBeDefined();
    expect(document.activeElement).toBe(password);
    expect(bodiesOf('POST /api/account/sessions/away/end')).toEqual([]);

    answers['POST /api/account/sessions/away/end'] = refused(401, 'INVALID_USER');
    type('Your password', 'wrong');
    fireEvent.click(dialog.getByRole('button', { name: 'Sign out' }));
    await waitFor(() =>
      expect(bodiesOf('POST /api/account/sessions/away/end')).toEqual([{ password: 'wrong' }]),
    );
    expect(await dialog.findByText('That password is incorrect.')).toBeDefined();
    expect(document.activeElement).toBe(password);

    answers['POST /api/account/sessions/away/end'] = ok({ success: true });
    listed(HOME, UNKNOWN);
    type('Your password', 'right');
    // As Enter in the field does.
    const { form } = document.querySelector<HTMLInputElement>('[role="alertdialog"] input') ?? {};
    form?.requestSubmit();
    expect(await screen.findByText('That session has been signed out.')).toBeDefined();
    expect(screen.queryByText('Safari on iOS')).toBeNull();
    // The pressed button is gone: the focus is on the next one.
    const next = screen.getByRole('button', { name: /^Sign out Unknown browser or app/ });
    expect(document.activeElement).toBe(next);
    expect(document.body.innerHTML).not.toContain('right"');
  });

  test('treats a session that was already ended elsewhere as ended', async () => {
    await open();
    await screen.findByText('Safari on iOS');
    answers['POST /api/account/sessions/away/end'] = refused(404, 'NOT_FOUND');
    listed(HOME, UNKNOWN);
    press(/^Sign out Safari on iOS/);
    await screen.findByRole('alertdialog');
    type('Your password', 'right');
    press('Sign out');
    expect(await screen.findByText('That session has been signed out.')).toBeDefined();
  });

  test('ends all others; a user without a password has to sign in again first', async () => {
    await open('');
    await screen.findByText('Safari on iOS');
    answers['POST /api/account/sessions/end-others'] = refused(403, 'RESTRICTED');
    press('Sign out everywhere else');
    await screen.findByRole('alertdialog');
    expect(screen.queryByLabelText('Your password')).toBeNull();
    press('Sign out');
    expect(await screen.findByText(/sign out and sign in again first/)).toBeDefined();
    answers['POST /api/account/sessions/end-others'] = ok({ success: true, ended: 2 });
    listed(HOME);
    press('Sign out');
    expect(await screen.findByText('You are now signed out everywhere else.')).toBeDefined();
    expect(document.activeElement).toBe(screen.getByRole('list'));
    expect(bodiesOf('POST /api/account/sessions/end-others')).toEqual([{}, {}]);
  });
});

test('the last administrator of an organisation is told what to do before the account is erased', async () => {
  await renderScreen(
    <EraseAccountDialog isOpen hasPassword onClose={vi.fn()} />,
    ({ followLaunch }) => followLaunch({ analysisHost: 'localhost/analysis', issueDevice: null }),
  );
  answers['POST /api/account/erase'] = refused(403, 'LAST_ADMINISTRATOR');
  type('Your password', 'right');
  press('Delete permanently');
  expect(await screen.findByText(/Give this role to another account first/)).toBeDefined();
});

describe('changing the password', () => {
  const CHANGE = 'POST /api/account/password';
  const fill = async (present: string, next: string): Promise<void> => {
    if (screen.queryByRole('button', { name: 'Change password' }) === null) await open();
    press('Change password');
    await screen.findByText(/^Minimum length/);
    type('Current password', present);
    type('New password', next);
  };

  test('names the account for password managers', async () => {
    await fill('Present-one1', 'Another-horse8');
    const { form } = screen.getByLabelText<HTMLInputElement>('New password');
    const names = form?.querySelector<HTMLInputElement>('input[autocomplete=username]');
    expect(names?.value).toBe('ada@example.org');
  });

  test('is offered only to users who have one', async () => {
    await open('');
    await screen.findByText('Safari on iOS');
    expect(screen.queryByRole('button', { name: 'Change password' })).toBeNull();
  });

  test.each([
    [refused(401, 'INVALID_USER'), 'That password is incorrect.'],
    [refused(429, 'TOO_MANY_ATTEMPTS'), 'Too many attempts. Please try again later.'],
    [
      refused(400, 'VALIDATION_ERROR', { newPassword: [['PASSWORD_COMMON', []]] }),
      /appeared in a data leak/,
    ],
    [
      refused(400, 'VALIDATION_ERROR', { newPassword: [['PASSWORD_CONTEXT', []]] }),
      /based on your name/,
    ],
    [
      refused(400, 'VALIDATION_ERROR', { newPassword: [['PASSWORD_POLICY', ['digit']]] }),
      /does not meet the rules/,
    ],
    ['away', /did not work/],
  ] as const)('says why it failed', async (answer, text) => {
    answers[CHANGE] = answer;
    await fill('Present-one1', 'Another-horse8');
    press('Change password');
    expect(await screen.findByText(text)).toBeDefined();
    expect(bodiesOf(CHANGE)).toEqual([{ password: 'Present-one1', newPassword: 'Another-horse8' }]);
  });

  test('marks the rules that the service reports as violated, until the password is edited', async () => {
    answers[CHANGE] = refused(400, 'VALIDATION_ERROR', {
      newPassword: [['PASSWORD_POLICY', ['digit', 'minLength']]],
    });
    await fill('Present-one1', 'Another-horse8');
    press('Change password');
    expect(await screen.findByText('Digit')).toBeDefined();
    const broken = screen
      .getAllByText(/not met yet/)
      .map(({ parentElement }) => parentElement?.textContent);
    expect(broken.join()).toMatch(/Minimum length.*Digit/);
    type('New password', 'Another-horse89');
    expect(screen.queryByText('Digit')).toBeNull();
  });

  test('describes the new password by the rules that it does not satisfy yet', async () => {
    const described = (): string => {
      const ids = screen.getByLabelText('New password').getAttribute('aria-describedby') ?? '';
      return ids
        .split(' ')
        .map((id) => document.getElementById(id)?.textContent ?? '')
        .join('; ');
    };
    await fill('Present-one1', 'weak');
    expect(described()).toMatch(/^Minimum length: \d+ characters \(not met yet\)/);
    type('New password', 'Another-horse8');
    expect(described()).toBe('');
  });

  test('says which field is missing or wrong, and moves the focus to it and back to the button', async () => {
    await open();
    const change = () => screen.getByRole('button', { name: 'Change password' });
    press('Change password');
    await screen.findByText(/^Minimum length/);
    const present = screen.getByLabelText('Current password');
    await waitFor(() => expect(document.activeElement).toBe(present));
    press('Cancel');
    await waitFor(() => expect(document.activeElement).toBe(change()));
    await fill('', 'weak');
    press('Change password');
    expect(screen.getByText('Current password is required.')).toBeDefined();
    expect(screen.getByText('This password does not meet the rules marked below.')).toBeDefined();
    expect(document.activeElement).toBe(screen.getByLabelText('Current password'));
    type('Current password', 'Present-one1');
    press('Change password');
    expect(screen.queryByText('Current password is required.')).toBeNull();
    expect(document.activeElement).toBe(screen.getByLabelText('New password'));
    expect(bodiesOf(CHANGE)).toEqual([]);
  });

  test('requires a password that satisfies the rules, then closes and fetches the list again', async () => {
    answers[CHANGE] = ok({ success: true, ended: 2 });
    await fill('Present-one1', 'weak');
    press('Change password');
    expect(bodiesOf(CHANGE)).toEqual([]);
    type('New password', 'Another-horse8');
    listed(HOME);
    press('Change password');
    expect(await screen.findByText(/^Your password has been changed/)).toBeDefined();
    expect(await screen.findByText('You are not signed in anywhere else.')).toBeDefined();
    expect(screen.queryByLabelText('New password')).toBeNull();
  });
});
