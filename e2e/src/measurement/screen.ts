// SPDX-License-Identifier: Apache-2.0
/** The measurement screen as a person uses it, and the events that a browser sends it from outside. */
import { ACTIONS, decodeResponse } from '@perfuse/contract/analysis/frames';
import { reachCamera } from '@perfuse/measure/journey';
import type { Browser, Locator, Page } from '@perfuse/browser-harness';
import { expect } from 'vitest';
import { button } from '../elements.ts';
import { DESKTOP, lastMeasurement, PROFILE, visit, type Remembered } from '../guest.ts';

export const message = (page: Page): Locator => page.getByRole('alertdialog');
/** The button, once it can be pressed. */
export const startButton = (page: Page): Locator =>
  page.getByRole('button', { name: 'Start measurement', exact: true, disabled: false });

/** Waits until the app has stored what the person did, which is delayed. @param words part of the stored text. */
export async function untilStored(page: Page, words: string): Promise<void> {
  await page.waitForFunction(
    (part) => localStorage.getItem('perfuse.session.consumer')?.includes(part),
    words,
  );
}

/** Goes through the first screens once. @returns the browser storage afterwards. */
export async function storageAfterIntroduction(browser: Browser, url: string): Promise<Remembered> {
  const { page } = await visit(browser);
  await reachCamera(page, url, PROFILE);
  await untilStored(page, '"profileCompleted":true');
  const remembered = await page.context().storageState();
  await page.context().close();
  return remembered;
}

/** A returning visitor, on the measurement screen. */
export async function openAtCamera(
  browser: Browser,
  url: string,
  remembered: Remembered,
): Promise<Page> {
  const { page } = await visit(browser, DESKTOP, remembered);
  await continueToCamera(page, url);
  return page;
}

/** From the first address to the measurement screen, through the profile that is already filled in. */
export async function continueToCamera(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await button(page, 'Continue').click({ timeout: 60_000 });
  await page.waitForURL(/\/measurement$/);
}

/** Awaits `waiting`; if it fails, the error says what the screen shows instead. */
async function orReportScreen(page: Page, waiting: Promise<void>): Promise<void> {
  try {
    await waiting;
  } catch (cause) {
    const shown = await page.locator('body').innerText();
    throw new Error(`It did not come. The screen shows: ${shown}`, { cause });
  }
}

export async function start(page: Page): Promise<void> {
  await orReportScreen(page, startButton(page).click({ timeout: 60_000 }));
  await orReportScreen(page, page.getByRole('heading', { name: 'Measuring started' }).waitFor());
}

/** Waits for the message, checks the error code of the measurement, and leaves by one of the message's buttons. */
export async function expectFailure(
  page: Page,
  title: string,
  code: string,
  by = 'Measure again',
): Promise<void> {
  const heading = message(page).getByRole('heading', { name: title });
  await orReportScreen(page, heading.waitFor({ timeout: 120_000 }));
  const ended = await lastMeasurement(page);
  expect([ended?.status, ended?.error]).toEqual(['failed', code]);
  expect(ended?.channels).toEqual({});
  // Nothing is filmed any more behind the message.
  expect(await page.locator('video').count()).toBe(0);
  await message(page).getByRole('button', { name: by }).click();
}

/** Calls back for each chunk that the service acknowledges as stored, on connections opened from now on. */
export function onChunkStored(page: Page, stored: () => void): void {
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      const frame = decodeResponse(Buffer.from(payload));
      if (!frame.ok) return;
      const { requestId, status } = frame.value;
      if (requestId.startsWith(ACTIONS.data) && status === 200) stored();
    }),
  );
}

/** Sends a page the event of being switched away from, which a headless browser never sends by itself. */
export const hide = (page: Page, hidden: boolean): Promise<void> =>
  page.evaluate((value) => {
    Object.defineProperty(document, 'hidden', { value, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, hidden);

/**
 * Sends the page the event of a camera that another program takes (`mute`) or that is unplugged (`ended`). The track is
 * the real one; the event is synthetic, because the camera of a headless browser is a file, which nobody takes or
 * unplugs while it plays, and `stop()` fires no event.
 */
export const dispatchCameraEvent = (page: Page, sign: 'mute' | 'ended'): Promise<void> =>
  page.evaluate((name) => {
    const { srcObject } = document.querySelector('video') ?? {};
    if (srcObject instanceof MediaStream) {
      srcObject.getVideoTracks()[0]?.dispatchEvent(new Event(name));
    }
  }, sign);

/**
 * Makes the next request for the camera fail as if another program held it (Media Capture and Streams, section 10.2).
 * A headless Chromium cannot be made to do so: it does not treat a file that it cannot read as a camera at all.
 */
export const occupyCamera = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const { mediaDevices } = navigator;
    const open = mediaDevices.getUserMedia.bind(mediaDevices);
    mediaDevices.getUserMedia = () => {
      mediaDevices.getUserMedia = open;
      return Promise.reject(new DOMException('Could not start video source', 'NotReadableError'));
    };
  });
