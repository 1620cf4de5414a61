// SPDX-License-Identifier: Apache-2.0
/** Code, texts and styles that cannot be fetched when requested, in a browser that has cached nothing of the app. */
import type { Browser, Page } from '@perfuse/browser-harness';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { heading } from './elements.ts';
import { PHONE } from './guest.ts';
import { openReturning } from './returning-visitor.ts';
import { closeContexts, sharedBrowser } from './shared-browser.ts';
import { sharedInstallation, type SharedInstallation } from './shared-installation.ts';

let installation: SharedInstallation;
let browser: Browser;
beforeAll(async () => {
  [installation, browser] = await Promise.all([sharedInstallation(), sharedBrowser()]);
});
afterEach(closeContexts);

async function newVisitor(): Promise<Page> {
  const { page } = await openReturning(browser, { done: 'nothing', viewport: PHONE });
  await page.route(/\/sw\.js/, (route) => route.abort());
  return page;
}

/** Aborts the first `count` requests for these files. @returns the number aborted so far. */
async function refuse(page: Page, files: RegExp, count: number): Promise<() => number> {
  let refused = 0;
  await page.route(files, (route) => {
    if (refused === count) return route.continue();
    refused += 1;
    return route.abort();
  });
  return () => refused;
}

test('the app starts although a file of every kind fails at first', async () => {
  const page = await newVisitor();
  const refused = await refuse(page, /\/(?:start|libraries|texts-en)-.*\.(?:js|css)/, 4);
  await page.goto(installation.url);
  await page.getByRole('button', { name: 'Agree' }).waitFor();
  expect(refused()).toBe(4);
});

test('a screen that is requested without a network loads when it is back', async () => {
  const page = await newVisitor();
  await page.goto(installation.url);
  await page.getByRole('button', { name: 'Agree' }).waitFor();
  // Its texts fail for longer than its code.
  const refused = await refuse(page, /\/login-.*\.js/, 2);
  await page.context().setOffline(true);
  const failed = page.waitForEvent('requestfailed');
  await page.getByRole('link', { name: 'Sign in' }).click();
  await failed;
  const coming = page.getByRole('status', { name: 'Loading' });
  await coming.waitFor();
  expect(await heading(page, 'Your face shows your pulse').isVisible()).toBe(true);
  await page.context().setOffline(false);
  await heading(page, 'Sign in').waitFor();
  expect(await coming.isVisible()).toBe(false);
  expect(refused()).toBe(2);
});

test('a screen loads with its styles, although they fail at first', async () => {
  const page = await newVisitor();
  const refused = await refuse(page, /\/CameraConsentScreen-.*\.css/, 2);
  await page.goto(installation.url);
  await page.getByRole('button', { name: 'Agree' }).waitFor();
  expect(refused()).toBe(2);
  const empty = await page.evaluate(() =>
    [...document.styleSheets]
      .filter(({ cssRules }) => cssRules.length === 0)
      .map(({ href }) => href),
  );
  expect(empty).toEqual([]);
});

test('the app continues without a stylesheet that no longer exists', async () => {
  const page = await newVisitor();
  await page.route(/\/CameraConsentScreen-.*\.css/, (route) => route.fulfill({ status: 404 }));
  // A foreign stylesheet, such as an organisation's, is missing too.
  await page.addInitScript(() => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = '/api/no-such-style.css';
    document.addEventListener('DOMContentLoaded', () => document.body.append(link));
  });
  await page.goto(installation.url);
  await page.getByRole('button', { name: 'Agree' }).waitFor();
  await page.getByRole('link', { name: 'Sign in' }).click();
  await heading(page, 'Sign in').waitFor();
});
