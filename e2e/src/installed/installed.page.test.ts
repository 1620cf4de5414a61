// SPDX-License-Identifier: Apache-2.0
/** The installed app: the browser's requirements, a start without a server, and a new release. */
import { z } from '@perfuse/contract/schema';
import type { Browser, Page } from '@perfuse/browser-harness';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { OUTCOMES } from '@perfuse/web/internal/gallery/outcomes';
import { heading } from '../elements.ts';
import { sessionWatched } from '../accounts/person.ts';
import { accessibilityFindings } from '../accessibility.ts';
import { PHONE } from '../guest.ts';
import { install, type Installation } from '../installation.ts';
import { openReturning } from '../returning-visitor.ts';
import { closeContexts, sharedBrowser } from '../shared-browser.ts';
import { deploy, type Deployment } from './builds.ts';

let deployment: Deployment;
let installation: Installation;
let browser: Browser;
/** A guest with results in this tab, whose browser has cached the app. */
let guest: Page;
beforeAll(async () => {
  deployment = deploy();
  [installation, browser] = await Promise.all([
    install({ PERFUSE_WEB_DIR: deployment.directory }),
    sharedBrowser(),
  ]);
  guest = (
    await openReturning(browser, { done: 'profile', result: OUTCOMES.good, viewport: PHONE })
  ).page;
  await guest.goto(`${installation.url}results`);
  await heading(guest, 'Your results').waitFor();
  await isKept(guest);
});
afterAll(async () => {
  await closeContexts();
  await installation.remove();
  deployment.remove();
});

/** Interval at which an open page checks for a newer version. */
const TEN_MINUTES_MS = 600_000;
/** How long a test waits for a page to find it. */
const LOOKS = { timeout: 60_000, interval: 1000 };

const card = (page: Page, name: string) => page.getByRole('region', { name });

/** Waits until the service worker is active, with everything cached for a start. */
const isKept = (page: Page): Promise<unknown> =>
  page.waitForFunction(
    async () => (await navigator.serviceWorker.ready).active?.state === 'activated',
  );

const manifestSchema = z.object({
  id: z.string(),
  display: z.literal('standalone'),
  start_url: z.string(),
  icons: z.array(z.object({ src: z.string(), sizes: z.string(), purpose: z.string() })),
  screenshots: z.array(
    z.object({
      src: z.string(),
      sizes: z.string(),
      form_factor: z.enum(['narrow', 'wide']),
      label: z.string(),
    }),
  ),
});

describe('a browser', () => {
  test('finds the app installable: name, icons for every shape, screenshots', async () => {
    const devtools = await guest.context().newCDPSession(guest);
    const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
    // The only obstacle is the incognito window, which belongs to the test.
    expect(
      installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito'),
    ).toEqual([]);
    const { url, errors, data } = await devtools.send('Page.getAppManifest');
    expect(errors).toEqual([]);
    expect(url).toBe(`${installation.url}manifest.json`);
    const { icons, screenshots } = manifestSchema.parse(JSON.parse(data ?? ''));
    const purposes = icons.filter(({ sizes }) => sizes === '512x512').map((icon) => icon.purpose);
    expect(new Set(purposes)).toEqual(new Set(['any', 'maskable']));
    expect(new Set(screenshots.map((shot) => shot.form_factor))).toEqual(
      new Set(['narrow', 'wide']),
    );
    // Each picture has its declared size.
    for (const { src, sizes } of [...icons, ...screenshots]) {
      if (sizes === 'any') continue;
      const real = await guest.evaluate(async (address) => {
        const image = new Image();
        image.src = address;
        await image.decode();
        return `${String(image.naturalWidth)}x${String(image.naturalHeight)}`;
      }, src);
      expect(real, src).toBe(sizes);
    }
    await devtools.detach();
  });
});

describe('without a server', () => {
  test('the app starts, lists what works offline, shows stored content, and resumes when the server is back', async () => {
    const page = guest;
    await installation.kill();
    try {
      await page.goto(`${installation.url}consent`);
      await heading(page, 'No connection').waitFor();
      expect(await card(page, 'Needs the internet').innerText()).toMatch(
        /Measuring.*\n.*Signing in/s,
      );
      const works = card(page, 'Works without the internet');
      expect(await works.getByRole('link').allInnerTexts()).toEqual([
        'Results of your last measurement in this tab',
        'Terms of use',
        'Privacy policy',
      ]);
      expect(await accessibilityFindings(page)).toEqual([]);
      await works.getByRole('link', { name: /^Results/ }).click();
      await heading(page, 'Your results').waitFor();
      await page.getByRole('status').filter({ hasText: 'You are offline' }).waitFor();
      await page.goBack();
      await page.getByRole('link', { name: 'Privacy policy' }).click();
      await heading(page, 'Privacy policy').waitFor();
      await page.goto(`${installation.url}profile`);
      await heading(page, 'No connection').waitFor();
    } finally {
      await installation.start();
    }
    // Without a press of any button.
    await heading(page, 'About you').waitFor();
  });
});

describe('a new release', () => {
  const notice = (page: Page) =>
    page.getByRole('status').filter({ hasText: 'A new version of the app is ready.' });
  const buildOf = (page: Page): Promise<string> =>
    page.evaluate(
      () => document.querySelector<HTMLScriptElement>('script[type=module]')?.src ?? '',
    );

  /** Happens some time after the start of a page. A release before that would look like a missing app. */
  const speaksWithWorker = (page: Page): Promise<unknown> =>
    page.waitForResponse((response) => response.url().endsWith('/sw-start.js') && response.ok());

  test('is announced where it does not disturb, never beside the camera, and is loaded on request', async () => {
    // Both tabs share the clock.
    const page = await guest.context().newPage();
    await guest.close();
    await page.clock.install();
    const speaks = speaksWithWorker(page);
    await page.goto(installation.url);
    await speaks;
    await page.getByRole('button', { name: 'Continue' }).click();
    await heading(page, 'Start your measurement').waitFor();
    await sessionWatched(page);
    const before = await buildOf(page);
    // A second tab, left on a screen that an update may interrupt.
    const other = await page.context().newPage();
    const otherSpeaks = speaksWithWorker(other);
    await other.goto(`${installation.url}terms`);
    await heading(other, 'Terms of use').waitFor();
    await otherSpeaks;
    await sessionWatched(other);

    deployment.release();
    await installation.kill();
    await installation.start();
    // Once may be too early: a tab checks for a release only when its worker is registered, which takes time.
    await expect
      .poll(async () => {
        // A guest who is idle for a quarter of an hour is forgotten. A key press reaches the other tab with a delay,
        // but the clock jumps at once: so one press in each.
        for (const tab of [page, other]) await tab.keyboard.press('Shift');
        await page.clock.fastForward(TEN_MINUTES_MS);
        return notice(other).count();
      }, LOOKS)
      .toBe(1);
    expect(await accessibilityFindings(other)).toEqual([]);
    // The page at the camera has detected it too, but shows nothing.
    expect(await notice(page).count()).toBe(0);

    await notice(other).getByRole('button', { name: 'Update now' }).click();
    await expect.poll(() => buildOf(other)).toMatch(/\.later\.js$/);
    await heading(other, 'Terms of use').waitFor();
    await notice(other).waitFor({ state: 'hidden' });

    // The other tab's update has not reloaded this one: it keeps its version, even for parts not yet loaded.
    expect(await heading(page, 'Start your measurement').isVisible()).toBe(true);
    await page.goBack();
    await page.getByRole('link', { name: 'My profile' }).click();
    await heading(page, 'My profile').waitFor();
    expect(await buildOf(page)).toBe(before);
    await notice(page).getByRole('button', { name: 'Update now' }).click();
    await expect.poll(() => buildOf(page)).toMatch(/\.later\.js$/);
    await heading(page, 'My profile').waitFor();
    await page.context().close();
  });

  test('is not announced to a new visitor, who runs it already', async () => {
    const { page } = await openReturning(browser, { done: 'nothing' });
    await page.goto(`${installation.url}terms`);
    await heading(page, 'Terms of use').waitFor();
    await isKept(page);
    expect(await buildOf(page)).toMatch(/\.later\.js$/);
    expect(await notice(page).count()).toBe(0);
    await page.context().close();
  });
});
