// SPDX-License-Identifier: Apache-2.0
/** A service that refuses, workers that die, a connection lost for good: each is reported, and the person can go on. */
import { ANALYSIS_LIMITS } from '@perfuse/contract/limits';
import { launchWithCamera, type Browser, type Page } from '@perfuse/browser-harness';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { button } from '../elements.ts';
import { cameraVideo } from '../camera-videos.ts';
import { tcpRelay, type TcpRelay } from '../tcp-relay.ts';
import { DESKTOP, type Remembered } from '../guest.ts';
import { install, type Installation } from '../installation.ts';
import {
  openAtCamera,
  continueToCamera,
  storageAfterIntroduction,
  onChunkStored,
  expectFailure,
  start,
  startButton,
} from './screen.ts';

let installation: Installation;
let relay: TcpRelay;
let browser: Browser;
let remembered: Remembered;
beforeAll(async () => {
  installation = await install();
  relay = await tcpRelay(installation.url);
  browser = await launchWithCamera({ video: await cameraVideo({ seconds: 10 }) });
  remembered = await storageAfterIntroduction(browser, relay.url);
});
afterAll(async () => {
  await browser.close();
  await relay.close();
  await installation.remove();
});

const workerOf = (page: Page, name: string) => {
  const worker = page.workers().find((one) => one.url().includes(name));
  if (worker === undefined) throw new Error(`There is no ${name}.`);
  return worker;
};

/** Opens as many measurements under the page's token as the service allows. @returns a function that deletes them. */
async function useUpMeasurements(asked: { url: string; body: string; authorization: string }) {
  const call = async (url: string, method: string): Promise<unknown> => {
    const { authorization, body } = asked;
    const headers = { authorization, 'content-type': 'application/json' };
    const answer = await fetch(
      url,
      method === 'POST' ? { method, headers, body } : { method, headers },
    );
    return await answer.json();
  };
  const ids: string[] = [];
  for (let open = 0; open < ANALYSIS_LIMITS.maxOpenMeasurementsPerToken; open += 1) {
    const made = await call(asked.url, 'POST');
    if (typeof made === 'object' && made !== null && 'ID' in made) ids.push(String(made.ID));
  }
  return async () => {
    for (const id of ids) await call(`${asked.url}/${id}`, 'DELETE');
  };
}

test('a service that refuses the study or a further measurement is reported as such', async () => {
  const page = await openAtCamera(browser, relay.url, remembered);
  await page.route('**/studies/sdkconfig', (route) =>
    route.fulfill({ status: 403, json: { Code: 'RESTRICTED', Message: 'Not this study.' } }),
  );
  await button(page, 'Start camera').click();
  await expectFailure(page, 'This measurement is not accepted', 'NOT_ACCEPTED', 'OK');
  await page.unroute('**/studies/sdkconfig');

  const creation = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith('/measurements'),
  );
  await button(page, 'Start camera').click();
  await start(page);
  const request = await creation;
  const { authorization = '' } = await request.allHeaders();
  await button(page, 'Cancel').click();
  const forget = await useUpMeasurements({
    url: request.url(),
    body: request.postData() ?? '',
    authorization,
  });
  await button(page, 'Start camera').click();
  await startButton(page).click({ timeout: 60_000 });
  await expectFailure(page, 'The measurement could not start', 'SERVICE_BUSY');
  await forget();
  await start(page);
  await page.context().close();
});

test('a worker that throws, stops or makes no chunk is reported, and the next attempt has a new one', async () => {
  const page = await openAtCamera(browser, relay.url, remembered);
  await button(page, 'Start camera').click();
  await start(page);
  await workerOf(page, 'capture-worker').evaluate(() => {
    setTimeout(() => {
      throw new Error('Out of memory.');
    });
  });
  await expectFailure(page, 'Face tracking stopped', 'WORKER_ERROR');

  await start(page);
  await workerOf(page, 'mediapipe-worker').evaluate(() => self.close());
  await expectFailure(page, 'Face tracking stopped', 'WORKER_ERROR');

  // Twice: both times show the same message.
  for (const by of ['Measure again', 'OK']) {
    await start(page);
    await workerOf(page, 'capture-worker').evaluate(() => {
      const post = self.postMessage.bind(self);
      self.postMessage = (said: { type?: string }, options?: unknown) => {
        if (said.type !== 'chunk') {
          post(said, options as StructuredSerializeOptions);
          return;
        }
        self.postMessage = post;
        throw new Error('No chunk.');
      };
    });
    await expectFailure(page, 'The blood flow could not be read', 'CREATE_CHUNK_FAIL', by);
  }
  await page.context().close();
});

test('a browser that cannot load the worker is sent back to the profile', async () => {
  // A service worker would have it in its cache.
  const context = await browser.newContext({
    locale: 'en-US',
    storageState: remembered,
    viewport: DESKTOP,
    serviceWorkers: 'block',
  });
  const page = await context.newPage();
  await page.route('**/capture-worker*', (route) => route.abort());
  await continueToCamera(page, relay.url);
  await button(page, 'Start camera').click();
  await expectFailure(page, 'This browser could not start', 'COLLECTOR_INIT', 'OK');
  await page.waitForURL(/\/profile$/);
  await context.close();
});

test('a lost connection ends the measurement; once the server is back a new one can start', async () => {
  const page = await openAtCamera(browser, relay.url, remembered);
  let stored = 0;
  onChunkStored(page, () => (stored += 1));
  await button(page, 'Start camera').click();
  await start(page);
  await expect.poll(() => stored, { timeout: 120_000 }).toBeGreaterThan(0);
  relay.disconnect();
  try {
    await page.getByText('The connection dropped.').waitFor();
    await expectFailure(page, 'The connection was lost', 'NETWORK_ERROR');
    // Without a server no measurement can be started.
    await expectFailure(page, 'No connection', 'CONNECTION_ERROR', 'OK');
  } finally {
    relay.reconnect();
  }
  await button(page, 'Start camera').click();
  await start(page);
  expect(await page.getByText('The connection dropped.').count()).toBe(0);
  await page.context().close();
});
