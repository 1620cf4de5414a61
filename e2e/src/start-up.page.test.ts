// SPDX-License-Identifier: Apache-2.0
/** From the first address to the first screen: files that are downloaded, cached, missing or unreachable. */
import type { Browser, Page } from '@perfuse/browser-harness';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { button } from './elements.ts';
import { countingProxy, type OwnFiles } from './counting-proxy.ts';
import { tcpRelay } from './tcp-relay.ts';
import { visit } from './guest.ts';
import { closeContexts, sharedBrowser } from './shared-browser.ts';
import { sharedInstallation, type SharedInstallation } from './shared-installation.ts';
import { VISAGE_FILES } from './fake-visage.ts';

let installation: SharedInstallation;
let browser: Browser;
beforeAll(async () => {
  installation = await sharedInstallation();
  browser = await sharedBrowser();
});
afterEach(closeContexts);

const firstScreen = (page: Page) => button(page, 'Agree');
const workerRuns = (page: Page): Promise<boolean> =>
  page.evaluate(async () => (await navigator.serviceWorker.ready).active !== null);

test('reaches the first screen in a browser of 2023', async () => {
  const { page } = await visit(browser);
  await page.addInitScript(() => {
    Reflect.deleteProperty(AbortSignal, 'any');
    Reflect.deleteProperty(URL, 'canParse');
  });
  await page.goto(installation.url);
  await firstScreen(page).waitFor();
});

test('requests the size of each tracker file, then downloads it; the second visit downloads none', async () => {
  const proxy = await countingProxy(installation.url);
  try {
    const { page, traffic } = await visit(browser);
    const context = page.context();
    await page.goto(proxy.url);
    await firstScreen(page).waitFor();
    const files = /\.(?:wasm|bin)$|\/(?:blazeface|facemesh)-[^/]+$/;
    const first = proxy.seen.filter((line) => files.test(line));
    const named = (part: string) => first.filter((line) => line.includes(part));
    for (const part of ['extractor.', 'tfjs-backend-wasm', 'facemesh-', 'blazeface-']) {
      expect(named(part).some((line) => line.startsWith('HEAD'))).toBe(true);
      expect(named(part).some((line) => line.startsWith('GET'))).toBe(true);
    }
    // The second visit is that of a returning person: the service worker of the first one is installed.
    await workerRuns(page);
    await page.close();

    proxy.seen.length = 0;
    const again = await context.newPage();
    await again.goto(proxy.url);
    await firstScreen(again).waitFor();
    await again.waitForLoadState('networkidle');
    expect(proxy.seen.filter((line) => line.includes('/assets/'))).toEqual([]);
    expect(traffic.complaints.filter((text) => /policy/i.test(text))).toEqual([]);
  } finally {
    await proxy.close();
  }
});

test('a start without a network says so, and can be retried when the server is back', async () => {
  const { page } = await visit(browser);
  const relay = await tcpRelay(installation.url);
  try {
    await page.goto(relay.url);
    await firstScreen(page).waitFor();
    await workerRuns(page);
    relay.disconnect();
    await page.goto(`${relay.url}consent`);
    await page.getByRole('heading', { name: 'No connection' }).waitFor();
    relay.reconnect();
    await page.getByRole('button', { name: 'Try again' }).click();
    await firstScreen(page).waitFor();
  } finally {
    await closeContexts();
    await relay.close();
  }
});

test('a missing tracker file is reported, and a retry continues', async () => {
  const { page } = await visit(browser);
  await page.route('**/facemesh-*.bin', (route) => route.fulfill({ status: 404, body: '' }));
  await page.goto(installation.url);
  await page.getByRole('heading', { name: 'Preload failed' }).waitFor();
  expect(await page.getByRole('alert').innerText()).toMatch(/could not be loaded/);
  await page.unroute('**/facemesh-*.bin');
  await page.getByRole('button', { name: 'Try again' }).click();
  await firstScreen(page).waitFor();
});

describe('where the operator prefers visage', () => {
  /** Opens the app with a licence and the vendor's files, or without them. */
  async function start(licence: string, files: OwnFiles) {
    const other = await sharedInstallation({
      PERFUSE_FACE_TRACKER: 'visage',
      PERFUSE_VISAGE_URL: '/visage/',
      PERFUSE_VISAGE_LICENCE: licence,
      PERFUSE_SHOW_LOGS: 'on',
    });
    const proxy = await countingProxy(other.url, files);
    const { page } = await visit(browser);
    await page.goto(proxy.url);
    return {
      page,
      dialog: page.getByRole('alertdialog', { name: 'Using a different face tracker' }),
      close: async () => {
        await page.close();
        await proxy.close();
      },
    };
  }

  test('faces are tracked with it if its files and licence are present', async () => {
    const { page, dialog, close } = await start('valid.vlc', VISAGE_FILES);
    try {
      await firstScreen(page).waitFor();
      await page.getByRole('button', { name: /^Log/ }).click();
      await page.getByText(/Tracker visage ready/).waitFor();
      expect(await dialog.count()).toBe(0);
    } finally {
      await close();
    }
  });

  test.each([
    ['its files are missing', 'valid.vlc', {}, /could not be loaded/],
    ['its licence is refused', 'expired.vlc', VISAGE_FILES, /no valid licence/],
  ])('when %s, the app says so once and works with mediapipe', async (_, licence, files, words) => {
    const { page, dialog, close } = await start(licence, files);
    try {
      await dialog.waitFor();
      expect(await dialog.innerText()).toMatch(words);
      await dialog.getByRole('button', { name: 'OK' }).click();
      await page.getByRole('button', { name: /^Log/ }).click();
      await page.getByText(/Tracker mediapipe ready/).waitFor();
      await page.reload();
      await firstScreen(page).waitFor();
      expect(await dialog.count()).toBe(0);
    } finally {
      await close();
    }
  });
});

test('an unsupported browser gets a message at once, and loads no tracker', async () => {
  const context = await browser.newContext({
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  });
  const page = await context.newPage();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(installation.url);
  await page.getByRole('heading', { name: 'This browser is not supported' }).waitFor();
  expect(asked.filter((url) => /facemesh|blazeface|\.wasm/.test(url))).toEqual([]);
  await context.close();
});

test('only the consumer edition can be installed as an app', async () => {
  const { page } = await visit(browser);
  await page.goto(installation.url);
  const href = await page.locator('link[rel=manifest]').getAttribute('href');
  const manifest = await fetch(new URL(href ?? '', installation.url));
  expect(manifest.headers.get('content-type')).toMatch(/json/);
  expect(await manifest.json()).toMatchObject({ name: 'Perfuse', display: 'standalone' });
});
