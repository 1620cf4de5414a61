// SPDX-License-Identifier: Apache-2.0
/** Staying signed in and signing out: reload, renewal, a session that ends, the idle timeout, two tabs. */
import path from 'node:path';
import type { Browser, Page } from '@perfuse/browser-harness';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { startServer } from '@perfuse/server/testing/server';
import { CHECKOUT } from '@perfuse/testing/checkout';
import { goToCamera } from '@perfuse/measure/journey';
import { button, field, heading } from '../elements.ts';
import { PROFILE } from '../guest.ts';
import { closeContexts, sharedBrowser } from '../shared-browser.ts';
import { sharedInstallation, SIGN_IN, type SharedInstallation } from '../shared-installation.ts';
import {
  atCameraConsent,
  enter,
  newPersonOnline,
  consent,
  sessionWatched,
  signIn,
  signUp,
  newCredentials,
  type Credentials,
} from './person.ts';

let installation: SharedInstallation;
let browser: Browser;
let who: Credentials;
beforeAll(async () => {
  installation = await sharedInstallation(SIGN_IN);
  browser = await sharedBrowser();
  who = newCredentials();
  const { page } = await newPersonOnline(browser);
  await signUp(page, installation.url, who);
  await closeContexts();
});
afterEach(closeContexts);

const MINUTE = 60_000;
/** How long the server of one test accepts an access token, s. */
const ACCESS_S = 600;
const CONSUMER_BUILD = path.join(CHECKOUT, 'apps/web/dist/consumer');

/** Signed in, with a clock that the test controls. */
async function inside() {
  const person = await newPersonOnline(browser);
  await person.page.clock.install();
  await signIn(person.page, installation.url, who);
  await sessionWatched(person.page);
  return person;
}

test('a reload keeps the session, and signing out ends it permanently', async () => {
  const { page } = await newPersonOnline(browser);
  await signIn(page, installation.url, who);
  await page.reload();
  await atCameraConsent(page);
  await page.getByRole('link', { name: 'Sign out' }).click();
  await heading(page, 'Sign in').waitFor();
  await page.goto(`${installation.url}camera-consent`);
  await heading(page, 'Sign in').waitFor();
  expect(new URL(page.url()).pathname).toBe('/login');
});

test('an expired token is renewed without the user noticing', async () => {
  const webBuilds = [{ directory: CONSUMER_BUILD, prefixes: ['/'] }];
  let ahead = 0;
  const brief = await startServer({
    environment: SIGN_IN,
    webBuilds,
    sessionAccessS: ACCESS_S,
    now: () => Date.now() + ahead,
  });
  const expire = (): void => void (ahead += ACCESS_S * 1000);
  const url = `http://localhost:${new URL(brief.origin).port}/`;
  const { page } = await newPersonOnline(browser);
  const person = newCredentials();
  await signUp(page, url, person);
  await page.clock.install();
  await signIn(page, url, person);
  await sessionWatched(page);
  expire();
  const refused = page.waitForResponse('**/analysis/auth');
  const renewed = page.waitForResponse('**/api/auths/check');
  await page.clock.fastForward(MINUTE);
  expect(await (await refused).json()).toMatchObject({ Code: 'TOKEN_EXPIRED' });
  expect((await renewed).status()).toBe(200);
  expire();
  await consent(page);
  await page.context().close();
  await brief.stop();
});

test('a session that was ended elsewhere leads to the sign-in within a minute', async () => {
  const { page } = await inside();
  const authorization = page.waitForRequest('**/analysis/auth');
  await page.clock.fastForward(MINUTE);
  const headers = (await authorization).headers();
  await fetch(`${installation.analysisUrl}users/auth`, {
    method: 'DELETE',
    headers: { authorization: headers['authorization'] ?? '' },
  });
  await page.clock.fastForward(MINUTE);
  await page.getByRole('status').filter({ hasText: 'Your session has ended.' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/login');
});

test('starting to measure in a session that was ended elsewhere leads to the sign-in at once', async () => {
  const { page } = await newPersonOnline(browser);
  await signIn(page, installation.url, who);
  const agreed = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().includes('/analysis/'),
  );
  await goToCamera(page, PROFILE);
  const { authorization = '' } = await (await agreed).allHeaders();
  await fetch(`${installation.analysisUrl}users/auth`, {
    method: 'DELETE',
    headers: { authorization },
  });
  await button(page, 'Start camera').click();
  const told = page.getByRole('status').filter({ hasText: 'Your session has ended.' });
  await told.or(page.getByRole('alertdialog')).waitFor();
  expect(await told.count()).toBe(1);
  expect(new URL(page.url()).pathname).toBe('/login');
});

test('a warning appears after 14 idle minutes, and the user is signed out after 15', async () => {
  const { page } = await inside();
  await page.clock.fastForward(14 * MINUTE + 1000);
  const warning = page.getByRole('alertdialog', { name: 'Are you still there?' });
  await warning.getByText(/seconds left/).waitFor();
  await button(page, 'Stay signed in').click();
  await warning.waitFor({ state: 'hidden' });
  // The dialog returns the focus in the next frame. That counts as activity, so it must precede the clock's jump.
  await page.evaluate(
    () =>
      new Promise<void>((done) => {
        requestAnimationFrame(() => requestAnimationFrame(() => done()));
      }),
  );
  await page.clock.fastForward(13 * MINUTE);
  expect(await warning.isVisible()).toBe(false);
  await page.clock.fastForward(2 * MINUTE);
  await page.getByRole('status').filter({ hasText: 'after 15 minutes of inactivity' }).waitFor();
  const kept = await page.evaluate(() => localStorage.getItem('perfuse.session.consumer'));
  expect(kept ?? '').not.toContain('"termsAccepted":true');
});

test('two tabs stay in sync: signing in or out in one does the same in the other', async () => {
  const { page: one } = await newPersonOnline(browser);
  await one.goto(`${installation.url}login`);
  await field(one, 'Access code').waitFor();
  const two = await one.context().newPage();
  await two.goto(`${installation.url}login`);
  await field(two, 'Access code').waitFor();
  await enter(one, who);
  await atCameraConsent(one);
  await atCameraConsent(two);
  await two.getByRole('link', { name: 'Sign out' }).click();
  await heading(one, 'Sign in').waitFor();
  await one.getByRole('status').filter({ hasText: 'signed out in another window' }).waitFor();
});

test('two tabs that find their token expired at the same moment both stay signed in', async () => {
  const { page: one } = await inside();
  const two = await one.context().newPage();
  await two.clock.install();
  await two.goto(installation.url);
  await atCameraConsent(two);
  await sessionWatched(two);
  const expired = { status: 401, json: { Code: 'TOKEN_EXPIRED', Message: 'The token expired.' } };
  const tabs = [one, two];
  // One tab renews, then both check the session. A clock that jumps in between would abort their requests.
  const settled = [
    one.context().waitForEvent('response', (answer) => answer.url().endsWith('/api/auths/renew')),
    ...tabs.map((page) => page.waitForResponse('**/api/auths/check')),
  ];
  for (const page of tabs) {
    let isFirst = true;
    // The route stays: removed meanwhile, it would hide the events of the requests that follow the first one.
    await page.route('**/analysis/auth', async (route) => {
      const isExpired = isFirst;
      isFirst = false;
      await (isExpired ? route.fulfill(expired) : route.continue());
    });
  }
  // Both tabs share the clock.
  await one.clock.fastForward(MINUTE);
  for (const answer of await Promise.all(settled)) expect(answer.status()).toBe(200);
  const verifies = async (page: Page): Promise<number> => {
    const verified = page.waitForResponse('**/analysis/auth');
    await page.clock.fastForward(MINUTE);
    return (await verified).status();
  };
  for (const page of tabs) {
    // A tab may not have the new token yet.
    await expect.poll(() => verifies(page), { timeout: 120_000 }).toBe(200);
    expect(await button(page, 'Agree').isVisible()).toBe(true);
  }
});
