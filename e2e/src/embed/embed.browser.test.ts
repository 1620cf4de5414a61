// SPDX-License-Identifier: Apache-2.0
/** The guide docs/guides/embed.md followed word by word, with the published package, on a page of another site. */
import { z } from '@perfuse/contract/schema';
import type { Frame, Page } from '@perfuse/browser-harness';
import { done } from '@perfuse/server/testing/command';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { button } from '../elements.ts';
import { press } from '../accounts/person.ts';
import { cameraVideo } from '../camera-videos.ts';
import { DESKTOP, PHONE, RECORDINGS, visit } from '../guest.ts';
import { install, type Installation } from '../installation.ts';
import { commandsOf } from '../operator/guide-commands.ts';
import { closeContexts, sharedBrowser } from '../shared-browser.ts';
import { embeddingSite, guidePage, type Site } from './site.ts';

const BPM = 72;
const IN_GUIDE = { product: 'http://localhost:4300', page: 'http://localhost:8000' };

let site: Site;
let installation: Installation;
let product: string;

const perfuse = async (...words: readonly string[]): Promise<void> => {
  await done(z.unknown(), words, {
    directory: installation.directory,
    environment: { PERFUSE_PUBLIC_URL: product, PERFUSE_PRIVATE_TARGETS: 'loopback' },
  });
};

beforeAll(async () => {
  site = await embeddingSite();
  installation = await install(RECORDINGS);
  product = new URL(installation.url).origin;
  for (const words of await commandsOf('Put Perfuse into your page', 'embed.md')) {
    await perfuse(...words.map((word) => word.replace(IN_GUIDE.page, site.origin)));
  }
  const shared = ['--organisation', 'acme', '--set', `embedOrigins=["${site.origin}"]`];
  await perfuse(
    ...['configuration', 'create', 'acme-short', ...shared],
    ...['--set', 'onboarding.demographicsEntryMode=noDemographics'],
    ...['--set', 'cameraAutoStart=true', '--set', 'measurementAutoStart=true'],
  );
  await perfuse('organisation', 'create', 'strict', '--name', 'Strict Clinic');
  await perfuse(
    ...['configuration', 'create', 'strict-page', '--organisation', 'strict'],
    ...['--set', 'embedOrigins=["https://elsewhere.example"]'],
  );
});
afterEach(closeContexts);
afterAll(async () => {
  await installation.remove();
  await site.remove();
});

const toldSchema = z.array(
  z.looseObject({ type: z.string(), detail: z.looseObject({}), id: z.optional(z.string()) }),
);
/** Events of the page's elements so far. */
const told = async (page: Page): Promise<z.output<typeof toldSchema>> =>
  toldSchema.parse(
    JSON.parse(await page.evaluate(() => JSON.stringify(Reflect.get(window, 'told')))),
  );
const types = async (page: Page): Promise<readonly string[]> =>
  (await told(page)).map(({ type }) => type);

const element = (attributes: string, inside = 'A page of its own'): string =>
  `<perfuse-measurement ${attributes}>${inside}</perfuse-measurement>`;
const of = (config: string): string => `src="${product}/org/" config="${config}"`;
const withScript = (body: string): string =>
  `<!doctype html><title>Clinic</title><h1>Clinic</h1>${body}<script type="module" src="/record.js"></script>`;

/** The app inside the page. */
async function app(page: Page): Promise<Frame> {
  const handle = await page.locator('perfuse-measurement iframe').first().elementHandle();
  const frame = await handle.contentFrame();
  if (frame === null) throw new Error('The page has no frame.');
  return frame;
}

const frameHeight = (page: Page): Promise<number> =>
  page.locator('iframe').evaluate((frame) => frame.getBoundingClientRect().height);

async function agree(frame: Frame): Promise<void> {
  await button(frame, 'Agree').click({ timeout: 60_000 });
  await frame.getByRole('heading', { name: 'Your consent', level: 1 }).waitFor();
  for (const box of await frame.getByRole('checkbox').all()) await press(box);
  await button(frame, 'Continue').click();
}

describe('the first lines of the guide', () => {
  test('show the app in the language that they name', async () => {
    const { page: lines } = await guidePage();
    const { page } = await visit(await sharedBrowser());
    await page.goto(site.show(lines.replaceAll(IN_GUIDE.product, product)));
    await page.frameLocator('iframe').getByRole('button', { name: 'Zustimmen' }).waitFor();
    expect(await page.locator('iframe').getAttribute('allow')).toBe(
      `camera ${product}; screen-wake-lock ${product}`,
    );
  });

  test('offer a link to a separate window where there is no JavaScript', async () => {
    const { page: lines } = await guidePage();
    const browser = await sharedBrowser();
    const page = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
    await page.goto(site.show(lines.replaceAll(IN_GUIDE.product, product)));
    const link = page.getByRole('link', { name: 'Measure in a window of its own' });
    expect(await link.getAttribute('href')).toBe(`${product}/org/i/acme-page`);
  });
});

describe.each(Object.entries({ phone: PHONE, desktop: DESKTOP }))('on a %s', (_, size) => {
  test('a measurement reports its progress and its result to the page', async () => {
    const { page } = await visit(await sharedBrowser(), size);
    await page.goto(site.show(withScript(element(of('acme-short')))));
    const frame = await app(page);
    await agree(frame);
    const top = page.locator('perfuse-measurement');
    await expect
      .poll(() => top.evaluate((one) => one.getBoundingClientRect().top))
      .toBeGreaterThanOrEqual(-1);
    // The browser's camera, delegated by the page, then a recording: numbers need every frame.
    // On a phone it opens by itself (cameraAutoStart).
    const picture = frame.locator('video');
    if (size === DESKTOP) {
      await button(frame, 'Start camera').click();
    }
    await picture.waitFor({ timeout: 60_000 });
    const width = () => picture.evaluate((video: HTMLVideoElement) => video.videoWidth);
    await expect.poll(width).toBeGreaterThan(0);
    const video = await cameraVideo({ bpm: BPM, breaths: 15 });
    await frame.getByLabel('Use a recording').setInputFiles(video);

    await expect.poll(() => types(page), { timeout: 240_000 }).toContain('result');
    const all = await told(page);
    expect(all.map(({ type }) => type).slice(0, 3)).toEqual(['ready', 'started', 'progress']);
    const fractions = all.flatMap(({ type, detail }) =>
      type === 'progress' ? [z.number().parse(detail['fraction'])] : [],
    );
    expect(fractions).toEqual([...fractions].sort((a, b) => a - b));
    const { results, isFinal, sessionId } = z
      .object({
        results: z.object({ ppm: z.number() }),
        isFinal: z.boolean(),
        sessionId: z.string(),
      })
      .parse(all.at(-1)?.detail);
    expect(Math.abs(results.ppm - BPM)).toBeLessThan(3);
    expect(isFinal).toBe(false);
    expect(sessionId).toBe(all[0]?.detail['sessionId']);
    // The person sees the same results; the frame is as high as they are, so that nothing scrolls inside it.
    await frame.getByRole('heading', { level: 1, name: 'Your results' }).waitFor();
    await expect
      .poll(() => frame.evaluate(() => document.documentElement.scrollHeight - innerHeight))
      .toBeLessThanOrEqual(1);
  });
});

test('a site that is not allowed gets no app, and the reason in an error event', async () => {
  const { page } = await visit(await sharedBrowser());
  await page.goto(site.show(withScript(element(of('strict-page')))));
  await expect.poll(() => types(page), { timeout: 30_000 }).toEqual(['error']);
  const detail = (await told(page))[0]?.detail;
  expect(detail).toMatchObject({ code: 'FRAME_REFUSED', isFinal: false });
  // The exact value to put into embedOrigins.
  expect(detail?.['message']).toContain(` on ${site.origin}: `);
  await page.getByRole('alert').getByText('FRAME_REFUSED').waitFor();
  await page.getByText('A page of its own').waitFor();
  const { headers } = await fetch(`${product}/org/i/strict-page`, {
    headers: { accept: 'text/html' },
  });
  const policy = headers.get('content-security-policy') ?? '';
  expect(policy).toMatch(/frame-ancestors [^;]*https:\/\/elsewhere\.example/);
  expect(policy).not.toContain(site.origin);
});

describe('a problem of the page', () => {
  const BLOCKED = "frame-src 'none'";
  const CASES: readonly (readonly [string, () => string, Record<string, string>, string])[] = [
    ['no configuration', () => `src="${product}/org/"`, {}, 'NOT_CONFIGURED'],
    [
      'an installation by http',
      () => 'src="http://vitals.example/org/" config="x"',
      {},
      'NOT_CONFIGURED',
    ],
    [
      'a host that does not answer',
      () => 'src="http://localhost:9/org/" config="x"',
      {},
      'UNREACHABLE',
    ],
    [
      'a policy against frames',
      () => of('acme-page'),
      { 'content-security-policy': BLOCKED },
      'FRAME_BLOCKED',
    ],
    [
      'a policy against the camera',
      () => of('acme-page'),
      { 'permissions-policy': 'camera=()' },
      'CAMERA_BLOCKED',
    ],
  ];
  test.each(CASES)('%s is reported', async (_, attributes, headers, code) => {
    const { page } = await visit(await sharedBrowser());
    await page.goto(site.show(withScript(element(attributes())), headers));
    await page.getByRole('alert').getByText(code).waitFor();
    const problem = await page
      .locator('perfuse-measurement')
      .evaluate((one) => JSON.stringify(Reflect.get(one, 'problem')));
    expect(JSON.parse(problem)).toMatchObject({ code, isFinal: code !== 'UNREACHABLE' });
  });

  test('is not reported for a report-only policy', async () => {
    const { page } = await visit(await sharedBrowser());
    const headers = { 'content-security-policy-report-only': BLOCKED };
    await page.goto(site.show(withScript(element(of('acme-page'))), headers));
    await button(await app(page), 'Agree').waitFor();
    await expect.poll(() => types(page)).toEqual(['ready']);
  });
});

test('language, theme and height follow the attributes while the app is shown', async () => {
  const { page } = await visit(await sharedBrowser());
  const attributes = `${of('acme-page')} lang="fr" theme="dark" height="600"`;
  await page.goto(site.show(withScript(element(attributes))));
  const frame = await app(page);
  await frame.getByRole('button', { name: 'J’accepte' }).waitFor();
  const background = () => frame.evaluate(() => getComputedStyle(document.body).backgroundColor);
  expect(await background()).toBe('rgb(17, 24, 26)');
  expect(await frameHeight(page)).toBeGreaterThanOrEqual(600);
  const set = (name: string, value: string) =>
    page
      .locator('perfuse-measurement')
      .evaluate((one, [key, text]) => one.setAttribute(key, text), [name, value] as const);
  await set('lang', 'de');
  await set('theme', 'light');
  await frame.getByRole('button', { name: 'Zustimmen' }).waitFor();
  await expect.poll(background).toBe('rgb(251, 249, 246)');
  await set('height', '1500');
  await expect.poll(() => frameHeight(page)).toBe(1500);
  await set('height', '600');
  await expect.poll(() => frameHeight(page)).toBeLessThan(1500);
  // The app was never reloaded.
  expect(await types(page)).toEqual(['ready']);
});

test('removing an element removes its frame, and another element stays', async () => {
  const { page } = await visit(await sharedBrowser());
  const two = element(`id="one" ${of('acme-short')}`) + element(`id="two" ${of('acme-page')}`);
  await page.goto(site.show(withScript(two)));
  await expect.poll(() => types(page)).toEqual(['ready', 'ready']);
  const sessions = new Set((await told(page)).map(({ detail }) => detail['sessionId']));
  expect(sessions.size).toBe(2);
  expect(page.frames()).toHaveLength(3);
  await page.locator('#one').evaluate((one) => one.remove());
  await expect.poll(() => page.frames().length).toBe(2);
  // A reload starts both again.
  await page.reload();
  await expect.poll(() => types(page)).toEqual(['ready', 'ready']);
});

test('messages that are not from the frame are ignored', async () => {
  const { page } = await visit(await sharedBrowser());
  await page.goto(site.show(withScript(element(of('acme-page')))));
  await expect.poll(() => types(page)).toEqual(['ready']);
  const forged = {
    source: 'perfuse',
    version: 1,
    type: 'finished',
    callback: { dataId: '7', sessionId: 's' },
    address: 'https://evil.example/',
  };
  await page.evaluate((message) => window.postMessage(message, '*'), forged);
  await page.evaluate(() => new Promise((resolve) => void setTimeout(resolve, 0)));
  expect(await types(page)).toEqual(['ready']);
});

test('a measurement without a result is an error with its code, and a message for developers', async () => {
  const { page } = await visit(await sharedBrowser());
  await page.goto(site.show(withScript(element(of('acme-page')))));
  await expect.poll(() => types(page)).toEqual(['ready']);
  const failed = {
    source: 'perfuse',
    version: 1,
    type: 'measurement-failed',
    error: 'NETWORK_ERROR',
  };
  await (await app(page)).evaluate((message) => window.parent.postMessage(message, '*'), failed);
  await expect.poll(() => types(page)).toEqual(['ready', 'error']);
  expect((await told(page))[1]?.detail).toMatchObject({
    code: 'NETWORK_ERROR',
    message: 'Ended without a result: NETWORK_ERROR.',
    isFinal: false,
  });
});

test('a link that cannot be opened is an error with its code, and the app says so', async () => {
  const { page } = await visit(await sharedBrowser());
  const body = { code: 'CONFIGURATION_NOT_FOUND', message: 'There is no such configuration.' };
  await page.route('**/api/config/*', (route) => route.fulfill({ status: 404, json: body }));
  await page.goto(site.show(withScript(element(of('acme-page')))));
  await (await app(page)).getByRole('alertdialog').getByText(body.code).waitFor();
  await expect.poll(() => types(page)).toEqual(['error']);
  expect((await told(page))[0]?.detail).toMatchObject({ code: body.code, isFinal: true });
});

test('the app loads once a lost network is back', async () => {
  const { page } = await visit(await sharedBrowser());
  await page.route(`${product}/**`, (route) => route.abort());
  await page.goto(site.show(withScript(element(of('acme-page')))));
  await expect.poll(() => types(page), { timeout: 30_000 }).toEqual(['error']);
  await page.unroute(`${product}/**`);
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect.poll(() => types(page)).toEqual(['error', 'ready']);
  await page.getByRole('alert').waitFor({ state: 'detached' });
});

test('the React component shows the app, emits events, follows its props and unmounts', async () => {
  const { page } = await visit(await sharedBrowser());
  const given = JSON.stringify({ src: `${product}/org/`, config: 'acme-page', lang: 'fr' });
  const body = `<!doctype html><div id="root"></div><script type="application/json" id="given">${given}</script>`;
  await page.goto(site.show(`${body}<script type="module" src="/react.js"></script>`));
  const frame = await app(page);
  await frame.getByRole('button', { name: 'J’accepte' }).waitFor();
  await page.getByRole('button', { name: 'Deutsch' }).click();
  await frame.getByRole('button', { name: 'Zustimmen' }).waitFor();
  expect(await types(page)).toEqual(['ready']);
  expect(await page.locator('perfuse-measurement').getAttribute('class')).toBe('vitals');
  await page.getByRole('button', { name: 'Close' }).click();
  await expect.poll(() => page.frames().length).toBe(1);
});
