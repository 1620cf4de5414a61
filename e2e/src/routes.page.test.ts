// SPDX-License-Identifier: Apache-2.0
/**
 * Behaviour of the route table that needs a browser: typed addresses, the browser's back and forward, the scroll
 * position, and whether a screen's content stays in place. The table itself is tested row by row beside the router.
 */
import type { Page } from '@perfuse/browser-harness';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { OUTCOMES } from '@perfuse/web/internal/gallery/outcomes';
import { button, heading } from './elements.ts';
import { enter, press, signUp, newCredentials } from './accounts/person.ts';
import { DESKTOP, PHONE } from './guest.ts';
import { SHIFT_LIMIT, shiftSoFar, watchShifts } from './layout-shift.ts';
import { replaceVisitor, type Returning } from './returning-visitor.ts';
import { closeContexts, sharedBrowser } from './shared-browser.ts';
import { sharedInstallation, type SharedInstallation } from './shared-installation.ts';

let installation: SharedInstallation;
/** One tab for all tests; the visitor changes. */
let page: Page;
beforeAll(async () => {
  installation = await sharedInstallation();
  const browser = await sharedBrowser();
  const context = await browser.newContext({
    locale: 'en-US',
    permissions: ['camera'],
    viewport: DESKTOP,
    // It would cache the whole app for an offline start, which is tested elsewhere.
    serviceWorkers: 'block',
  });
  page = await context.newPage();
  await watchShifts(page);
});
afterAll(closeContexts);
const sits = (who: Returning): Promise<void> => replaceVisitor(page, installation.url, who);

const placeOf = (): string => new URL(page.url()).pathname;

interface Place {
  readonly at: string;
  readonly title: string;
}

/** Waits for a screen: its heading has the focus, the document has its title, and the window is at the top. */
async function arriveAt({ at, title }: Place): Promise<void> {
  await heading(page, title).waitFor();
  await expect.poll(placeOf).toBe(at);
  await expect.poll(() => page.title()).toBe(`${title} · Perfuse`);
  const focused = () => page.evaluate(() => document.activeElement?.tagName);
  await expect.poll(focused, { message: at }).toBe('H1');
  await expect.poll(() => page.evaluate(() => window.scrollY), { message: at }).toBe(0);
}

const START = { at: '/camera-consent', title: 'Your face shows your pulse' };
const CONSENT = { at: '/consent', title: 'Your consent' };
const ABOUT = { at: '/profile', title: 'About you' };
const CAMERA = { at: '/measurement', title: 'Start your measurement' };
const TERMS = { at: '/terms', title: 'Terms of use' };

describe('an address typed by hand', () => {
  /** Opens each address and waits for the place that it leads to. */
  async function typed(rows: readonly (readonly [string, Place])[]): Promise<void> {
    for (const [address, place] of rows) {
      await page.goto(installation.url + address);
      await arriveAt(place);
    }
  }

  test('leads a newcomer to the screens that they may see, otherwise to the first step', async () => {
    await sits({ done: 'nothing' });
    const notFound = (at: string) => ({ at, title: 'Not found' });
    await typed([
      ['camera-consent/more', notFound('/camera-consent/more')],
      ['app/app/terms', notFound('/app/app/terms')],
      // Only development builds have it.
      ['gallery', notFound('/gallery')],
      ['app/terms', { ...TERMS, at: '/app/terms' }],
      ['login/more', { at: '/login/more', title: 'Sign in' }],
      ['history', { at: '/login', title: 'Sign in' }],
      ['results', { at: '/results', title: 'No results yet' }],
      ['reset', { at: '/reset', title: 'This link no longer works' }],
      ['profile', START],
    ]);
    await page.goto(`${installation.url}nothing/of/ours?more#less`);
    await heading(page, 'Not found').waitFor();
    await page
      .getByText('The URL you are trying to access is not valid.', { exact: true })
      .waitFor();
    await button(page, 'Go to the start page').click();
    await arriveAt(START);
  });

  test('leads a guest with a profile to the requested screen, also below the base path', async () => {
    await sits({ done: 'profile' });
    await typed([
      ['app/my-profile', { at: '/app/my-profile', title: 'My profile' }],
      ['app/measurement', { ...CAMERA, at: '/app/measurement' }],
    ]);
  });
});

describe.each([
  ['phone', PHONE],
  ['desktop', DESKTOP],
])('on a %s', (_, viewport) => {
  /** Waits until the screen is idle and asserts that nothing on it moved. */
  async function stands(at: string): Promise<void> {
    const { score, moved } = await shiftSoFar(page);
    expect(score, `${at}: ${moved.join('\n')}`).toBeLessThan(SHIFT_LIMIT);
  }
  async function reach(place: Place): Promise<void> {
    await arriveAt(place);
    await stands(place.at);
  }

  test('back and forward go through the steps of a guest, without a layout shift', async () => {
    await sits({ done: 'nothing', viewport });
    await page.goto(installation.url);
    await reach(START);
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await button(page, 'Agree').click();
    await reach(CONSENT);
    for (const box of await page.getByRole('checkbox').all()) await press(box);
    await button(page, 'Continue').click();
    await reach(ABOUT);

    await page.goBack();
    await reach(CONSENT);
    await page.goBack();
    await reach(START);
    await page.goForward();
    await reach(CONSENT);
  });

  test('back from the camera leads to the profile, and forward to a camera that is not started', async () => {
    await sits({ done: 'profile', viewport });
    await page.goto(installation.url);
    await arriveAt(ABOUT);
    await button(page, 'Continue').click();
    await reach(CAMERA);
    await page.goBack();
    await arriveAt(ABOUT);
    await page.goForward();
    await arriveAt(CAMERA);
    await button(page, 'Start camera').waitFor();
  });

  test('results have no layout shift, and back leaves them without a new measurement', async () => {
    for (const kind of ['good', 'invalid'] as const) {
      await sits({ done: 'profile', result: OUTCOMES[kind], viewport });
      await page.goto(`${installation.url}results`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.waitForFunction(() => document.querySelector('[data-staggered-paint]') === null);
      await stands(`results that are ${kind}`);
    }
    await page.goto(`${installation.url}terms`);
    await reach(TERMS);
    await page.goto(`${installation.url}results`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.goBack();
    await arriveAt(TERMS);
  });
});

test('after a reload of the results, measuring again leads to the camera, without asking for the profile again', async () => {
  for (const viewport of [DESKTOP, PHONE]) {
    await sits({ done: 'profile', result: OUTCOMES.good, viewport });
    for (const way of [
      button(page, 'Measure again').first(),
      page.getByRole('link', { name: 'Done' }),
    ].slice(0, viewport === PHONE ? 2 : 1)) {
      await page.goto(`${installation.url}results`);
      await page.reload();
      await heading(page, 'Your results').waitFor();
      // By key, because parts of the page appear one after the other and would move a pointer's target.
      await way.press('Enter');
      await arriveAt(CAMERA);
    }
  }
});

/** Number of buttons with this name that memory still holds although they are in no document. */
async function buttonsLeftBehind(name: string): Promise<unknown> {
  const session = await page.context().newCDPSession(page);
  const { result } = await session.send('Runtime.evaluate', {
    expression: 'HTMLButtonElement.prototype',
  });
  // Collects garbage first.
  const { objects } = await session.send('Runtime.queryObjects', {
    prototypeObjectId: result.objectId ?? '',
  });
  const counted = await session.send('Runtime.callFunctionOn', {
    objectId: objects.objectId ?? '',
    functionDeclaration: `function () {
      return this.filter((one) => !one.isConnected && one.textContent === ${JSON.stringify(name)}).length;
    }`,
    returnByValue: true,
  });
  await session.detach();
  return counted.result.value;
}

test('results that were left, time and again, do not stay in memory', async () => {
  await sits({ done: 'profile', result: OUTCOMES.good, viewport: DESKTOP });
  await page.goto(`${installation.url}results`);
  const visits = 12;
  for (let visit = 0; visit < visits; visit += 1) {
    await button(page, 'Measure again').click();
    await arriveAt(CAMERA);
    await page.goBack();
    await heading(page, 'Your results').waitFor();
  }
  await button(page, 'Measure again').click();
  await arriveAt(CAMERA);
  // React itself holds the last screens for a while.
  await expect.poll(() => buttonsLeftBehind('Measure again')).toBeLessThan(visits / 2);
});

test('after signing out, back shows nothing private', async () => {
  await sits({ done: 'nothing' });
  const who = newCredentials();
  await signUp(page, installation.url, who);
  await enter(page, who);
  await arriveAt(START);
  await button(page, 'Agree').click();
  await heading(page, 'Your consent').waitFor();
  for (const box of await page.getByRole('checkbox').all()) await press(box);
  await button(page, 'Continue').click();
  await arriveAt(ABOUT);
  await page.getByRole('textbox', { name: 'Age' }).fill('47');
  await page.getByRole('link', { name: 'My profile' }).click();
  await heading(page, 'My profile').waitFor();
  await page.getByText(who.email).first().waitFor();
  await page.getByRole('link', { name: 'Sign out' }).click();
  await heading(page, 'Sign in').waitFor();
  for (let step = 0; step < 3; step += 1) {
    await page.goBack();
    await expect.poll(() => placeOf()).not.toMatch(/my-profile|\/profile$|\/consent$/);
    const shown = await page.locator('body').innerText();
    expect(shown).not.toContain(who.email);
    expect(await page.getByRole('textbox', { name: 'Age' }).count()).toBe(0);
  }
  const kept = await page.evaluate(() =>
    JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]),
  );
  expect(kept).not.toContain(who.email);
  expect(kept).not.toContain('"47"');
});

test.each([
  ['mailed link', 'reset', 't'.repeat(32), 'This link no longer works'],
  ['code of another device', 'phone', 't'.repeat(43), 'This code no longer works'],
])('a new %s opens in the tab of an old one', async (_, path, token, title) => {
  await page.goto(`${installation.url}${path}`);
  await heading(page, title).waitFor();
  // Only the fragment differs: the browser keeps the document.
  await page.goto(`${installation.url}${path}#${token}`);
  await page.waitForURL(`${installation.url}${path}`);
  await heading(page, title).waitFor();
});
