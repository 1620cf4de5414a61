// SPDX-License-Identifier: Apache-2.0
/** Choice of the camera, and cameras that are slow, missing, unplugged or forbidden. */
import { launchWithCamera, type Browser, type Page } from '@perfuse/browser-harness';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { button } from '../elements.ts';
import { cameraVideo } from '../camera-videos.ts';
import { DESKTOP, PHONE, visit, type Remembered } from '../guest.ts';
import { install, type Installation } from '../installation.ts';
import {
  openAtCamera,
  continueToCamera,
  storageAfterIntroduction,
  message,
  expectFailure,
  start,
  startButton,
  dispatchCameraEvent,
  untilStored,
} from './screen.ts';
import { SECOND_CAMERA, withSecondCamera } from './second-camera.ts';

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

const asked = (page: Page): Promise<string> =>
  page.evaluate(() => JSON.stringify(window.askedOfCameras?.at(-1) ?? null));

/** The browser's own permission switch beside the address, for the page's context. */
async function permissionOf(page: Page) {
  const session = await page.context().newCDPSession(page);
  const { targetInfo } = await session.send('Target.getTargetInfo');
  const { browserContextId } = targetInfo;
  if (browserContextId === undefined) throw new Error('The page has no context.');
  const { origin } = new URL(page.url());
  return async (setting: 'granted' | 'denied'): Promise<void> => {
    await session.send('Browser.setPermission', {
      permission: { name: 'camera' },
      setting,
      origin,
      browserContextId,
    });
  };
}

test('one of two cameras can be chosen, not while measuring, and is remembered until it is unplugged', async () => {
  const { page } = await visit(browser, DESKTOP, remembered);
  await withSecondCamera(page);
  await continueToCamera(page, installation.url);
  const chooser = page.getByRole('combobox', { name: 'Camera' });
  await button(page, 'Start camera').click();
  await chooser.selectOption(SECOND_CAMERA);
  await start(page);
  expect(await chooser.isDisabled()).toBe(true);
  expect(await chooser.locator('option:checked').innerText()).toBe(SECOND_CAMERA);
  await button(page, 'Cancel').click();

  // A chosen camera is opened without a press on the next visit.
  await untilStored(page, '"selectedCamera":"second"');
  await continueToCamera(page, installation.url);
  await start(page);
  expect(await asked(page)).toContain('"deviceId":{"exact":"second"}');
  await page.evaluate(() => window.unplugSecondCamera?.());
  await expectFailure(page, 'The camera stopped', 'CAMERA_STOPPED');
  await startButton(page).waitFor({ timeout: 30_000 });
  await expect.poll(() => chooser.count()).toBe(0);
  expect(await asked(page)).not.toContain('deviceId');
  await page.context().close();
});

test('a phone films with its front camera, and with the other one after a flip', async () => {
  const { page } = await visit(browser, PHONE, remembered);
  await withSecondCamera(page);
  await continueToCamera(page, installation.url);
  await button(page, 'Start camera').click();
  await startButton(page).waitFor({ timeout: 30_000 });
  expect(await asked(page)).toContain('"facingMode":{"ideal":"user"}');
  await button(page, 'Flip camera').click();
  await expect.poll(() => asked(page)).toContain('"facingMode":{"ideal":"environment"}');
  await start(page);
  expect(await button(page, 'Flip camera').isDisabled()).toBe(true);
  await page.context().close();
});

test('an unplugged camera and a revoked permission end the measurement', async () => {
  const page = await openAtCamera(browser, installation.url, remembered);
  await page.context().grantPermissions(['camera']);
  await button(page, 'Start camera').click();
  await start(page);
  await dispatchCameraEvent(page, 'ended');
  await expectFailure(page, 'The camera stopped', 'CAMERA_STOPPED');

  await start(page);
  const allow = await permissionOf(page);
  await allow('denied');
  await expectFailure(page, 'The camera is blocked', 'CAMERA_DENIED', 'Show me how');
  await page.waitForURL(/\/permission$/);
  // The app continues by itself as soon as the camera is allowed again.
  await allow('granted');
  await page.waitForURL(/\/measurement$/);
  await page.context().close();
});

test('a blocked camera is explained, and the measurement screen returns once it is allowed', async () => {
  const refusing = await launchWithCamera({ allowCamera: false });
  try {
    const page = await openAtCamera(refusing, installation.url, remembered);
    await button(page, 'Start camera').click();
    await message(page).getByRole('heading', { name: 'The camera is blocked' }).waitFor();
    await button(page, 'Show me how').click();
    await page.waitForURL(/\/permission$/);
    // Granted until the screen watches for it: a permission found on entry makes it open the camera, which this browser
    // refuses.
    const granted = async (): Promise<string> => {
      await page.context().clearPermissions();
      await page.context().grantPermissions(['camera']);
      return page.url();
    };
    await expect.poll(granted, { interval: 1_000 }).toMatch(/\/measurement$/);
  } finally {
    await refusing.close();
  }
});

test('a camera of five frames per second causes a warning on a desktop', async () => {
  const slow = await launchWithCamera({ video: await cameraVideo({ seconds: 8, frameRate: 5 }) });
  try {
    const page = await openAtCamera(slow, installation.url, remembered);
    await button(page, 'Start camera').click();
    await page.getByText('Your camera is sending only a few pictures per second.').waitFor();
  } finally {
    await slow.close();
  }
});

test('a missing camera is reported', async () => {
  const none = await launchWithCamera({
    args: ['--use-fake-device-for-media-stream=device-count=0'],
  });
  try {
    const page = await openAtCamera(none, installation.url, remembered);
    await button(page, 'Start camera').click();
    await expectFailure(page, 'No camera found', 'CAMERA_NOT_FOUND');
  } finally {
    await none.close();
  }
});
