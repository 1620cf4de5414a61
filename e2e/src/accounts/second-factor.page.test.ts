// SPDX-License-Identifier: Apache-2.0
/** A second factor, managed by the person: turned on, requested, replaced by a recovery code, turned off. */
import type { Browser, Page } from '@perfuse/browser-harness';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { Authenticator } from '@perfuse/server/testing/second-factor';
import { button, field, heading } from '../elements.ts';
import { accessibilityFindings } from '../accessibility.ts';
import { closeContexts, sharedBrowser } from '../shared-browser.ts';
import { sharedInstallation, type SharedInstallation } from '../shared-installation.ts';
import {
  atCameraConsent,
  consent,
  enter,
  newPersonOnline,
  signUp,
  newCredentials,
} from './person.ts';

let installation: SharedInstallation;
let browser: Browser;
beforeAll(async () => {
  installation = await sharedInstallation();
  browser = await sharedBrowser();
});
afterEach(closeContexts);

/** From the sign-in to the profile, which requires a recorded consent. */
async function toMyProfile(page: Page): Promise<void> {
  await atCameraConsent(page);
  await button(page, 'Agree').click();
  // Earlier consents are ticked.
  await page.getByRole('checkbox', { checked: true }).nth(1).waitFor({ state: 'attached' });
  await button(page, 'Continue').click();
  await heading(page, 'About you').waitFor();
  await page.getByRole('link', { name: 'My profile' }).click();
  await heading(page, 'My profile').waitFor();
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Sign out' }).click();
  await page.getByRole('link', { name: 'Sign out' }).waitFor({ state: 'detached' });
  await page.goto(`${installation.url}login`);
}

test('a user turns on the second factor, signs in with a code and a recovery code, and turns it off', async () => {
  const { page, traffic } = await newPersonOnline(browser);
  const who = newCredentials();
  await signUp(page, installation.url, who);
  await enter(page, who);
  await atCameraConsent(page);
  await consent(page);
  await page.getByRole('link', { name: 'My profile' }).click();
  await heading(page, 'My profile').waitFor();

  await button(page, 'Turn on').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Your password', { exact: true }).fill(who.password);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByRole('heading', { name: 'Connect the app' }).waitFor();
  expect(await accessibilityFindings(page)).toEqual([]);
  const key = (await dialog.locator('code').textContent()) ?? '';
  const app = new Authenticator(key.replaceAll(' ', ''));
  // The code of the next time step, so that it does not expire on a slow machine.
  await dialog.getByLabel('Six-digit code that the app shows').fill(app.fresh(Date.now() + 30_000));
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  await button(page, 'I have saved them').waitFor();
  const [first = '', second = ''] = await page
    .getByRole('listitem')
    .locator('code')
    .allTextContents();
  expect(first).toMatch(/^\w{5}-\w{5}$/);
  await button(page, 'I have saved them').click();
  await page.getByText('Two-step sign-in is on. 10 recovery codes are left.').waitFor();

  await signOut(page);
  await enter(page, who);
  await heading(page, 'Second step').waitFor();
  expect(await accessibilityFindings(page)).toEqual([]);
  await field(page, 'Verification code').fill('000000');
  await button(page, 'Sign in').click();
  await page.getByRole('alert').filter({ hasText: 'is wrong or has already been used' }).waitFor();
  await field(page, 'Verification code').fill(app.fresh(Date.now() + 30_000));
  await button(page, 'Sign in').click();
  await atCameraConsent(page);

  await signOut(page);
  await enter(page, who);
  await button(page, 'Use a recovery code').click();
  await field(page, 'Recovery code').fill(first.toUpperCase());
  await button(page, 'Sign in').click();
  await toMyProfile(page);
  await page.getByText('9 recovery codes are left.').waitFor();

  await button(page, 'Turn off').click();
  await dialog.getByLabel('Your password', { exact: true }).fill(who.password);
  await dialog.getByLabel('Code from the app, or a recovery code').fill(second);
  await dialog.getByRole('button', { name: 'Turn off' }).click();
  await page.getByText('Two-step sign-in is off.').waitFor();
  await signOut(page);
  await enter(page, who);
  await page.getByRole('link', { name: 'Sign out' }).waitFor();

  for (const { url } of traffic.requests) {
    for (const secret of [app.secret, first, second]) expect(url.href).not.toContain(secret);
  }
});
