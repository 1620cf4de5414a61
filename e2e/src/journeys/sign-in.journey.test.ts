// SPDX-License-Identifier: Apache-2.0
/** A person with an account signs in, stays signed in and signs out. */
import type { Page } from '@perfuse/browser-harness';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { heading } from '../elements.ts';
import { atCameraConsent, enter, newPerson, signUp, newCredentials } from '../accounts/person.ts';
import { accessibilityFindings } from '../accessibility.ts';
import { closeContexts, sharedBrowser } from '../shared-browser.ts';
import { sharedInstallation, SIGN_IN, type SharedInstallation } from '../shared-installation.ts';

const who = newCredentials();
let installation: SharedInstallation;
let page: Page;
let complaints: readonly string[];
beforeAll(async () => {
  installation = await sharedInstallation(SIGN_IN);
  const person = await newPerson(await sharedBrowser());
  page = person.page;
  complaints = person.traffic.complaints;
});
afterAll(closeContexts);

const signOut = () => page.getByRole('link', { name: 'Sign out' });

test('signs up with the access code', async () => {
  await page.goto(installation.url);
  await heading(page, 'Sign in').waitFor();
  expect(await accessibilityFindings(page)).toEqual([]);
  await signUp(page, installation.url, who);
  expect(await accessibilityFindings(page)).toEqual([]);
});

test('is refused with a wrong password, and stays on the sign-in screen', async () => {
  await enter(page, { ...who, password: 'Wrong-horse 9' });
  await page.getByRole('alert').filter({ hasText: 'That did not work.' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/login');
  expect(await accessibilityFindings(page)).toEqual([]);
});

test('signs in and sees the first step', async () => {
  await enter(page, who);
  await atCameraConsent(page);
  expect(await accessibilityFindings(page)).toEqual([]);
});

test('is still signed in after a reload', async () => {
  await page.reload();
  await atCameraConsent(page);
  await signOut().waitFor();
});

test('signs out, and can no longer open the screen', async () => {
  await signOut().click();
  await heading(page, 'Sign in').waitFor();
  await page.goto(`${installation.url}camera-consent`);
  await heading(page, 'Sign in').waitFor();
  // The browser itself logs the refused passwords and the missing sign-in.
  expect(complaints.filter((text) => !text.includes('status of 401'))).toEqual([]);
});
