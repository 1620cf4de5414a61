// SPDX-License-Identifier: Apache-2.0
/** Consent given and withdrawn, access to one's own data, and an organisation that requests no profile. */
import { readFile } from 'node:fs/promises';
import { z } from '@perfuse/contract/schema';
import type { Browser, Page } from '@perfuse/browser-harness';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { button, field, heading } from '../elements.ts';
import { accessibilityFindings } from '../accessibility.ts';
import { closeContexts, sharedBrowser } from '../shared-browser.ts';
import { sharedInstallation, type SharedInstallation } from '../shared-installation.ts';
import {
  atCameraConsent,
  consent,
  enter,
  newPersonOnline,
  press,
  signUp,
  newCredentials,
} from './person.ts';
import { withdraw } from './withdraw.ts';

let installation: SharedInstallation;
let browser: Browser;
beforeAll(async () => {
  // Sign-in is optional, as in a default installation.
  installation = await sharedInstallation();
  browser = await sharedBrowser();
});
afterEach(closeContexts);

const record = z.object({
  policy_version: z.string(),
  purposes: z.array(z.object({ purpose: z.string(), authorized: z.boolean() })),
});
const personalData = z.object({
  account: z.object({ Email: z.string() }),
  consents: z.array(record),
});

async function downloaded(page: Page): Promise<z.infer<typeof personalData>> {
  const download = page.waitForEvent('download');
  await button(page, 'Download my data').click();
  return personalData.parse(JSON.parse(await readFile(await (await download).path(), 'utf8')));
}

const authorised = (one: z.infer<typeof record> | undefined) =>
  one?.purposes.filter((purpose) => purpose.authorized).map(({ purpose }) => purpose);

test('a user sees their consent, downloads their data, withdraws consent, and deletes the account', async () => {
  const { page, traffic } = await newPersonOnline(browser);
  const who = newCredentials();
  await signUp(page, installation.url, who);
  await enter(page, who);
  await atCameraConsent(page);
  await consent(page);

  await page.getByRole('link', { name: 'My profile' }).click();
  await heading(page, 'My profile').waitFor();
  expect(await accessibilityFindings(page)).toEqual([]);
  const [terms, data] = await page.getByRole('checkbox').all();
  expect(await terms?.isDisabled()).toBe(true);
  expect(await data?.isChecked()).toBe(true);
  const before = await downloaded(page);
  expect(before.account.Email).toBe(who.email);
  expect(authorised(before.consents.at(-1))).toEqual([
    'privacyPolicyAndTermsOfUse',
    'healthDataProcessing',
    'healthDataStorage',
  ]);

  await page.getByRole('link', { name: 'Past results' }).click();
  await page.getByText('Nothing here yet.').waitFor();
  expect(await accessibilityFindings(page)).toEqual([]);
  await page.goBack();
  await withdraw(page);
  await atCameraConsent(page);
  expect(new URL(page.url()).pathname).toBe('/camera-consent');
  await page.goto(`${installation.url}profile`);
  await atCameraConsent(page);

  // Stored data can be read and erased without a new consent.
  await page.getByRole('link', { name: 'My profile' }).click();
  const after = await downloaded(page);
  expect(await page.getByRole('checkbox').count()).toBe(0);
  expect(after.consents.map(authorised)).toContainEqual(['privacyPolicyAndTermsOfUse']);

  await button(page, 'Delete my account').click();
  const dialog = page.getByRole('alertdialog', { name: 'Delete your account?' });
  await field(page, 'Your password').fill('wrong');
  await dialog.getByRole('button', { name: 'Delete permanently' }).click();
  await dialog.getByText('That password is incorrect.').waitFor();
  await field(page, 'Your password').fill(who.password);
  await dialog.getByRole('button', { name: 'Delete permanently' }).click();
  await page.getByRole('status').filter({ hasText: 'have been deleted' }).waitFor();
  await enter(page, who);
  await page.getByRole('alert').filter({ hasText: 'That did not work.' }).waitFor();
  const unexpected = traffic.complaints.filter((text) => !text.includes('status of 401'));
  expect(unexpected).toEqual([]);
});

/** The consents on record for a guest's device, or the status with which the service refuses its token. */
async function onRecord(authorization: string) {
  const answer = await fetch(`${installation.analysisUrl}consents`, { headers: { authorization } });
  return answer.status === 200 ? authorised(record.parse(await answer.json())) : answer.status;
}

/** Consents as a guest. @returns the record that was sent, and the authorisation of its device. */
async function agreeIn(tab: Page) {
  await tab.goto(installation.url);
  await atCameraConsent(tab);
  const sent = tab.waitForRequest(
    (one) => one.url().endsWith('/consents') && one.method() === 'POST',
  );
  await consent(tab);
  await heading(tab, 'About you').waitFor();
  const request = await sent;
  return {
    given: record.parse(request.postDataJSON()),
    authorization: request.headers()['authorization'] ?? '',
  };
}

test('a guest’s consent is recorded with its version, and so is the withdrawal', async () => {
  const { page } = await newPersonOnline(browser, { width: 390, height: 800 });
  const { given, authorization } = await agreeIn(page);
  expect(given.policy_version).toBe('2020-04-19');
  expect(authorised(given)).toEqual([
    'privacyPolicyAndTermsOfUse',
    'healthDataProcessing',
    'healthDataStorage',
  ]);
  await page.getByRole('link', { name: 'My profile' }).click();
  await page.getByText('You are not signed in.').waitFor();
  expect(await button(page, 'Download my data').count()).toBe(0);
  await withdraw(page);
  await atCameraConsent(page);
  await page.getByRole('link', { name: 'Sign in' }).waitFor();
  expect(await onRecord(authorization)).toEqual(['privacyPolicyAndTermsOfUse']);
});

test('a guest’s consent given in a closed tab can be withdrawn in a second, and the guest forgotten in a third', async () => {
  const { page } = await newPersonOnline(browser);
  const context = page.context();
  const { authorization: first } = await agreeIn(page);
  expect(await onRecord(first)).toContain('healthDataProcessing');
  const second = await context.newPage();
  await page.close({ runBeforeUnload: true });
  await second.goto(`${installation.url}my-profile`);
  // The next user of this browser finds no access token.
  const stored = await second.evaluate(() => JSON.stringify(localStorage));
  expect(stored).toContain('withdrawalTokens');
  expect(stored).not.toContain(first.replace('Bearer ', ''));
  await withdraw(second);
  await atCameraConsent(second);
  expect(await onRecord(first)).toEqual(['privacyPolicyAndTermsOfUse']);

  const { authorization: another } = await agreeIn(second);
  const third = await context.newPage();
  await second.close({ runBeforeUnload: true });
  await third.goto(`${installation.url}my-profile`);
  await button(third, 'Forget me on this device').click();
  await third.getByRole('alertdialog').getByText('normally 24 hours').waitFor();
  await button(third, 'Forget me').click();
  await third.getByRole('alertdialog', { name: 'This device has forgotten you' }).waitFor();
  await expect.poll(() => onRecord(another)).toBe(401);
});

test('a guest continues while the service is unavailable, and is not asked for consent again after a reload', async () => {
  const { page } = await newPersonOnline(browser);
  await page.goto(installation.url);
  await atCameraConsent(page);
  await page.route('**/analysis/consents', (route) => route.abort());
  await consent(page);
  await page.unroute('**/analysis/consents');
  await page.reload();
  await heading(page, 'About you').waitFor();
});

test('where the organisation requests no profile, consent leads straight to the measurement', async () => {
  const { page } = await newPersonOnline(browser);
  const who = newCredentials();
  await signUp(page, installation.url, who);
  await enter(page, who);
  await atCameraConsent(page);
  await button(page, 'Agree').click();
  await heading(page, 'Your consent').waitFor();
  // Adds what an organisation's configuration stores in the browser, once the rest is stored.
  await page.waitForFunction(
    () =>
      localStorage.getItem('perfuse.session.consumer')?.includes('"termsAccepted":true') === true,
  );
  await page.evaluate(() => {
    const key = 'perfuse.session.consumer';
    const stored = JSON.parse(localStorage.getItem(key) ?? '{}') as object;
    const mode = { demographicsEntryMode: 'noDemographics' };
    localStorage.setItem(key, JSON.stringify({ ...stored, ...mode }));
  });
  await page.goto(installation.url);
  await heading(page, 'Your consent').waitFor();
  for (const box of await page.getByRole('checkbox').all()) await press(box);
  await button(page, 'Continue').click();
  await button(page, 'Start camera').waitFor();
  expect(new URL(page.url()).pathname).toBe('/measurement');
});
