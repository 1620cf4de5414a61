// SPDX-License-Identifier: Apache-2.0
import { DEFAULT_PASSWORD_POLICY } from '@perfuse/contract/account/password';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { OUTCOMES } from '../../gallery/outcomes.ts';
import { renderScreen } from '../../testing/render-screen.test-support.tsx';
import { visitServicesOf } from '../../services/visit-services.ts';
import { LoginScreen } from './LoginScreen.tsx';

const field = (label: string) => screen.getByLabelText(label);

test('empty fields show errors and the first takes the focus, which correcting another does not move', async () => {
  await renderScreen(<LoginScreen />);
  fireEvent.click(screen.getByRole('button', { name: 'Sign in' }));
  expect(screen.getByText('Access code is required.')).toBeTruthy();
  expect(screen.getByText('Password is required.')).toBeTruthy();
  expect(document.activeElement).toBe(field('Access code'));
  field('Password').focus();
  fireEvent.change(field('Password'), { target: { value: 'x' } });
  expect(screen.queryByText('Password is required.')).toBeNull();
  expect(document.activeElement).toBe(field('Password'));
});

test('changing the stage moves the focus to its heading and sets the page title', async () => {
  await renderScreen(<LoginScreen />);
  fireEvent.click(screen.getByRole('button', { name: 'Forgot password?' }));
  const heading = screen.getByRole('heading', { name: 'Forgot your password?' });
  expect(document.activeElement).toBe(heading);
  expect(document.title).toContain('Forgot your password?');
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(screen.getByRole('heading', { name: 'Sign in' })).toBeTruthy();
});

/** State that the browser stores with the history entry. */
function EntryState(): ReactNode {
  return <p data-testid="entry">{JSON.stringify(useLocation().state)}</p>;
}

function BrowserButtons(): ReactNode {
  const navigate = useNavigate();
  return (
    <>
      <button onClick={() => void navigate(-1)}>Back</button>
      <button onClick={() => void navigate(1)}>Forward</button>
    </>
  );
}

test.each([
  ['Create an account', 'Create an account', 'I already have an account'],
  ['Forgot password?', 'Forgot your password?', 'Cancel'],
])("the browser's back button leads from “%s” to the sign-in", async (link, title, leave) => {
  await renderScreen(
    <>
      <LoginScreen />
      <BrowserButtons />
    </>,
  );
  const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
  const shows = (name: string) => screen.queryByRole('heading', { name }) !== null;
  fireEvent.change(field('Password'), { target: { value: 'typed for the sign-in' } });
  press(link);
  expect(shows(title)).toBe(true);
  press('Back');
  expect(shows('Sign in')).toBe(true);
  expect(field('Password')).toHaveProperty('value', '');
  press('Forward');
  expect(shows(title)).toBe(true);
  press(leave);
  expect(shows('Sign in')).toBe(true);
  press('Back');
  expect(shows(title)).toBe(true);
});

describe('a password reset link', () => {
  afterEach(() => vi.unstubAllGlobals());
  const ask = async (prepare?: Parameters<typeof renderScreen>[1]) => {
    vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ success: true })));
    await renderScreen(<LoginScreen />, prepare);
    fireEvent.click(screen.getByRole('button', { name: 'Forgot password?' }));
    const code = screen.queryByLabelText('Access code');
    if (code !== null) fireEvent.change(code, { target: { value: ' WRONG ' } });
    fireEvent.change(field('Email address'), { target: { value: 'ada@example.org' } });
    fireEvent.click(screen.getByRole('button', { name: 'Send link' }));
    return (await screen.findByText(/Check your email/)).textContent;
  };

  test('is said to depend on the access code as well as on the address', async () => {
    expect(await ask()).toContain(
      'If ada@example.org has an account with the access code WRONG, a link',
    );
  });

  test('needs only the address after a launch link, which names the organisation', async () => {
    const told = await ask((services) =>
      visitServicesOf(services).visit.setState({ configId: 'acme-web' }),
    );
    expect(told).toContain('If ada@example.org has an account, a link');
  });
});

/** Fills in the sign-up form and sends it. */
function createAccount(accessCode: string): void {
  for (const [label, value] of [
    ['Access code', accessCode],
    ['Email address', 'ada@example.org'],
    ['New password', 'Correct-horse-battery-9'],
  ] as const) {
    fireEvent.change(field(label), { target: { value } });
  }
  fireEvent.click(screen.getByRole('button', { name: 'Create account' }));
}

test('an incomplete sign-up can be sent: each field says what is missing, and the first takes the focus', async () => {
  onTestFinished(() => void vi.unstubAllGlobals());
  const send = vi.fn(() => Promise.resolve(Response.json(DEFAULT_PASSWORD_POLICY)));
  vi.stubGlobal('fetch', send);
  await renderScreen(<LoginScreen />);
  fireEvent.click(screen.getByRole('button', { name: 'Create an account' }));
  await screen.findByText('Uppercase letter');
  fireEvent.click(screen.getByRole('button', { name: 'Create account' }));
  expect(screen.getByText('Access code is required.')).toBeTruthy();
  expect(screen.getByText('New password is required.')).toBeTruthy();
  expect(document.activeElement).toBe(field('Access code'));
  fireEvent.change(field('Access code'), { target: { value: 'DEMO' } });
  fireEvent.change(field('Email address'), { target: { value: 'ada@example.org' } });
  fireEvent.change(field('New password'), { target: { value: 'weak' } });
  fireEvent.click(screen.getByRole('button', { name: 'Create account' }));
  expect(screen.getByText('This password does not meet the rules marked below.')).toBeTruthy();
  expect(document.activeElement).toBe(field('New password'));
  expect(JSON.stringify(send.mock.calls)).not.toContain('/api/users');
});

test('an unknown access code is reported at its field when signing up', async () => {
  onTestFinished(() => void vi.unstubAllGlobals());
  vi.stubGlobal('fetch', (address: string) =>
    Promise.resolve(
      address.endsWith('/passwordPolicy')
        ? Response.json(DEFAULT_PASSWORD_POLICY)
        : Response.json({ Code: 'NOT_FOUND', Message: 'There is none.' }, { status: 404 }),
    ),
  );
  await renderScreen(<LoginScreen />);
  fireEvent.click(screen.getByRole('button', { name: 'Create an account' }));
  createAccount('WRONG');
  expect(await screen.findByText(/This access code is not valid/)).toBeTruthy();
  expect(document.activeElement).toBe(field('Access code'));
  expect(screen.queryByRole('alert')?.textContent ?? '').toBe('');
});

test('a completed sign-up is not restarted by a reload', async () => {
  onTestFinished(() => void vi.unstubAllGlobals());
  vi.stubGlobal('fetch', (address: string) =>
    Promise.resolve(
      Response.json(
        address.endsWith('/passwordPolicy')
          ? DEFAULT_PASSWORD_POLICY
          : { success: true, confirmation: 'none' },
      ),
    ),
  );
  await renderScreen(
    <>
      <LoginScreen />
      <EntryState />
    </>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Create an account' }));
  expect(screen.getByTestId('entry').textContent).toBe('{"stage":"signup"}');
  createAccount('RIGHT');
  expect(await screen.findByText(/You can sign in now/)).toBeTruthy();
  await expect.poll(() => screen.getByTestId('entry').textContent).toBe('{"stage":"login"}');
});

test('the reason why the last session ended is shown', async () => {
  await renderScreen(<LoginScreen />, ({ account }) => account.store.setState({ ended: 'idle' }));
  expect(screen.getByText(/after 15 minutes of inactivity/)).toBeTruthy();
});

test('a guest with results is warned that signing in removes them from the tab', async () => {
  const warning = /they are removed from this tab/;
  const { services } = await renderScreen(<LoginScreen />);
  expect(screen.queryByText(warning)).toBeNull();
  act(() => services.session.getState().finishMeasurement(OUTCOMES.good));
  expect(screen.getByText(warning)).toBeTruthy();
});

test('a password can be shown and hidden', async () => {
  await renderScreen(<LoginScreen />);
  expect(field('Password').getAttribute('type')).toBe('password');
  fireEvent.click(screen.getByRole('button', { name: 'Show password' }));
  expect(field('Password').getAttribute('type')).toBe('text');
  fireEvent.click(screen.getByRole('button', { name: 'Hide password' }));
  expect(field('Password').getAttribute('type')).toBe('password');
});

describe('with a second factor', () => {
  afterEach(() => vi.unstubAllGlobals());

  /** Answers by path, in order; the last one repeats. */
  const service = (given: Record<string, [status: number, body: unknown][]>) => {
    const bodies: unknown[] = [];
    vi.stubGlobal('fetch', (address: string, init: { readonly body: string }) => {
      const { pathname } = new URL(address, 'http://localhost');
      const left = given[pathname] ?? [];
      const [status, body] = (left.length > 1 ? left.shift() : left[0]) ?? [404, null];
      if (pathname === '/api/signin/second-step') bodies.push(JSON.parse(init.body));
      return Promise.resolve(Response.json(body, { status }));
    });
    return bodies;
  };
  const code = (Code: string) => ({ Code, Message: Code });
  const FIRST: [number, unknown] = [
    200,
    { SecondStep: { Token: 'step-of-the-first', ExpiresIn: 300 } },
  ];
  const signIn = async (next = 'Second step') => {
    const rendered = await renderScreen(
      <>
        <LoginScreen />
        <BrowserButtons />
      </>,
    );
    for (const [label, value] of [
      ['Access code', 'DEMO'],
      ['Email address', 'ada@example.org'],
      ['Password', 'secret'],
    ] as const) {
      fireEvent.change(field(label), { target: { value } });
    }
    fireEvent.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(await screen.findByRole('heading', { name: next })).toBeTruthy();
    return rendered;
  };
  const submit = (label: string, value: string, name = 'Sign in') => {
    fireEvent.change(field(label), { target: { value } });
    fireEvent.click(screen.getByRole('button', { name }));
  };

  test('the code of the authenticator app is requested, and a wrong one is reported and cleared', async () => {
    const bodies = service({
      '/api/signin': [FIRST],
      '/api/signin/second-step': [[401, code('INVALID_MFA_TOKEN')]],
    });
    await signIn();
    expect(field('Verification code').getAttribute('inputmode')).toBe('numeric');
    expect(field('Verification code').getAttribute('autocomplete')).toBe('one-time-code');
    submit('Verification code', '123 456');
    expect(await screen.findByText(/is wrong or has already been used/)).toBeTruthy();
    expect(bodies).toEqual([{ Token: 'step-of-the-first', Code: '123456' }]);
    expect(field('Verification code')).toHaveProperty('value', '');
  });

  test('a user who has yet to enrol connects an app, saves the recovery codes and is signed in', async () => {
    const enrolling = {
      SecondStep: { Token: 'step-of-the-first', ExpiresIn: 300 },
      Enrolment: {
        secret: 'GEZDGNBVGY3TQOJQ',
        address: 'otpauth://totp/x?secret=GEZDGNBVGY3TQOJQ',
      },
    };
    const pair = { Token: 'access', RefreshToken: 'refresh' };
    const bodies = service({
      '/api/signin': [[200, enrolling]],
      '/api/userData': [[200, { success: true }]],
      '/api/auths/renew': [[200, pair]],
      '/api/signin/second-step': [
        [401, code('INVALID_MFA_TOKEN')],
        [200, { ...pair, RecoveryCodes: ['abcde-fghjk', 'mnpqr-stvwx'] }],
      ],
    });
    const { services } = await signIn('Connect an authenticator app');
    expect(await screen.findByText('GEZD GNBV GY3T QOJQ')).toBeTruthy();
    submit('Verification code', '000000', 'Turn on and sign in');
    expect(await screen.findByText(/is wrong or has already been used/)).toBeTruthy();
    expect(screen.getByText('GEZD GNBV GY3T QOJQ')).toBeTruthy();
    submit('Verification code', '123456', 'Turn on and sign in');
    // The codes are on their way, and come only once.
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(await screen.findByText('mnpqr-stvwx')).toBeTruthy();
    // The codes are shown first: the screen closes when the session starts.
    expect(services.account.store.getState().user).toBeNull();
    expect(bodies).toHaveLength(2);
    fireEvent.click(screen.getByRole('button', { name: 'I have saved them' }));
    await expect.poll(() => services.account.store.getState().user).not.toBeNull();
    expect(bodies).toHaveLength(2);
  });

  test('a recovery code can be used instead, and too many attempts are reported', async () => {
    service({
      '/api/signin': [FIRST],
      '/api/signin/second-step': [
        [429, { ...code('TOO_MANY_ATTEMPTS'), remainingLockoutDurationSec: 1800 }],
      ],
    });
    await signIn();
    fireEvent.click(screen.getByRole('button', { name: 'Use a recovery code' }));
    submit('Recovery code', 'abcde-fghjk');
    expect(await screen.findByText(/Try again in 30 minutes/)).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Use the authenticator app' }));
    expect(field('Verification code')).toBeTruthy();
  });

  test("the browser's back button leads to the stage before, and its forward button to no finished step", async () => {
    service({ '/api/signin': [FIRST] });
    await signIn();
    const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
    press('Use a recovery code');
    expect(field('Recovery code')).toBeTruthy();
    press('Back');
    expect(field('Verification code')).toBeTruthy();
    press('Back');
    expect(field('Email address')).toHaveProperty('value', 'ada@example.org');
    press('Forward');
    expect(field('Email address')).toHaveProperty('value', 'ada@example.org');
  });

  test('an expired second step leads back to the first one, and so does cancelling', async () => {
    service({
      '/api/signin': [FIRST],
      '/api/signin/second-step': [[401, code('SECOND_STEP_EXPIRED')]],
    });
    await signIn();
    submit('Verification code', '123456');
    expect(await screen.findByText(/took too long/)).toBeTruthy();
    expect(field('Password')).toHaveProperty('value', '');
    cleanup();
    await signIn();
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(field('Email address')).toHaveProperty('value', 'ada@example.org');
  });
});
