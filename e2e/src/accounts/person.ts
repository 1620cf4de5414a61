// SPDX-License-Identifier: Apache-2.0
/** The steps of a person who signs up and in, by the roles and names they perceive. */
import { randomUUID } from 'node:crypto';
import type { Browser, Locator, Page } from '@perfuse/browser-harness';
import { expect } from 'vitest';
import { button, field, heading } from '../elements.ts';
import type { Visit } from '../guest.ts';
import { watchTraffic } from '../traffic.ts';

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

export const ACCESS_CODE = 'DEMO';
const ACTIVITY = 'perfuse.activity';
const PASSWORD = 'Correct-horse 9';

/** Credentials of a new person, unique on a server shared with other tests. */
export const newCredentials = (): Credentials => ({
  email: `person-${randomUUID()}@example.org`,
  password: PASSWORD,
});

/** Ticks or unticks by the label, as people do: the input itself is hidden. */
export const press = (box: Locator): Promise<void> =>
  box.locator('xpath=ancestor::label[1]').click();

/**
 * Waits until the page watches the session. The watcher is loaded after the screen, and misses a clock that is advanced
 * earlier.
 */
export async function sessionWatched(page: Page): Promise<void> {
  await page.evaluate((key) => localStorage.removeItem(key), ACTIVITY);
  await expect
    .poll(
      async () => {
        // Activity, which the watcher records.
        await page.keyboard.press('Shift');
        return page.evaluate((key) => localStorage.getItem(key), ACTIVITY);
      },
      { timeout: 60_000 },
    )
    .not.toBeNull();
}

/** Opens a browser context with its own cookies and storage. */
export async function newPerson(
  browser: Browser,
  viewport = { width: 1280, height: 900 },
  serviceWorkers: 'allow' | 'block' = 'allow',
): Promise<Visit> {
  const context = await browser.newContext({
    locale: 'en-US',
    permissions: ['camera'],
    viewport,
    reducedMotion: 'reduce',
    serviceWorkers,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  return { page, traffic: watchTraffic(page) };
}

/** The same without a service worker, which would fetch the whole app for an offline start. */
export const newPersonOnline = (
  browser: Browser,
  viewport?: { readonly width: number; readonly height: number },
): Promise<Visit> => newPerson(browser, viewport, 'block');

async function fillSignUp(page: Page, url: string, who: Credentials): Promise<void> {
  await page.goto(`${url}login`);
  await button(page, 'Create an account').click();
  await heading(page, 'Create an account').waitFor();
  await field(page, 'Access code').fill(ACCESS_CODE);
  await field(page, 'Email address').fill(who.email);
  await field(page, 'New password').fill(who.password);
  await button(page, 'Create account').click();
}

/** Signs up where the address is confirmed by mail, up to the message that says so. */
export async function requestAccount(page: Page, url: string, who: Credentials): Promise<void> {
  await fillSignUp(page, url, who);
  await page.getByRole('status').filter({ hasText: 'Check your email' }).waitFor();
}

/** Opens the mailed link, and confirms and signs in there. */
export async function confirmAccount(page: Page, link: string, password: string): Promise<void> {
  await page.goto('about:blank');
  await page.goto(link);
  await heading(page, 'Confirm your account').waitFor();
  await field(page, 'Password').fill(password);
  await button(page, 'Confirm and sign in').click();
}

/** Signs up where the address is not confirmed, up to the sign-in. */
export async function signUp(page: Page, url: string, who: Credentials): Promise<void> {
  await fillSignUp(page, url, who);
  await page.getByRole('status').filter({ hasText: 'You can sign in now' }).waitFor();
}

/** Fills in and sends the sign-in screen. */
export async function enter(page: Page, who: Credentials): Promise<void> {
  await field(page, 'Access code').fill(ACCESS_CODE);
  await field(page, 'Email address').fill(who.email);
  await field(page, 'Password').fill(who.password);
  await button(page, 'Sign in').click();
}

/** Waits for the first step, which follows the sign-in and the loading of the measurement's files. */
export const atCameraConsent = (page: Page): Promise<void> =>
  button(page, 'Agree').waitFor({ timeout: 60_000 });

/** Signs in, up to the first step. */
export async function signIn(page: Page, url: string, who: Credentials): Promise<void> {
  await page.goto(`${url}login`);
  await enter(page, who);
  await atCameraConsent(page);
}

/** From camera consent to the profile. */
export async function consent(page: Page): Promise<void> {
  await button(page, 'Agree').click();
  await heading(page, 'Your consent').waitFor();
  for (const box of await page.getByRole('checkbox').all()) await press(box);
  await button(page, 'Continue').click();
  await heading(page, 'About you').waitFor();
}
