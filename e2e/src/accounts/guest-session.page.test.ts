// SPDX-License-Identifier: Apache-2.0
/** What guests leave in a browser, and its deletion: after the idle timeout, after closing the browser, on request. */
import type { Browser, Page } from '@perfuse/browser-harness';
import { OUTCOMES } from '@perfuse/web/internal/gallery/outcomes';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { button, heading } from '../elements.ts';
import { DESKTOP, PHONE, PROFILE } from '../guest.ts';
import { openReturning } from '../returning-visitor.ts';
import { closeContexts, sharedBrowser } from '../shared-browser.ts';
import { sharedInstallation, type SharedInstallation } from '../shared-installation.ts';
import { atCameraConsent, sessionWatched } from './person.ts';

let installation: SharedInstallation;
let browser: Browser;
beforeAll(async () => {
  installation = await sharedInstallation();
  browser = await sharedBrowser();
});
afterEach(closeContexts);

const MINUTE = 60_000;
const DONE = { done: 'profile', result: OUTCOMES.good } as const;

/** A guest who has answered and measured, with a clock that the test controls. */
async function measured(viewport = DESKTOP): Promise<Page> {
  const { page } = await openReturning(browser, { ...DONE, viewport });
  await page.clock.install();
  await page.goto(`${installation.url}results`);
  await heading(page, 'Your results').waitFor();
  await sessionWatched(page);
  return page;
}

const keeps = (page: Page, text: string): Promise<boolean> =>
  page.evaluate((found) => JSON.stringify([localStorage, sessionStorage]).includes(found), text);

/** Polls, because the app saves at most once a second. */
async function nothingIsKept(page: Page): Promise<void> {
  for (const text of ['HR_BPM', `age\\":\\"${PROFILE.age}`, '"termsAccepted\\":true']) {
    await expect.poll(() => keeps(page, text), { message: text }).toBe(false);
  }
}

test('a warning appears after 14 idle minutes, and answers and results are deleted after 15', async () => {
  const page = await measured();
  await page.clock.fastForward(14 * MINUTE + 1000);
  const warning = page.getByRole('alertdialog', { name: 'Are you still there?' });
  await warning.getByText('removed from this browser in one minute').waitFor();
  await button(page, 'I am still here').click();
  await warning.waitFor({ state: 'hidden' });
  expect(await keeps(page, 'HR_BPM')).toBe(true);
  await page.clock.fastForward(14 * MINUTE + 30_000);
  await warning.waitFor();
  await page.clock.fastForward(MINUTE);
  const told = page.getByRole('alertdialog', { name: 'Your answers were removed' });
  await told.waitFor();
  await page.clock.resume();
  await nothingIsKept(page);
  await told.getByRole('button', { name: 'OK' }).click();
  await atCameraConsent(page);
});

test('a guest who reopens the app after the idle timeout starts over', async () => {
  const page = await measured();
  await page.evaluate((at) => localStorage.setItem('perfuse.activity', String(at)), 1);
  await page.reload();
  await heading(page, 'No results yet').waitFor();
  await nothingIsKept(page);
  await page.goto(installation.url);
  await atCameraConsent(page);
  await button(page, 'Agree').click();
  // The new guest is not signed off in place of the previous one.
  await heading(page, 'Your consent').waitFor();
});

test.each([
  ['a phone', PHONE],
  ['a desktop', DESKTOP],
])('the button on the results page forgets the guest, on %s, in every tab', async (_, viewport) => {
  const page = await measured(viewport);
  const other = await page.context().newPage();
  await other.goto(`${installation.url}profile`);
  await heading(other, 'About you').waitFor();
  await button(page, 'Forget me on this device').click();
  await button(page, 'Forget me').click();
  const told = page.getByRole('alertdialog', { name: 'This device has forgotten you' });
  await told.getByRole('button', { name: 'OK' }).click();
  await atCameraConsent(page);
  await nothingIsKept(page);
  await other.getByRole('alertdialog', { name: 'This device has forgotten you' }).waitFor();
  await atCameraConsent(other);
});

test('answers and results are deleted after 15 idle minutes even without a network', async () => {
  const page = await measured();
  // The code that this needs is preloaded.
  await page.waitForLoadState('networkidle');
  await page.context().setOffline(true);
  await page.clock.fastForward(15 * MINUTE);
  await page.getByRole('alertdialog', { name: 'Your answers were removed' }).waitFor();
  await page.clock.resume();
  await nothingIsKept(page);
});

test('the button forgets the guest even where the app could not be started', async () => {
  const page = await measured();
  await page.route('**/api/**', (route) => route.abort());
  await page.reload();
  await button(page, 'Forget me on this device').click();
  await button(page, 'Forget me').click();
  await page.getByRole('alertdialog', { name: 'This device has forgotten you' }).waitFor();
  await nothingIsKept(page);
  await page.goto(`${installation.url}results`);
  await page.getByRole('button', { name: 'Try again' }).waitFor();
  expect(await page.getByText('Heart rate').count()).toBe(0);
});

test('a guest whose device the service has unregistered is notified within a minute', async () => {
  const page = await measured();
  const asked = page.waitForRequest('**/analysis/auth');
  await page.clock.fastForward(MINUTE);
  const { authorization = '' } = (await asked).headers();
  const ended = await fetch(`${installation.analysisUrl}organizations/licenses`, {
    method: 'DELETE',
    headers: { authorization },
  });
  expect(ended.status).toBe(200);
  await page.clock.fastForward(MINUTE);
  await page.getByRole('alertdialog', { name: 'Your visit has ended' }).waitFor();
  await page.clock.resume();
  await nothingIsKept(page);
});
