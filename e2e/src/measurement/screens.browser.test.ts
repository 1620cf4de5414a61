// SPDX-License-Identifier: Apache-2.0
/** The measurement screen in every state and window size, with the keyboard alone, and in a screen reader. */
import path from 'node:path';
import process from 'node:process';
import { z } from '@perfuse/contract/schema';
import { launchWithCamera, type Browser, type Page } from '@perfuse/browser-harness';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { button } from '../elements.ts';
import { accessibilityFindings } from '../accessibility.ts';
import { cameraVideo } from '../camera-videos.ts';
import { DESKTOP, visit, type Remembered } from '../guest.ts';
import { install, type Installation } from '../installation.ts';
import { layoutFindings } from '../layout-findings.ts';
import { announcements, recordAnnouncements } from './announcements.ts';
import {
  openAtCamera,
  continueToCamera,
  storageAfterIntroduction,
  message,
  start,
  startButton,
  dispatchCameraEvent,
} from './screen.ts';

/** TEST_PHOTOS=folder saves screenshots, light and dark. */
const photos = process.env['TEST_PHOTOS'];
const WINDOWS = {
  '360x740': { width: 360, height: 740 },
  '740x360': { width: 740, height: 360 },
  '320x568': { width: 320, height: 568 },
  '768x1024': { width: 768, height: 1024 },
  '1440x900': { width: 1440, height: 900 },
  '3840x2160': { width: 3840, height: 2160 },
} as const;

let installation: Installation;
let browser: Browser;
let remembered: Remembered;
beforeAll(async () => {
  installation = await install();
  browser = await launchWithCamera({ video: await cameraVideo({ seconds: 10 }) });
  remembered = await storageAfterIntroduction(browser, installation.url);
});
afterAll(async () => {
  await browser.close();
  await installation.remove();
});

const FRAMES = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))';

/** Checks the layout of the page's current state in every window size. */
async function look(page: Page, state: string): Promise<void> {
  for (const [size, viewport] of Object.entries(WINDOWS)) {
    await page.setViewportSize(viewport);
    await page.evaluate(FRAMES);
    expect(await layoutFindings(page), `${state} ${size}`).toEqual([]);
    if (photos === undefined) continue;
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: path.join(photos, `${state}-${size}-${colorScheme}.png`) });
    }
  }
  await page.setViewportSize(DESKTOP);
}

async function findings(page: Page): Promise<string[]> {
  const all: string[] = [];
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    all.push(...(await accessibilityFindings(page)));
  }
  return all;
}

/** Makes the service request more chunks than usual: checking the screen takes a busy machine longer than filming. */
async function filmForLonger(page: Page): Promise<void> {
  const answerSchema = z.looseObject({ ConfigFile: z.string() });
  await page.route('**/studies/sdkconfig', async (route) => {
    const response = await route.fetch();
    const answer = answerSchema.parse(await response.json());
    const config: unknown = JSON.parse(Buffer.from(answer.ConfigFile, 'base64').toString());
    const longer = { ...z.looseObject({}).parse(config), chunkCount: 24 };
    const ConfigFile = Buffer.from(JSON.stringify(longer)).toString('base64');
    // The app's client requires the exact content type.
    await route.fulfill({ response, body: JSON.stringify({ ...answer, ConfigFile }) });
  });
}

test('every state fits every window size, and is accessible in light and dark colours', async () => {
  const page = await openAtCamera(browser, installation.url, remembered);
  await filmForLonger(page);
  await look(page, 'idle');
  expect(await findings(page)).toEqual([]);
  await button(page, 'How to measure well').click();
  await page.getByRole('dialog').waitFor();
  await look(page, 'help');
  await page.keyboard.press('Escape');
  await button(page, 'Start camera').click();
  await startButton(page).waitFor({ timeout: 60_000 });
  await look(page, 'ready');
  await startButton(page).waitFor();
  expect(await findings(page)).toEqual([]);
  await start(page);
  await look(page, 'measuring');
  expect(await findings(page)).toEqual([]);
  await dispatchCameraEvent(page, 'mute');
  await message(page).waitFor();
  await look(page, 'failed');
  expect(await findings(page)).toEqual([]);
  await page.context().close();
});

test('the keyboard is enough, and screen readers announce the countdown every five seconds', async () => {
  const { page } = await visit(browser, DESKTOP, remembered);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await recordAnnouncements(page);
  await continueToCamera(page, installation.url);
  const focused = (): Promise<string> =>
    page.evaluate(() => (document.activeElement?.textContent ?? '').trim());
  const pressWithKeys = async (name: string): Promise<void> => {
    for (let tabs = 0; tabs < 20 && (await focused()) !== name; tabs += 1) {
      await page.keyboard.press('Tab');
    }
    expect(await focused()).toBe(name);
    await page.keyboard.press('Enter');
  };
  await expect.poll(focused).toBe('Start your measurement');
  await pressWithKeys('Start camera');
  await startButton(page).waitFor({ timeout: 60_000 });
  // The pressed button changed its name and kept the focus.
  expect(await focused()).toBe('Start measurement');
  await page.keyboard.press('Enter');
  await expect.poll(focused).toBe('Measuring started');
  await expect.poll(() => announcements(page), { timeout: 60_000 }).toContain('20 seconds left');
  const moving = await page.evaluate(
    () => document.getAnimations().filter(({ playState }) => playState === 'running').length,
  );
  expect(moving).toBe(0);
  await pressWithKeys('Cancel');
  await expect
    .poll(() => announcements(page))
    .toContain('Measurement cancelled. There is no result. You can start again at any time.');
  expect(await focused()).toBe('Start your measurement');
  const counted = (await announcements(page)).filter((text) => /seconds? left/.test(text));
  const everyFive = [30, 25, 20, 15, 10, 5].map((left) => `${String(left)} seconds left`);
  expect(counted.length).toBeGreaterThanOrEqual(3);
  expect(counted).toEqual(everyFive.slice(0, counted.length));
  await page.context().close();
});
