// SPDX-License-Identifier: Apache-2.0
/**
 * A camera that another program holds, light from behind, a token that expires during filming, and a service that does
 * not answer, one after the other in one visit. The server runs in this process: its clock and its analysis are set here.
 */
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { MEASUREMENT } from '@perfuse/contract/limits';
import { reachCamera } from '@perfuse/measure/journey';
import { launchWithCamera, type Browser } from '@perfuse/browser-harness';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { realWorker } from '@perfuse/server/testing/bundled';
import { startServer, temporaryFolder, type TestServer } from '@perfuse/server/testing/server';
import { faultyWorker, type FaultyWorker } from '@perfuse/testing/faulty-worker';
import { CHECKOUT } from '@perfuse/testing/checkout';
import { button } from '../elements.ts';
import { sceneVideo } from '../camera-videos.ts';
import { PROFILE, visit } from '../guest.ts';
import { backlit } from './frame-changes.ts';
import { occupyCamera, message, onChunkStored, expectFailure, start } from './screen.ts';

const CONSUMER = path.join(CHECKOUT, 'apps/web/dist/consumer');
const DAY = 24 * 60 * 60_000;
/** Replaces the minute that the page waits for a heart rate, ms: the first chunk is on its way by then. */
const SHORT_MINUTE_MS = 7000;

let away = 0;
let directory: string;
let worker: FaultyWorker;
let server: TestServer;
let browser: Browser;
beforeAll(async () => {
  directory = await temporaryFolder();
  worker = await faultyWorker(await realWorker(), directory);
  server = await startServer({
    workerFile: worker.file,
    webBuilds: [{ directory: CONSUMER, prefixes: ['/', '/app'] }],
    now: () => Date.now() + away,
    logLevel: 'warn',
    environment: { PERFUSE_WORKERS: '1', PERFUSE_ANALYSIS_TIMEOUT_S: '5' },
  });
  const video = await sceneVideo([{ seconds: 3, change: backlit }, { seconds: 12 }]);
  browser = await launchWithCamera({ video });
});
afterAll(async () => {
  await browser.close();
  await server.stop();
  await rm(directory, { recursive: true, force: true });
});

declare global {
  interface Window {
    /** If set, that minute lasts this long from now on, ms. */
    shortMinuteMs?: number;
  }
}

test('an occupied camera, backlight, expired tokens and a timeout are reported, and the person can go on', async () => {
  const { page } = await visit(browser);
  // A faster page clock would also speed up the watchdogs of its workers: only this deadline is made shorter.
  await page.addInitScript((minuteMs) => {
    const wait = window.setTimeout.bind(window);
    const hurried = (work: () => void, ms?: number): number =>
      wait(work, ms === minuteMs ? (window.shortMinuteMs ?? ms) : ms);
    window.setTimeout = hurried as typeof window.setTimeout;
  }, MEASUREMENT.timeoutMs);
  let stored = 0;
  onChunkStored(page, () => (stored += 1));
  const renewal = () =>
    page.waitForResponse((response) => response.url().endsWith('/auths/renew'), {
      timeout: 120_000,
    });

  await reachCamera(page, server.origin, PROFILE);
  await occupyCamera(page);
  await button(page, 'Start camera').click();
  await expectFailure(page, 'The camera is in use', 'CAMERA_IN_USE');
  await page.getByText('The light behind you is too strong.').waitFor();

  await start(page);
  const renewed = renewal();
  away += DAY;
  expect((await renewed).status()).toBe(200);
  await expect.poll(() => stored, { timeout: 120_000 }).toBeGreaterThan(0);
  expect(await message(page).count()).toBe(0);

  const refused = renewal();
  away += 31 * DAY;
  expect((await refused).status()).toBe(401);
  await expectFailure(page, 'Something went wrong', 'CHUNK_REFUSED');

  await worker.next('hangs', 1);
  await page.evaluate((ms) => (window.shortMinuteMs = ms), SHORT_MINUTE_MS);
  await start(page);
  await expectFailure(page, 'It took too long', 'MEASUREMENT_TIMED_OUT');
  await page.context().close();
});
