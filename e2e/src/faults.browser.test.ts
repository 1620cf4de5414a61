// SPDX-License-Identifier: Apache-2.0
/** What can go wrong while measuring, made at the real seam: the person hears what happened and goes on. */
import { setTimeout as sleep } from 'node:timers/promises';
import { MEASUREMENT } from '@perfuse/contract/limits';
import { beginMeasurement } from '@perfuse/measure/journey';
import { launchWithCamera, type Browser, type Locator, type Page } from '@perfuse/rig';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cameraVideo, faceThatComesAndGoes } from './camera-videos.ts';
import { cuttable, type Cuttable } from './cuttable.ts';
import { DESKTOP, lastMeasurement, outcomeOf, PHONE, PROFILE, visit } from './guest.ts';
import { install, type Installation } from './installation.ts';
import { SECOND_CAMERA, withSecondCamera } from './second-camera.ts';

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

/** The message, and what its end was filed under; then on by one of its buttons. */
async function readAndGoOn(
  page: Page,
  title: string,
  code: string,
  by = 'Measure again',
): Promise<void> {
  await message(page).getByRole('heading', { name: title }).waitFor({ timeout: 30_000 });
  const ended = await lastMeasurement(page);
  expect([ended?.status, ended?.error]).toEqual(['failed', code]);
  expect(ended?.channels).toEqual({});
  // Nothing films any more behind the message.
  expect(await page.locator('video').count()).toBe(0);
  await message(page).getByRole('button', { name: by }).click();
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

    // And once more while it is open.
    await button(page, 'Start camera').click();
    await page.locator('video').waitFor();
    await page.context().clearPermissions();
    await readAndGoOn(page, 'The camera is blocked', 'CAMERA_DENIED', 'OK');
  } finally {
    await browser.close();
  }
});

/** The service answers this with a refusal from now on. @returns ends it. */
async function refuse(page: Page, address: string, status: number): Promise<() => Promise<void>> {
  await page.route(address, (route) =>
    route.request().method() === 'OPTIONS'
      ? route.fallback()
      : route.fulfill({ status, json: { Code: 'REFUSED', Message: 'Not today.' } }),
  );
  return () => page.unroute(address);
}

/** From the first screen of somebody who has been here to that of the measurement. */
async function comeBack(page: Page): Promise<void> {
  await page.goto(installation.url);
  await button(page, 'Continue').click({ timeout: 60_000 });
  await page.waitForURL(/\/measurement$/);
}

async function returnToCamera(page: Page): Promise<void> {
  await comeBack(page);
  await button(page, 'Start camera').click();
}

const workerOf = (page: Page, name: string) => {
  const worker = page.workers().find((one) => one.url().includes(name));
  if (worker === undefined) throw new Error(`There is no ${name}.`);
  return worker;
};

test('whatever the service refuses or a worker breaks is said, and one may try again', async () => {
  const browser = await launchWithCamera({ video: await cameraVideo({ seconds: 10 }) });
  try {
    const { page } = await visit(browser, DESKTOP, remembered);
    let allow = await refuse(page, '**/studies/sdkconfig', 403);
    await returnToCamera(page);
    await readAndGoOn(page, 'Your session has expired', 'SDK_CONFIG_REFUSED', 'OK');
    await allow();

    allow = await refuse(page, '**/analysis/measurements', 500);
    await button(page, 'Start camera').click();
    await page.getByRole('button', { name: 'Start measurement', disabled: false }).click();
    await readAndGoOn(page, 'The service refused', 'CREATE_REFUSED');
    await allow();

    await start(page);
    await workerOf(page, 'capture-worker').evaluate(() => {
      setTimeout(() => {
        throw new Error('Out of memory.');
      });
    });
    await readAndGoOn(page, 'The analyser stopped', 'WORKER_ERROR');

    // The next one is new.
    await start(page);
    await workerOf(page, 'capture-worker').evaluate(() => {
      const post = self.postMessage.bind(self);
      self.postMessage = (said: { type?: string }, options?: unknown) => {
        if (said.type === 'chunk') throw new Error('No chunk.');
        post(said, options as StructuredSerializeOptions);
      };
    });
    await readAndGoOn(page, 'The blood flow could not be read', 'CREATE_CHUNK_FAIL', 'OK');

    await page.route('**/capture-worker*', (route) => route.abort());
    await returnToCamera(page);
    await readAndGoOn(page, 'This browser could not start', 'COLLECTOR_INIT', 'OK');
    await page.waitForURL(/\/profile$/);
  } finally {
    await browser.close();
  }
});

test('of two cameras one is chosen, not while measuring, kept, and forgotten when it is unplugged', async () => {
  const browser = await launchWithCamera({ video: await cameraVideo({ seconds: 10 }) });
  try {
    const { page } = await visit(browser, DESKTOP, remembered);
    await withSecondCamera(page);
    await returnToCamera(page);
    const chooser = page.getByRole('combobox', { name: 'Camera' });
    await chooser.selectOption(SECOND_CAMERA);
    await start(page);
    expect(await chooser.isDisabled()).toBe(true);
    expect(await chooser.locator('option:checked').innerText()).toBe(SECOND_CAMERA);

    // Who chose a camera has it opened without a press on the next visit.
    await sleep(1200);
    await comeBack(page);
    await start(page);
    expect(await page.evaluate(() => window.askedOfCameras?.[0]?.deviceId)).toEqual({
      exact: 'second',
    });
    await page.evaluate(() => window.unplugSecondCamera?.());
    await readAndGoOn(page, 'The camera stopped', 'CAMERA_STOPPED');
    await start(page);
    expect(await chooser.count()).toBe(0);
    expect(await page.evaluate(() => window.askedOfCameras?.at(-1)?.deviceId)).toBeUndefined();

    const phone = await visit(browser, PHONE, remembered);
    await withSecondCamera(phone.page);
    await returnToCamera(phone.page);
    const facing = (): Promise<unknown> =>
      phone.page.evaluate(() => JSON.stringify(window.askedOfCameras?.at(-1)?.facingMode));
    await button(phone.page, 'Start measurement').waitFor();
    expect(await facing()).toContain('user');
    await button(phone.page, 'Flip camera').click();
    await expect.poll(facing).toContain('environment');
    await start(phone.page);
    expect(await button(phone.page, 'Flip camera').isDisabled()).toBe(true);
  } finally {
    await browser.close();
  }
});

test('a camera of five pictures a second is warned of, and one that is not there is named', async () => {
  const slow = await launchWithCamera({ video: await cameraVideo({ seconds: 8, frameRate: 5 }) });
  try {
    const { page } = await visit(slow, DESKTOP, remembered);
    await returnToCamera(page);
    await page.getByText('Your camera gives only a few pictures a second.').waitFor();
  } finally {
    await slow.close();
  }
  const none = await launchWithCamera({
    args: ['--use-fake-device-for-media-stream=device-count=0'],
  });
  try {
    const { page } = await visit(none, DESKTOP, remembered);
    await returnToCamera(page);
    await readAndGoOn(page, 'No camera found', 'CAMERA_NOT_FOUND');
  } finally {
    await none.close();
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
