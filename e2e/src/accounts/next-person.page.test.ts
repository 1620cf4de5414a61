// SPDX-License-Identifier: Apache-2.0
/** Where guests may measure: the answers of a person or a guest are not shown to the next one in the same browser. */
import type { Browser, Page } from '@perfuse/browser-harness';
import { OUTCOMES } from '@perfuse/web/internal/gallery/outcomes';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { button, field, heading } from '../elements.ts';
import { openReturning } from '../returning-visitor.ts';
import { closeContexts, sharedBrowser } from '../shared-browser.ts';
import { sharedInstallation, type SharedInstallation } from '../shared-installation.ts';
import {
  atCameraConsent,
  consent,
  enter,
  newCredentials,
  newPersonOnline,
  signIn,
  signUp,
} from './person.ts';

const who = newCredentials();
let installation: SharedInstallation;
let browser: Browser;
beforeAll(async () => {
  installation = await sharedInstallation();
  browser = await sharedBrowser();
  const { page } = await newPersonOnline(browser);
  await signUp(page, installation.url, who);
  await closeContexts();
});
afterEach(closeContexts);

const told = (page: Page) => page.getByRole('alertdialog', { name: 'You have been signed out' });
const signOut = (page: Page) => page.getByRole('link', { name: 'Sign out' });

test('a session that ended before a reload has its answers, results and consent deleted, with a message', async () => {
  const { page } = await newPersonOnline(browser);
  const asked = page.waitForRequest('**/analysis/consents');
  await signIn(page, installation.url, who);
  const { authorization = '' } = (await asked).headers();
  await consent(page);
  await field(page, 'Age').fill('57');
  await page.context().addInitScript(
    (measured) => {
      sessionStorage.setItem('perfuse.results.consumer', measured);
    },
    JSON.stringify([OUTCOMES.good]),
  );
  await page.goto(`${installation.url}results`);
  await heading(page, 'Your results').waitFor();
  const ended = await fetch(`${installation.analysisUrl}users/auth`, {
    method: 'DELETE',
    headers: { authorization },
  });
  expect(ended.status).toBe(200);
  await page.reload();
  await told(page).getByText('Your session has ended.').waitFor();
  await told(page).getByRole('button', { name: 'OK' }).click();
  await heading(page, 'No results yet').waitFor();
  const kept = () => page.evaluate(() => localStorage.getItem('perfuse.session.consumer'));
  await expect.poll(kept).toContain('"consentCompleted":false');
  expect(await kept()).not.toContain('57');
});

test('a user who signs in does not see the measurements of the previous guest, and is told so beforehand', async () => {
  const { page } = await openReturning(browser, { done: 'profile', result: OUTCOMES.good });
  page.setDefaultTimeout(60_000);
  await page.goto(`${installation.url}login`);
  await page.getByRole('status').filter({ hasText: 'are not added to it' }).waitFor();
  const other = await page.context().newPage();
  await other.goto(`${installation.url}profile`);
  await heading(other, 'About you').waitFor();
  await enter(page, who);
  await atCameraConsent(page);
  await atCameraConsent(other);
  await page.goto(`${installation.url}results`);
  await signOut(page).waitFor();
  await heading(page, 'No results yet').waitFor();
});

test('signing out in one tab shows a message in the other tab only', async () => {
  const { page } = await newPersonOnline(browser);
  await signIn(page, installation.url, who);
  await button(page, 'Agree').click();
  await heading(page, 'Your consent').waitFor();
  const other = await page.context().newPage();
  await other.goto(`${installation.url}logout`);
  await heading(other, 'Sign in').waitFor();
  await told(page).getByText('in another window').waitFor();
  await told(page).getByRole('button', { name: 'OK' }).click();
  await atCameraConsent(page);
  expect(await told(other).isVisible()).toBe(false);
});

test('a sign-in whose user data cannot be saved fails, and the next attempt survives a reload', async () => {
  const { page } = await newPersonOnline(browser);
  await page.route(
    '**/api/userData',
    (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()),
    { times: 2 },
  );
  await page.goto(`${installation.url}login`);
  await enter(page, who);
  await page.getByRole('alert').filter({ hasText: 'The service did not answer.' }).waitFor();
  const checked = await page.request.get(`${installation.url}api/auths/check`);
  expect(checked.status()).toBe(401);
  await button(page, 'Sign in').click();
  await atCameraConsent(page);
  await page.reload();
  await signOut(page).waitFor();
});
