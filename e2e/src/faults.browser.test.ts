// SPDX-License-Identifier: Apache-2.0
/** What can go wrong while measuring, made at the real seam: the person hears what happened and goes on. */
import { setTimeout as sleep } from 'node:timers/promises';
import { MEASUREMENT } from '@perfuse/contract/limits';
import { beginMeasurement } from '@perfuse/measure/journey';
import { launchWithCamera, type Browser, type Locator, type Page } from '@perfuse/rig';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cameraVideo, faceThatComesAndGoes } from './camera-videos.ts';
import { cuttable, type Cuttable } from './cuttable.ts';
import { DESKTOP, lastMeasurement, outcomeOf, PROFILE, visit } from './guest.ts';
import { install, type Installation } from './installation.ts';

let installation: Installation;
let wire: Cuttable;
/** What the browser of somebody keeps who has been through the first screens. */
let remembered: Awaited<ReturnType<ReturnType<Page['context']>['storageState']>>;
beforeAll(async () => {
  installation = await install();
  wire = await cuttable(installation.url);
});
afterAll(async () => {
  await wire.remove();
  await installation.remove();
});

const button = (page: Page, name: string): Locator => page.getByRole('button', { name });
const message = (page: Page): Locator => page.getByRole('alertdialog');

async function start(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: 'Start measurement', disabled: false })
    .click({ timeout: 30_000 });
  await page.getByRole('heading', { name: 'Measuring started' }).waitFor();
}

/** The message, and what its end was filed under; then once more from the camera on. */
async function readAndGoOn(page: Page, title: string, code: string): Promise<void> {
  await message(page).getByRole('heading', { name: title }).waitFor({ timeout: 30_000 });
  const ended = await lastMeasurement(page);
  expect([ended?.status, ended?.error]).toEqual(['failed', code]);
  expect(ended?.channels).toEqual({});
  // Nothing films any more behind the message.
  expect(await page.locator('video').count()).toBe(0);
  await button(page, 'Measure again').click();
}

/** What the browser tells a page that is switched away from, which a headless one never does by itself. */
const hide = (page: Page, hidden: boolean): Promise<void> =>
  page.evaluate((value) => {
    Object.defineProperty(document, 'hidden', { value, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, hidden);

/** What the browser tells the page of a camera that another program takes. */
const muteCamera = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const { srcObject } = document.querySelector('video') ?? {};
    if (srcObject instanceof MediaStream) {
      srcObject.getVideoTracks()[0]?.dispatchEvent(new Event('mute'));
    }
  });

test('a guest meets a hidden tab, a muted camera and a lost connection, and still measures', async () => {
  const browser: Browser = await launchWithCamera({ video: await cameraVideo({ bpm: 78 }) });
  try {
    const { page } = await visit(browser);
    await beginMeasurement(page, wire.url, PROFILE);
    await sleep(500);
    await hide(page, true);
    await hide(page, false);
    await readAndGoOn(page, 'The page was hidden', 'TAB_HIDDEN');

    await start(page);
    await muteCamera(page);
    await readAndGoOn(page, 'The camera stopped', 'CAMERA_STOPPED');

    await start(page);
    remembered = await page.context().storageState();
    await sleep(7000);
    wire.cut();
    await page.getByText('The connection dropped.').waitFor({ timeout: 3000 });
    await sleep(5000);
    wire.mend();
    await page.getByText('Breathe normally').waitFor({ timeout: 5000 });
    await page.waitForURL(/\/results$/, { timeout: 60_000 });
    const outcome = await outcomeOf(page);
    expect(outcome.status).toBe('measured');
    expect(Math.abs((outcome.channels['HR_BPM']?.value ?? 0) - 78)).toBeLessThan(3);
    expect(outcome.frames.seen).toBeGreaterThan(15 * MEASUREMENT.durationS);
  } finally {
    await browser.close();
  }
});

test('a camera that is forbidden meanwhile is explained, and the way back opens once it is allowed', async () => {
  const browser = await launchWithCamera({ allowCamera: false });
  try {
    const { page } = await visit(browser, DESKTOP, remembered);
    await page.goto(wire.url);
    await button(page, 'Continue').click({ timeout: 60_000 });
    await button(page, 'Start camera').click();
    await message(page).getByRole('heading', { name: 'The camera is blocked' }).waitFor();
    await button(page, 'Show me how').click();
    await page.waitForURL(/\/permission$/);
    await page.context().grantPermissions(['camera']);
    await page.waitForURL(/\/measurement$/, { timeout: 15_000 });
  } finally {
    await browser.close();
  }
});

test('a face that is not there is asked for; one that leaves ends the measurement', async () => {
  const browser = await launchWithCamera({
    video: await faceThatComesAndGoes({ emptyS: 3, faceS: 9 }),
  });
  try {
    const { page } = await visit(browser);
    const asked = page
      .getByRole('status')
      .getByText('Bring your face into the ring.')
      .waitFor({ timeout: 60_000 });
    await beginMeasurement(page, installation.url, PROFILE);
    await asked;
    await readAndGoOn(page, 'Your face left the picture', 'FACE_LOST');
  } finally {
    await browser.close();
  }
});
