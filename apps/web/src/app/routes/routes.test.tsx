// SPDX-License-Identifier: Apache-2.0
/** The route table of the specification (section 2), row by row, on the real router with the real screens. */
import { EMPTY_PROFILE } from '@perfuse/contract/person/profile';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { Suspense } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { startI18n } from '../../i18n/start.ts';
import type { LaunchFacts } from '../../launch/launch.ts';
import { untilShown } from '../../testing/render-screen.test-support.tsx';
import { createServices, type Services } from '../../services/services.ts';
import { LaunchFactsContext, ServicesContext } from '../../services/use-services.ts';
import { visitServicesOf } from '../../services/visit-services.ts';
import { AppRoutes } from './AppRoutes.tsx';
import { ROUTE_TABLE } from '../../routes/route-table.ts';

const FACTS: LaunchFacts = {
  analysisHost: 'localhost/analysis',
  requiresAuthentication: false,
  signIn: { loginType: 'password', allowSignup: true, orgIdentifier: 'demo' },
  settings: {},
};
const NOT_FOUND = 'Not found';

const scrollTo = vi.fn();
let services: Services;

beforeEach(async () => {
  vi.stubGlobal('scrollTo', scrollTo);
  // There is no service, and downloads before a measurement never finish.
  vi.stubGlobal('fetch', (address: string) =>
    address.startsWith('/api')
      ? Promise.reject(new TypeError('away'))
      : new Promise(() => undefined),
  );
  await startI18n();
});
afterEach(() => {
  cleanup();
  services.flush();
  scrollTo.mockClear();
});

/** A person who has done every step before the measurement. */
function doEverything({ session }: Services): void {
  const state = session.getState();
  state.completePreload();
  state.acceptTerms();
  state.completeConsent();
}

async function open(
  address: string,
  { prepare, facts = FACTS }: { prepare?: (of: Services) => void; facts?: LaunchFacts } = {},
): Promise<void> {
  window.history.replaceState(null, '', address);
  services = createServices();
  prepare?.(services);
  render(
    <ServicesContext value={services}>
      <LaunchFactsContext value={facts}>
        <Suspense fallback={null}>
          <AppRoutes />
        </Suspense>
      </LaunchFactsContext>
    </ServicesContext>,
  );
  await untilShown(() => document.querySelector('h1') !== null);
}

/** Not by role: there are many pages, and role queries are slow. */
const h1 = (): HTMLElement => screen.getByText((_, element) => element?.tagName === 'H1');
const place = (): string => window.location.pathname;
const settle = (text: string): Promise<void> => waitFor(() => expect(h1().textContent).toBe(text));

const inCallbackMode = (of: Services): void => {
  doEverything(of);
  of.session.getState().setDemographicsEntryMode('noDemographics');
  const resultsCallbackUrl = 'https://clinic.example/results';
  visitServicesOf(of).visit.setState({ resultsCallbackUrl, wantsEvents: false });
};

/** Address, its target, and the heading there, for a person with every consent. */
const ROWS = [
  ['/', '/profile', 'About you'],
  ['/camera-consent', '/camera-consent', 'Your face shows your pulse'],
  ['/camera-consent/', '/camera-consent/', 'Your face shows your pulse'],
  ['/camera-consent/more', '/camera-consent/more', NOT_FOUND],
  ['/consent', '/consent', 'Your consent'],
  ['/consent/more', '/consent/more', 'Your consent'],
  ['/consents', '/consents', NOT_FOUND],
  ['/profile', '/profile', 'About you'],
  ['/profile/more', '/profile/more', 'About you'],
  ['/login', '/login', 'Sign in'],
  ['/login/more', '/login/more', 'Sign in'],
  ['/logout', '/login', 'Sign in'],
  ['/logout/more', '/login', 'Sign in'],
  ['/results', '/results', 'No results yet'],
  ['/results/more/still', '/results/more/still', 'No results yet'],
  ['/my-profile', '/my-profile', 'My profile'],
  ['/my-profile/more', '/my-profile/more', 'My profile'],
  ['/permission', '/permission', 'Allow the camera'],
  ['/permission/more', '/permission/more', 'Allow the camera'],
  ['/measurement/more', '/profile', 'About you'],
  ['/preload', '/preload', 'Getting ready'],
  ['/preload/more', '/preload/more', NOT_FOUND],
  ['/404', '/404', NOT_FOUND],
  ['/404/more', '/404/more', NOT_FOUND],
  ['/history', '/login', 'Sign in'],
  ['/reset/more', '/reset/more', NOT_FOUND],
  ['/phone', '/phone', 'This code no longer works'],
  ['/phone/clinic', '/phone/clinic', 'This code no longer works'],
  ['/terms', '/terms', 'Terms of use'],
  ['/privacy', '/privacy', 'Privacy policy'],
  ['/nothing-of-ours', '/nothing-of-ours', NOT_FOUND],
  ['/i/demo', '/i/demo', NOT_FOUND],
] as const;

describe('an address opens its screen, which sets the page title and takes the focus', () => {
  test.each(ROWS)('%s → %s: %s', async (address, target, title) => {
    await open(address, { prepare: doEverything });
    await settle(title);
    expect(place()).toBe(target);
    expect(document.title).toBe(`${title} · Perfuse`);
    expect(document.activeElement).toBe(h1());
    expect(scrollTo).toHaveBeenLastCalledWith(0, 0);
  });

  test.each(['/app', '/org'])('also below the base %s', async (base) => {
    await open(`${base}/consent`, { prepare: doEverything });
    await settle('Your consent');
    expect(place()).toBe(`${base}/consent`);
  });

  test.each(['/app/app', '/apps/consent', '/other/consent'])(
    'but not below any other first segment: %s',
    async (address) => {
      await open(address, { prepare: doEverything });
      await settle(NOT_FOUND);
    },
  );
});

test('an unknown address shows the specified message and leads back to the start page', async () => {
  await open('/nothing', { prepare: doEverything });
  expect(screen.getByText('The URL you are trying to access is not valid.')).toBeTruthy();
  act(() => screen.getByRole('button', { name: 'Go to the start page' }).click());
  await settle('About you');
});

describe('where no profile is requested', () => {
  const withoutProfile = (of: Services): void => {
    doEverything(of);
    of.session.getState().setDemographicsEntryMode('noDemographics');
  };

  test.each([
    ['/measurement', 'link'],
    ['/measurement', 'button'],
    ['/permission', 'link'],
  ])('going back from %s by its %s leads to the consent', async (address, role) => {
    await open(address, { prepare: withoutProfile });
    const name = role === 'link' ? /Back/ : 'Close';
    act(() => screen.getByRole(role, { name, hidden: true }).click());
    await settle('Your consent');
    expect(place()).toBe('/consent');
  });
});

describe('with a results callback', () => {
  const hidden = ROUTE_TABLE.filter((row) => row.hiddenInCallbackMode).map(({ path }) => path);

  test('the eight specified routes and the history are hidden', () => {
    expect(new Set(hidden)).toEqual(
      new Set([
        ...['/', '/camera-consent', '/consent', '/profile', '/login', '/logout', '/results'],
        ...['/my-profile', '/history'],
      ]),
    );
  });

  test.each(hidden)('%s is not found', async (path) => {
    await open(path, { prepare: inCallbackMode });
    await settle(NOT_FOUND);
    expect(place()).toBe(path);
  });

  test('the profile is shown where the configuration requests it', async () => {
    await open('/measurement', {
      prepare: (of) => {
        inCallbackMode(of);
        const { setDemographicsEntryMode, editProfile } = of.session.getState();
        setDemographicsEntryMode('profileForm');
        editProfile({ ...EMPTY_PROFILE, age: '40' });
      },
    });
    await settle('About you');
    expect(place()).toBe('/profile');
  });

  test.each([
    ['/preload', 'Getting ready'],
    ['/permission', 'Allow the camera'],
    ['/phone', 'This code no longer works'],
    ['/404', NOT_FOUND],
  ])('%s is always available', async (path, title) => {
    await open(path, { prepare: inCallbackMode });
    await settle(title);
  });
});

describe('a deep link', () => {
  test.each([
    ['/measurement', '/preload', 'Getting ready'],
    ['/camera-consent', '/preload', 'Getting ready'],
    ['/results', '/results', 'No results yet'],
    ['/my-profile', '/preload', 'Getting ready'],
  ])('to %s starts a new user at %s', async (address, target, title) => {
    await open(address);
    await settle(title);
    expect(place()).toBe(target);
  });

  test('leads to the sign-in where it is required', async () => {
    await open('/profile', { facts: { ...FACTS, requiresAuthentication: true } });
    await settle('Sign in');
    expect(place()).toBe('/login');
  });
});

test('back and forward move through the steps, setting the title and focus and scrolling to the top', async () => {
  await open('/consent', { prepare: doEverything });
  await settle('Your consent');
  scrollTo.mockClear();
  act(() => screen.getByRole('link', { name: /Sign in/ }).click());
  await settle('Sign in');
  expect(scrollTo).toHaveBeenCalledTimes(1);
  act(() => window.history.back());
  await settle('Your consent');
  expect(document.title).toBe('Your consent · Perfuse');
  expect(document.activeElement).toBe(h1());
  expect(scrollTo).toHaveBeenCalledTimes(2);
  act(() => window.history.forward());
  await settle('Sign in');
  expect(document.title).toBe('Sign in · Perfuse');
  expect(scrollTo).toHaveBeenCalledTimes(3);
});

test('a link pressed twice while its screen is loading adds one history entry', async () => {
  await open('/consent', { prepare: doEverything });
  await settle('Your consent');
  const before = window.history.length;
  const link = screen.getByRole('link', { name: /Sign in/ });
  act(() => link.click());
  act(() => link.click());
  await settle('Sign in');
  expect(window.history.length).toBe(before + 1);
});

test('a redirect replaces its history entry', async () => {
  await open('/terms', { prepare: doEverything });
  const before = window.history.length;
  act(() => {
    window.history.pushState(null, '', '/');
    window.dispatchEvent(new PopStateEvent('popstate'));
  });
  await settle('About you');
  expect(window.history.length).toBe(before + 1);
});
