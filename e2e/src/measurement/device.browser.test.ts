// SPDX-License-Identifier: Apache-2.0
/** Measuring on this device: nothing is sent over the network, and the numbers equal those of the service. */
import { chooseRecording, beginRecording, reachCamera } from '@perfuse/measure/journey';
import type { Page } from '@perfuse/browser-harness';
import type { ReportedOutcome } from '@perfuse/contract/results/outcome';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { button } from '../elements.ts';
import { accessibilityFindings } from '../accessibility.ts';
import { cameraVideo } from '../camera-videos.ts';
import { countingProxy, type CountingProxy } from '../counting-proxy.ts';
import { measureRecording, outcomeOf, PROFILE, RECORDINGS, visit } from '../guest.ts';
import { closeContexts, sharedBrowser } from '../shared-browser.ts';
import { sharedInstallation } from '../shared-installation.ts';
import { continueToCamera, untilStored } from './screen.ts';

const FACE = { bpm: 72, breaths: 15 };
let service: string;
let choice: string;
let proxy: CountingProxy;
beforeAll(async () => {
  const [byService, onDevice, byChoice] = await Promise.all([
    sharedInstallation(RECORDINGS),
    sharedInstallation({ ...RECORDINGS, PERFUSE_ANALYSIS: 'device' }),
    sharedInstallation({ ...RECORDINGS, PERFUSE_ANALYSIS: 'choice' }),
  ]);
  service = byService.url;
  choice = byChoice.url;
  proxy = await countingProxy(onDevice.url);
});
afterAll(async () => {
  await closeContexts();
  await proxy.close();
});

/** Waits until the page has fetched everything it requests, and its service worker has cached the app. */
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

/** Waits until the app and the workers of a measurement are cached. */
const untilKept = (page: Page): Promise<unknown> =>
  page.waitForFunction(async () => {
    await navigator.serviceWorker.ready;
    const names = await caches.keys();
    const kept = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    const urls = kept.flat().map(({ url }) => url);
    return ['engine', 'capture', 'mediapipe'].every((worker) =>
      urls.some((url) => url.includes(`/${worker}-worker-`)),
    );
  });

/** The values only, without ids and times. */
const valuesOf = ({ status, snr, stars, frames, channels }: ReportedOutcome) => ({
  status,
  snr,
  stars,
  frames,
  channels,
});

test('once the app has loaded nothing is requested, and the values equal those of the service', async () => {
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
  // Everything that a person may look at is loaded.
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
  // The tab's icon is cached: the browser requests it from its cache when the address changes.
  expect(sent.filter((one) => one !== 'GET /favicon.svg')).toEqual([]);
  expect(traffic.sockets).toEqual([]);
  expect(traffic.complaints).toEqual([]);
  // Nor did this browser register with the service, from the first page on.
  expect(proxy.seen.filter((one) => one.includes('/api/token'))).toEqual([]);

  const other = await visit(await sharedBrowser());
  await measureRecording(other.page, service, video);
  expect(valuesOf(outcome)).toEqual(valuesOf(await outcomeOf(other.page)));
});

test('opened once, the app measures without a network, and stores results if the person wants that', async () => {
  const video = await cameraVideo(FACE);
  const { page, traffic } = await visit(await sharedBrowser());
  await reachCamera(page, proxy.url, PROFILE);
  await untilStored(page, '"profileCompleted":true');
  await untilLoaded(page);
  await untilKept(page);
  await page.context().setOffline(true);

  await continueToCamera(page, proxy.url);
  await page.getByText('Analysed on this device only. Nothing is sent.').waitFor();
  const network = proxy.seen.length;
  expect(await chooseRecording(page, video)).toBeNull();
  await beginRecording(page);
  const outcome = await outcomeOf(page);
  expect([outcome.status, outcome.analysedOn]).toEqual(['measured', 'device']);
  await page.waitForURL(/\/results$/);
  await page.getByText(/on this device. Nothing was sent.$/).waitFor();
  await page.getByRole('status').filter({ hasText: 'You can still measure' }).waitFor();

  const keep = page.getByRole('checkbox', { name: /^Keep the results/ });
  await keep.scrollIntoViewIfNeeded();
  expect(await keep.isChecked()).toBe(false);
  await page.getByText('Keep the results of my measurements on this device').click();
  await page.getByRole('link', { name: 'Past results' }).click();
  await page.getByRole('heading', { name: '1 measurement', exact: true }).waitFor();
  expect(await accessibilityFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Delete all' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText(/^New results are not being/).waitFor();
  const left = await page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('perfuse-history');
        opening.onerror = () => reject(new Error('no access'));
        opening.onsuccess = () => {
          const counting = opening.result.transaction('results').objectStore('results').count();
          counting.onsuccess = () => resolve(counting.result);
        };
      }),
  );
  expect(left).toBe(0);

  // When the service is back, nothing of the measurement is sent.
  await page.context().setOffline(false);
  await page
    .getByRole('status')
    .filter({ hasText: 'You are offline' })
    .waitFor({ state: 'hidden' });
  const later = proxy.seen.slice(network).filter((one) => /\/(?:api|analysis)\//.test(one));
  expect(later).toEqual([]);
  expect(traffic.sockets).toEqual([]);
});

test('where the person may choose, analysis on the device can be chosen without a network', async () => {
  const { page } = await visit(await sharedBrowser());
  await reachCamera(page, choice, PROFILE);
  await untilStored(page, '"profileCompleted":true');
  await untilKept(page);
  await page.context().setOffline(true);

  await page.goto(choice);
  await button(page, 'Measure on this device').click();
  await button(page, 'Continue').click({ timeout: 60_000 });
  await button(page, 'Start camera').waitFor();
  await page.getByText('You are offline. You can measure without a connection.').waitFor();
  const box = page.getByRole('checkbox', { name: /^Analyse on this device only/ });
  expect(await box.isChecked()).toBe(true);
});

test('a consent to analysis on the device does not count for the service', async () => {
  const { page } = await visit(await sharedBrowser());
  const sent: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.endsWith('/consents')) sent.push(`${request.method()} ${pathname}`);
  });
  await page.goto(choice);
  await page.getByText('Analyse on this device only: nothing is sent').click();
  await untilStored(page, '"prefersDevice":true');
  await reachCamera(page, choice, PROFILE);
  expect(sent).toEqual([]);

  // Switching to the service requires its own consent, which names who processes the data.
  await page.getByText('Analyse on this device only: nothing is sent').click();
  await page.getByRole('heading', { name: 'Your consent' }).waitFor();
  const box = page.getByRole('checkbox', { name: /may process and store the health data/ });
  expect(await box.isChecked()).toBe(false);
  expect(sent).toEqual([]);
});
