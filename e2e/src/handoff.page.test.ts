// SPDX-License-Identifier: Apache-2.0
/**
 * A desktop without a camera, and the phone that continues for it. The phone reaches the server by its public https
 * address, because phones grant the camera to no other origin. TEST_PHOTOS=folder saves screenshots.
 */
import path from 'node:path';
import process from 'node:process';
import type { Browser, Page } from '@perfuse/browser-harness';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { accessibilityFindings } from './accessibility.ts';
import { DESKTOP, PHONE, PROFILE } from './guest.ts';
import { layoutFindings } from './layout-findings.ts';
import { closeContexts, sharedBrowser } from './shared-browser.ts';
import { sharedInstallation, type SharedInstallation } from './shared-installation.ts';

const PUBLIC = 'https://perfuse.example';
const photos = process.env['TEST_PHOTOS'];

let installation: SharedInstallation;
let browser: Browser;
beforeAll(async () => {
  [installation, browser] = await Promise.all([
    sharedInstallation({ PERFUSE_PUBLIC_URL: PUBLIC }),
    sharedBrowser(),
  ]);
});
afterEach(closeContexts);

/** A computer whose browser finds no camera. */
async function desktop(locale: string): Promise<Page> {
  const context = await browser.newContext({ locale, viewport: DESKTOP, serviceWorkers: 'block' });
  await context.addInitScript(() => {
    // The browser was never asked for the permission.
    navigator.permissions.query = () => Promise.reject(new TypeError('unknown'));
    navigator.mediaDevices.getUserMedia = () =>
      Promise.reject(new DOMException('none', 'NotFoundError'));
  });
  return context.newPage();
}

/** A phone on the network, where the public name resolves to this server. */
async function phone(locale: string): Promise<Page> {
  const context = await browser.newContext({
    locale,
    viewport: PHONE,
    isMobile: true,
    hasTouch: true,
    permissions: ['camera'],
    serviceWorkers: 'block',
  });
  await context.route(`${PUBLIC}/**`, async (route) => {
    const url = route.request().url().replace(`${PUBLIC}/`, installation.url);
    await route.fulfill({ response: await route.fetch({ url }) });
  });
  return context.newPage();
}

/** Closes the contexts, although a phone may still be downloading the files of the measurement. */
async function leave(...pages: readonly Page[]): Promise<void> {
  for (const context of pages.map((page) => page.context())) {
    await context.unrouteAll({ behavior: 'ignoreErrors' });
    await context.close();
  }
}

const shown = (page: Page, phase: string) =>
  page.locator(`[data-part="hand-off"][data-phase=${phase}]`);

/** The gallery tests check every state in both themes; this checks that the real page is intact. */
async function photograph(page: Page, name: string): Promise<void> {
  expect(await layoutFindings(page), name).toEqual([]);
  expect(await accessibilityFindings(page), name).toEqual([]);
  if (photos === undefined) return;
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.screenshot({ path: path.join(photos, `handoff-${name}-${colorScheme}.png`) });
  }
}

/** The link in the code, as copied by the button beside it. */
async function linkOf(page: Page): Promise<string> {
  await page.evaluate(() => {
    Object.defineProperty(navigator, 'clipboard', {
      value: { writeText: (text: string) => Promise.resolve(Reflect.set(window, 'copied', text)) },
      configurable: true,
    });
  });
  await page.locator('[role="dialog"] [data-variant="secondary"]').first().click();
  await expect
    .poll(() => page.evaluate(() => Reflect.get(window, 'copied') as unknown))
    .toBeTruthy();
  return String(await page.evaluate(() => Reflect.get(window, 'copied') as unknown));
}

test('a guest whose computer has no camera continues on a phone, at the same step', async () => {
  const [computer, hand] = await Promise.all([desktop('en-US'), phone('en-US')]);
  // A person who has got as far as the camera.
  await computer.addInitScript((profile) => {
    const kept = {
      version: 1,
      termsAccepted: true,
      consentCompleted: true,
      profileCompleted: true,
    };
    const stored = { ...kept, profile, selectedCamera: null };
    localStorage.setItem('perfuse.session.consumer', JSON.stringify(stored));
  }, PROFILE);
  await computer.goto(`${installation.url}permission`);
  await computer.getByRole('button', { name: 'Allow camera' }).click();
  await computer.getByText(/No camera was found/).waitFor();
  await photograph(computer, 'permission-desktop');
  await computer.getByRole('button', { name: 'Continue on your phone' }).click();
  await shown(computer, 'waiting').waitFor({ state: 'attached' });
  await photograph(computer, 'waiting-desktop');

  const link = await linkOf(computer);
  expect(link).toMatch(/^https:\/\/perfuse\.example\/phone#[\w-]{43}$/);
  const seen: string[] = [];
  hand.on('request', (request) => seen.push(request.url()));
  await hand.goto(link);
  await hand.waitForURL(`${PUBLIC}/measurement`);
  await hand.getByRole('heading', { level: 1 }).waitFor();
  // Neither the requested addresses nor the final one contain the token.
  const token = link.split('#')[1] ?? '';
  expect(seen.filter((url) => url.includes(token) && !url.includes('#'))).toEqual([]);
  await hand.goBack().catch(() => null);
  expect(hand.url()).not.toContain(token);

  await shown(computer, 'opened').waitFor({ state: 'attached' });
  await photograph(computer, 'opened-desktop');

  // The link no longer works for anyone who finds it later.
  const late = await phone('en-US');
  await late.goto(link);
  await late.getByRole('heading', { name: 'This code no longer works' }).waitFor();
  expect(late.url()).toBe(`${PUBLIC}/phone`);
  await photograph(late, 'refused-phone');
  await leave(computer, hand, late);
});

test('the phone continues in the language of the desktop', async () => {
  const [computer, hand] = await Promise.all([desktop('de-DE'), phone('en-US')]);
  await computer.goto(installation.url);
  await computer.getByRole('button', { name: 'Auf dem Smartphone fortfahren' }).click();
  await shown(computer, 'waiting').waitFor({ state: 'attached' });
  await photograph(computer, 'waiting-desktop-de');
  await hand.goto(await linkOf(computer));
  // The desktop was at the camera consent, which is not given yet.
  await hand.waitForURL(`${PUBLIC}/camera-consent`);
  await expect.poll(() => hand.locator('html').getAttribute('lang')).toBe('de');
  await photograph(hand, 'arrived-phone-de');
  await computer.getByRole('heading', { name: 'Weiter auf Ihrem Smartphone' }).waitFor();
  await leave(computer, hand);
});
