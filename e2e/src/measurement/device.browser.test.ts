// SPDX-License-Identifier: Apache-2.0
/** Measuring on this device: nothing goes over the network, and the numbers are those of the service. */
import { chooseRecording, beginRecording, reachCamera } from '@perfuse/measure/journey';
import type { Page } from '@perfuse/browser-harness';
import type { ToldOutcome } from '@perfuse/contract/results/outcome';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cameraVideo } from '../camera-videos.ts';
import { countingProxy, type CountingProxy } from '../counting-proxy.ts';
import { measureRecording, outcomeOf, PROFILE, RECORDINGS, visit } from '../guest.ts';
import { closeContexts, sharedBrowser } from '../shared-browser.ts';
import { sharedInstallation } from '../shared-installation.ts';

const FACE = { bpm: 72, breaths: 15 };
let service: string;
let proxy: CountingProxy;
beforeAll(async () => {
  const [byService, onDevice] = await Promise.all([
    sharedInstallation(RECORDINGS),
    sharedInstallation({ ...RECORDINGS, PERFUSE_ANALYSIS: 'device' }),
  ]);
  service = byService.url;
  proxy = await countingProxy(onDevice.url);
});
afterAll(async () => {
  await closeContexts();
  await proxy.close();
});

/** Until the page has fetched all that it wants, and its service worker keeps the app. */
async function untilLoaded(page: Page): Promise<void> {
  await page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state);
  let seen = -1;
  await expect
    .poll(
      () => {
        const before = seen;
        seen = proxy.seen.length;
        return seen === before;
      },
      { interval: 2000, timeout: 60_000 },
    )
    .toBe(true);
}

/** Of the values alone: nothing of ids and moments. */
const valuesOf = ({ status, snr, stars, frames, channels }: ToldOutcome) => ({
  status,
  snr,
  stars,
  frames,
  channels,
});

test('once the app has loaded nothing is requested, and the numbers are those of the service', async () => {
  const video = await cameraVideo(FACE);
  const { page, traffic } = await visit(await sharedBrowser());
  await reachCamera(page, proxy.url, PROFILE);
  expect(await chooseRecording(page, video)).toBeNull();
  await untilLoaded(page);

  const [network, browser] = [proxy.seen.length, traffic.requests.length];
  await beginRecording(page);
  const outcome = await outcomeOf(page);
  expect(outcome.status).toBe('measured');
  await page.waitForURL(/\/results$/);
  await page.getByRole('heading', { level: 1, name: 'Your results' }).waitFor();
  // All that a person may look at is here.
  const evidence = page.getByRole('heading', { name: 'Evidence', exact: true });
  await evidence.first().scrollIntoViewIfNeeded();
  await expect
    .poll(
      async () => {
        await page.mouse.wheel(0, 400);
        return page.locator('figure svg').count();
      },
      { timeout: 60_000 },
    )
    .toBe(3);
  await page
    .getByRole('button', { name: /^About/ })
    .first()
    .click();
  await page.getByRole('dialog').waitFor();

  expect(proxy.seen.slice(network)).toEqual([]);
  const sent = traffic.requests
    .slice(browser)
    .map(({ method, url }) => `${method} ${url.pathname}`);
  // The tab's icon, which the browser has: it asks itself when the address changes.
  expect(sent.filter((one) => one !== 'GET /favicon.svg')).toEqual([]);
  expect(traffic.sockets).toEqual([]);
  expect(traffic.complaints).toEqual([]);

  const other = await visit(await sharedBrowser());
  await measureRecording(other.page, service, video);
  expect(valuesOf(outcome)).toEqual(valuesOf(await outcomeOf(other.page)));
});
