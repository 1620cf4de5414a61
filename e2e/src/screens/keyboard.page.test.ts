// SPDX-License-Identifier: Apache-2.0
/** The app without a mouse: every Tab stop is visible, dialogs release the focus, and the camera can be reached. */
import type { Browser, Page } from '@perfuse/browser-harness';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accessibilityFindings } from '../accessibility.ts';
import { addAdministrator } from '../administration/administrator.ts';
import { layoutFindings } from '../layout-findings.ts';
import { closeContexts, sharedBrowser } from '../shared-browser.ts';
import { sharedGallery, type GallerySite } from '../shared-gallery.ts';
import { sharedInstallation, type SharedInstallation } from '../shared-installation.ts';
import { openGalleryChecker, type GalleryChecker } from './gallery-checks.ts';
import { stop, tabTo, walk } from './tab-stops.ts';

const PHONE = { width: 360, height: 740 };
const DESKTOP = { width: 1280, height: 800 };

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});
afterAll(closeContexts);

/** A busy machine takes long to draw a screen. */
const COMES = { timeout: 30_000 };
const focusIsOn = (page: Page) => expect.poll(async () => (await stop(page)).name, COMES);

describe('in the states of the gallery', () => {
  let site: GallerySite;
  let page: Page;
  let checker: GalleryChecker;
  beforeAll(async () => {
    site = await sharedGallery();
    const context = await browser.newContext({ locale: 'en-US', reducedMotion: 'reduce' });
    page = await context.newPage();
    checker = await openGalleryChecker(page, site.address('tokens'));
  });

  test.each([
    ['camera-consent', PHONE],
    ['consent-errors', PHONE],
    ['profile-answered', PHONE],
    ['login-errors', PHONE],
    ['signup', PHONE],
    ['my-profile-signed-in', PHONE],
    ['history', PHONE],
    ['notice-update', PHONE],
    ['results', PHONE],
    ['results', DESKTOP],
    ['results-invalid', DESKTOP],
    ['measurement-ready', DESKTOP],
    ['measurement-running', PHONE],
  ])('%s at %o: every Tab stop has a focus ring and is not covered', async (story, viewport) => {
    await page.setViewportSize(viewport);
    await checker.show(story);
    const stops = await walk(page);
    expect(stops.length).toBeGreaterThan(0);
    expect(stops.filter(({ problems }) => problems.length > 0)).toEqual([]);
  });

  test.each([
    ['charts', /EvidencePlots/, 'Print or save as PDF', 'figure svg'],
    ['what is below the values', /ResultsExtras/, 'Measure again', 'button:text("Print or save")'],
  ])('%s, loaded late above the focus, do not push it away', async (_, code, name, comes) => {
    const context = await browser.newContext({ reducedMotion: 'reduce', viewport: PHONE });
    const late = await context.newPage();
    let letCome = (): void => undefined;
    const wanted = new Promise<void>((resolve) => (letCome = resolve));
    await late.route(code, async (route) => {
      await wanted;
      await route.continue();
    });
    const lateChecker = await openGalleryChecker(late, site.address('tokens'));
    await lateChecker.show('results');
    await tabTo(late, name);
    letCome();
    await late.locator(comes).first().waitFor();
    await late.locator('[data-staggered-paint]').first().waitFor({ state: 'detached' });
    expect(await stop(late)).toMatchObject({ name, problems: [] });
    await context.close();
  });

  test('a focused control is in view at once, without a scroll animation', async () => {
    const context = await browser.newContext({ viewport: { width: 320, height: 640 } });
    const moving = await context.newPage();
    const movingChecker = await openGalleryChecker(moving, site.address('tokens'));
    await movingChecker.show('consent');
    const end = () =>
      moving.getByRole('button', { name: 'Continue' }).evaluate((button) => {
        button.focus();
        return button.getBoundingClientRect().bottom - window.innerHeight;
      });
    expect(await end()).toBeLessThan(0);
    await context.close();
  });

  test('the first Tab stop skips the header and leads to the heading', async () => {
    await page.setViewportSize(PHONE);
    await checker.show('consent');
    await page.evaluate(
      'document.activeElement.blur(); document.body.prepend(document.createElement("i"))',
    );
    await tabTo(page, 'Skip to content', 'Shift+Tab');
    expect((await stop(page)).problems).toEqual([]);
    await page.keyboard.press('Enter');
    await focusIsOn(page).toBe('Your consent');
    expect((await stop(page)).tag).toBe('h1');
  });

  test('a dialog keeps the focus off the page, Escape closes it, and the focus returns', async () => {
    await page.setViewportSize(DESKTOP);
    await checker.show('results');
    await tabTo(page, 'About Heart rate');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    const isInside = () => dialog.evaluate((element) => element.contains(document.activeElement));
    await expect.poll(isInside, COMES).toBe(true);
    for (let presses = 0; presses < 5; presses += 1) {
      await page.keyboard.press('Tab');
      // After the last control the focus leaves for the browser's own window.
      const isOnPage = await dialog.evaluate((element) => {
        const { activeElement, body } = document;
        return activeElement !== body && !element.contains(activeElement);
      });
      expect(isOnPage).toBe(false);
    }
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await focusIsOn(page).toBe('About Heart rate');
  });

  test.each([
    'history-delete',
    'my-profile-withdraw',
    'my-profile-erase',
    'my-profile-session-end',
  ])('%s: a second press of the key that opened the dialog deletes nothing', async (story) => {
    await checker.show(story);
    const dialog = page.getByRole('alertdialog');
    await expect
      .poll(() => dialog.evaluate((element) => element === document.activeElement), COMES)
      .toBe(true);
  });

  test('a section can be collapsed by keyboard', async () => {
    await page.setViewportSize(DESKTOP);
    await checker.show('results');
    await tabTo(page, 'Vital signs');
    const section = page.getByRole('button', { name: /Vital signs/ });
    for (const isOpen of ['false', 'true']) {
      await page.keyboard.press('Enter');
      await expect.poll(() => section.getAttribute('aria-expanded'), COMES).toBe(isOpen);
    }
  });

  test('arrow keys turn the pages of the results on a phone', async () => {
    await page.setViewportSize(PHONE);
    await checker.show('results');
    await tabTo(page, 'Vital signs');
    await page.keyboard.press('ArrowRight');
    const selected = page.getByRole('tab', { selected: true });
    await expect.poll(() => selected.textContent(), COMES).toContain('Heart');
    await page.keyboard.press('End');
    await expect.poll(() => selected.textContent(), COMES).toContain('Overall');
  });

  test('the language can be chosen with arrow keys, and the focus returns to its button', async () => {
    await checker.show('consent');
    const button = page.locator('header [aria-haspopup="listbox"]');
    await button.focus();
    await page.keyboard.press('Enter');
    // The list is fetched on demand, and takes the focus when it has been drawn.
    await page
      .getByRole('option', { name: 'English', selected: true })
      .and(page.locator(':focus'))
      .waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('html').getAttribute('lang'), COMES).toBe('ja');
    await expect
      .poll(() => button.evaluate((element) => element === document.activeElement), COMES)
      .toBe(true);
  });
});

describe('on a real installation', () => {
  let installation: SharedInstallation;
  beforeAll(async () => {
    installation = await sharedInstallation();
  });

  test('code that cannot be fetched is reported, and the page stays', async () => {
    const context = await browser.newContext({ locale: 'en-US', viewport: PHONE });
    const page = await context.newPage();
    await page.route(/LanguageSelect/, (route) => route.abort());
    await page.goto(installation.url);
    await page.getByRole('button', { name: 'Agree' }).waitFor();
    await page.locator('header [aria-haspopup="listbox"]').click();
    const told = page.getByRole('alertdialog', { name: 'No connection' });
    await told.waitFor();
    await focusIsOn(page).toBe('OK');
    expect(await accessibilityFindings(page)).toEqual([]);
    await told.getByRole('button', { name: 'OK' }).click();
    await told.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Agree' }).waitFor();
    await context.close();
  });

  // The gallery tests cover these screens in dark colours.
  test('a guest reaches the camera, and every screen is accessible', async () => {
    const context = await browser.newContext({
      locale: 'en-US',
      viewport: PHONE,
      permissions: ['camera'],
      reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    const arrives = async (title: string): Promise<void> => {
      await focusIsOn(page).toBe(title);
      expect(await accessibilityFindings(page), title).toEqual([]);
    };
    const go = async (name: string): Promise<void> => {
      expect(await tabTo(page, name)).toEqual([]);
    };
    const press = async (name: string, key: 'Enter' | 'Space'): Promise<void> => {
      await go(name);
      await page.keyboard.press(key);
    };
    const choose = async (name: string, key: 'ArrowRight' | 'Space'): Promise<void> => {
      await go(name);
      await page.keyboard.press(key);
    };

    await page.goto(installation.url);
    await expect.poll(() => page.title(), COMES).toContain('Your face shows');
    await arrives('Your face shows your pulse');
    await press('Agree', 'Enter');
    await arrives('Your consent');
    await press('I have read', 'Space');
    await press('I agree that', 'Space');
    await press('Continue', 'Enter');
    await arrives('About you');
    await go('Age');
    await page.keyboard.type('40');
    await choose('Male', 'Space');
    await go('Height');
    await page.keyboard.type('175');
    await go('Weight');
    await page.keyboard.type('75');
    // Four questions of a few answers each: the first answer by the space bar.
    for (const first of ['Yes', 'No', 'Yes', 'Yes']) {
      await go(first);
      await page.keyboard.press('Space');
    }
    await tabTo(page, 'Continue');
    await page.keyboard.press('Enter');
    await arrives('Start your measurement');
    await go('Start camera');
    await context.close();
  });

  test('an administrator signs in and navigates; every page is accessible in light and dark, and fits a narrow window', async () => {
    const { email, password } = await addAdministrator(installation);
    const context = await browser.newContext({
      locale: 'en-US',
      viewport: DESKTOP,
      reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    const look = async (where: string): Promise<void> => {
      const found = (which: 'all' | 'colours') => () => accessibilityFindings(page, which);
      await expect.poll(found('all'), { ...COMES, message: where }).toEqual([]);
      await page.emulateMedia({ colorScheme: 'dark' });
      await expect.poll(found('colours'), { ...COMES, message: `${where} by night` }).toEqual([]);
      await page.emulateMedia({ colorScheme: 'light' });
      await page.setViewportSize({ width: 320, height: 640 });
      await expect.poll(() => layoutFindings(page), { ...COMES, message: where }).toEqual([]);
      await page.setViewportSize(DESKTOP);
    };
    await page.goto(`${installation.url}admin`);
    await page.getByRole('textbox', { name: 'Email' }).waitFor();
    await look('sign-in');
    if ((await stop(page)).name !== 'Email') await tabTo(page, 'Email');
    await page.keyboard.type(email);
    await tabTo(page, 'Password');
    await page.keyboard.type(password);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Organisations', level: 1 }).waitFor();
    await look('organisations');
    expect(await tabTo(page, 'New organisation')).toEqual([]);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'New organisation', level: 1 }).waitFor();
    await look('new organisation');
    await tabTo(page, 'Name');
    await page.keyboard.type('Keyboard Clinic');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Keyboard Clinic', level: 1 }).waitFor();
    for (const part of ['Details', 'Keys', 'Usage', 'Configurations']) {
      await tabTo(page, part);
      await page.keyboard.press('Enter');
      await page.locator(`a[aria-current="page"]:has-text("${part}")`).waitFor();
      await look(part);
    }
    await context.close();
  });
});
