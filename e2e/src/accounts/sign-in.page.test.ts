// SPDX-License-Identifier: Apache-2.0
/** Signing in: from the sign-up to the profile, wrong passwords, lockout, a new password by mail. */
import type { Browser, Page } from '@perfuse/browser-harness';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { button, field, heading } from '../elements.ts';
import { accessibilityFindings } from '../accessibility.ts';
import { install, type Installation } from '../installation.ts';
import { closeContexts, sharedBrowser } from '../shared-browser.ts';
import {
  ACCESS_CODE,
  requestAccount,
  atCameraConsent,
  confirmAccount,
  consent,
  enter,
  newPersonOnline,
  signIn,
  newCredentials,
  type Credentials,
} from './person.ts';
import { openInbox, type Inbox } from './inbox.ts';

let inbox: Inbox;
let installation: Installation;
let browser: Browser;
beforeAll(async () => {
  inbox = await openInbox();
  installation = await install({
    ...inbox.environment,
    PERFUSE_SIGN_IN: 'on',
    PERFUSE_ATTEMPTS_ACCOUNT: '3',
  });
  browser = await sharedBrowser();
});
afterEach(closeContexts);
afterAll(async () => {
  await installation.remove();
  await inbox.close();
});

const url = (): string => installation.url;

/** The link of this kind in the next mail to this address, on this test's server. */
async function linkTo(email: string, kind: 'reset' | 'confirm', skip = 0): Promise<string> {
  const text = await inbox.to(email, skip);
  const link = new URL(new RegExp(`https?://\\S+/${kind}(?:/[\\w-]+)?#\\S+`).exec(text)?.[0] ?? '');
  return url() + link.pathname.slice(1) + link.hash;
}

/** Requests the link that sets a new password. */
async function askForReset(page: Page, email: string): Promise<void> {
  await page.goto(`${url()}login`);
  await button(page, 'Forgot password?').click();
  await field(page, 'Access code').fill(ACCESS_CODE);
  await field(page, 'Email address').fill(email);
  await button(page, 'Send link').click();
  await page.getByRole('status').filter({ hasText: 'Check your email' }).waitFor();
}

/** Creates and confirms an account in a browser context that is closed again. */
async function member(): Promise<Credentials> {
  const { page } = await newPersonOnline(browser);
  const who = newCredentials();
  await requestAccount(page, url(), who);
  await confirmAccount(page, await linkTo(who.email, 'confirm'), who.password);
  await page.getByRole('link', { name: 'Sign out' }).waitFor();
  await page.context().close();
  return who;
}

test('a newcomer is asked to sign in, signs up, consents and reaches the profile', async () => {
  const { page, traffic } = await newPersonOnline(browser);
  const who = newCredentials();
  await page.goto(url());
  await heading(page, 'Sign in').waitFor();
  expect(await page.title()).toBe('Sign in · Perfuse');
  expect(await accessibilityFindings(page)).toEqual([]);

  await requestAccount(page, url(), who);
  expect(await accessibilityFindings(page)).toEqual([]);
  const link = await linkTo(who.email, 'confirm');
  await confirmAccount(page, link, 'Not-this-horse 1');
  await page.getByRole('alert').filter({ hasText: 'That is not the password' }).waitFor();
  expect(page.url()).toBe(`${url()}confirm`);
  expect(await accessibilityFindings(page)).toEqual([]);
  await field(page, 'Password').fill(who.password);
  await button(page, 'Confirm and sign in').click();
  await atCameraConsent(page);
  await consent(page);
  expect(new URL(page.url()).pathname).toBe('/profile');

  // Consent is on record: the same person is not asked again in another browser.
  const second = await newPersonOnline(browser);
  await signIn(second.page, url(), who);
  await button(second.page, 'Agree').click();
  await second.page.getByRole('checkbox', { checked: true }).nth(1).waitFor({ state: 'attached' });

  for (const { url: address } of traffic.requests) {
    expect(address.href).not.toMatch(/eyJ|Correct-horse|person-/);
  }
  const stored = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]));
  expect(stored).not.toMatch(/eyJ/);
  const unexpected = traffic.complaints.filter((text) => !text.includes('status of 401'));
  expect(unexpected).toEqual([]);
});

test('a password that breaks the rules is refused at its field, and each rule shows whether it is met', async () => {
  const { page } = await newPersonOnline(browser);
  await page.goto(`${url()}login`);
  await button(page, 'Create an account').click();
  const rules = page.getByRole('list', { name: 'Password rules' });
  await rules.getByText('Uppercase letter (not met yet)').waitFor();
  await field(page, 'New password').fill('correct');
  await button(page, 'Create account').click();
  await page.getByText('This password does not meet the rules marked below.').waitFor();
  await field(page, 'New password').fill('Correct-horse');
  await rules.getByText('Uppercase letter (met)').waitFor();
  await button(page, 'Show password').click();
  expect(await field(page, 'New password').getAttribute('type')).toBe('text');
  expect(await accessibilityFindings(page)).toEqual([]);
  await button(page, 'Create account').click();
  await page.getByText('Email address is required.').waitFor();
  expect(
    await field(page, 'Access code').evaluate((input) => input === document.activeElement),
  ).toBe(true);
});

test('wrong passwords are refused, then the account is locked, and the message says for how long', async () => {
  const { page } = await newPersonOnline(browser);
  const who = await member();
  await page.goto(`${url()}login`);
  const alert = page.getByRole('alert');
  await enter(page, { ...who, password: 'wrong' });
  await alert.filter({ hasText: 'That did not work.' }).waitFor();
  for (let tries = 0; tries < 4; tries += 1) {
    const refused = page.waitForResponse('**/api/signin');
    await button(page, 'Sign in').click();
    await refused;
  }
  await alert.filter({ hasText: /Too many attempts.*Try again in \d+ minutes?\./ }).waitFor();
  await field(page, 'Password').fill(who.password);
  await button(page, 'Sign in').click();
  await alert.filter({ hasText: 'Too many attempts' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/login');
});

test('a forgotten password is reset by the mailed link, which works once', async () => {
  const { page } = await newPersonOnline(browser);
  const who = await member();
  await askForReset(page, who.email);

  const here = await linkTo(who.email, 'reset', 1);
  await page.goto('about:blank');
  await page.goto(here);
  await heading(page, 'Set a new password').waitFor();
  expect(page.url()).toBe(`${url()}reset`);
  expect(await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))).not.toContain(
    here.split('#')[1],
  );
  expect(await accessibilityFindings(page)).toEqual([]);
  await field(page, 'New password').fill('Another-horse 7');
  await button(page, 'Save password').click();
  await heading(page, 'Your password has been set').waitFor();
  await button(page, 'Sign in').click();
  await enter(page, who);
  await page.getByRole('alert').filter({ hasText: 'That did not work.' }).waitFor();
  await enter(page, { ...who, password: 'Another-horse 7' });
  await atCameraConsent(page);

  const { page: again } = await newPersonOnline(browser);
  await again.goto(here);
  await heading(again, 'This link no longer works').waitFor();
  await button(again, 'Send a new link').click();
  await heading(again, 'Forgot your password?').waitFor();
});

test('behind an organisation link, a password reset by mail in another browser signs in to that organisation', async () => {
  const who = await member();
  const { page } = await newPersonOnline(browser);
  await page.goto(`${url()}org/i/demo`);
  await button(page, 'Forgot password?').click();
  await field(page, 'Email address').fill(who.email);
  await button(page, 'Send link').click();
  await page.getByRole('status').filter({ hasText: 'Check your email' }).waitFor();

  const { page: mail } = await newPersonOnline(browser);
  await mail.goto(await linkTo(who.email, 'reset', 1));
  await heading(mail, 'Set a new password').waitFor();
  expect(mail.url()).toBe(`${url()}org/reset`);
  await mail.reload();
  await field(mail, 'New password').fill('Another-horse 7');
  await button(mail, 'Save password').click();
  await heading(mail, 'Your password has been set').waitFor();
  await button(mail, 'Sign in').click();
  await field(mail, 'Email address').fill(who.email);
  expect(await field(mail, 'Access code').count()).toBe(0);
  await field(mail, 'Password').fill('Another-horse 7');
  await button(mail, 'Sign in').click();
  await atCameraConsent(mail);
});

test('where the tab was not opened by an organisation link, the access code identifies the organisation', async () => {
  const who = await member();
  const { page } = await newPersonOnline(browser);
  await signIn(page, `${url()}org/`, who);
});

test('a reset link opened before signing in and out no longer works when going back to it', async () => {
  const { page } = await newPersonOnline(browser);
  const who = await member();
  await askForReset(page, who.email);
  const here = await linkTo(who.email, 'reset', 1);
  await page.goto('about:blank');
  await page.goto(here);
  await heading(page, 'Set a new password').waitFor();
  // The person remembers the password after all.
  await page.getByRole('link', { name: 'Sign in' }).click();
  await enter(page, who);
  // Earlier, the redirect of the sign-in is still pending, and would follow the sign-out too.
  await atCameraConsent(page);
  await page.getByRole('link', { name: 'Sign out' }).click();
  await button(page, 'Sign in').waitFor();
  // Like the browser's back button, past the screens in between, which redirect.
  await page.evaluate(() => {
    history.pushState({}, '', '/reset');
    dispatchEvent(new PopStateEvent('popstate', { state: {} }));
  });
  await heading(page, 'This link no longer works').waitFor();
});

test('a reset requested for an unknown address looks the same', async () => {
  const { page } = await newPersonOnline(browser);
  await askForReset(page, 'nobody@example.org');
});

test('without a connection the screen says so and keeps what was typed', async () => {
  const { page } = await newPersonOnline(browser);
  const who = newCredentials();
  await page.goto(`${url()}login`);
  await heading(page, 'Sign in').waitFor();
  await page.context().setOffline(true);
  await enter(page, who);
  await page.getByRole('alert').filter({ hasText: 'The service did not answer.' }).waitFor();
  expect(await field(page, 'Email address').inputValue()).toBe(who.email);
});
