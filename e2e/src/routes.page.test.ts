// SPDX-License-Identifier: Apache-2.0
/**
 * What only a browser has of the route table: addresses typed by hand, its own back and forward, the place on a page,
 * and whether what stands on a screen stays where it is. The table itself is tested row by row beside the router.
 */
import { launchWithCamera, type Browser, type Page } from '@perfuse/rig';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { OUTCOMES } from '../../apps/web/src/features/gallery/outcomes.ts';
import { button, enter, heading, press, signUp, somebody } from './accounts/person.ts';
import { DESKTOP, PHONE } from './guest.ts';
import { install, type Installation } from './installation.ts';
import { SHIFT_LIMIT, shiftSoFar, watchShifts } from './layout-shift.ts';
import { comesBack } from './returning.ts';

let installation: Installation;
let browser: Browser;
beforeAll(async () => {
  [installation, browser] = await Promise.all([install(), launchWithCamera()]);
});
afterAll(async () => {
  await browser.close();
  await installation.remove();
});

const placeOf = (page: Page): string => new URL(page.url()).pathname;

interface Place {
  readonly at: string;
  readonly title: string;
}

/** Waits for a screen: its heading has the focus, the document its name, and the window its top. */
async function arriveAt(page: Page, { at, title }: Place): Promise<void> {
  await heading(page, title).waitFor();
  expect(placeOf(page)).toBe(at);
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
  /** Address, then where it leads. A page of its own each time, without what earlier ones loaded. */
  async function typed(page: Page, rows: readonly (readonly [string, Place])[]): Promise<void> {
    for (const [address, place] of rows) {
      await page.goto(installation.url + address);
      await arriveAt(page, place);
    }
  }

  test('brings a newcomer to what they may see, and else to the first step', async () => {
    const { page } = await comesBack(browser, { done: 'nothing' });
    const notFound = (at: string) => ({ at, title: 'Not found' });
    const noResults = (at: string) => ({ at, title: 'No results yet' });
    const signIn = (at: string) => ({ at, title: 'Sign in' });
    await typed(page, [
      ['404', notFound('/404')],
      ['camera-consent/more', notFound('/camera-consent/more')],
      ['i/demo', notFound('/i/demo')],
      ['app/nothing', notFound('/app/nothing')],
      ['app/app/terms', notFound('/app/app/terms')],
      ['app/terms', { ...TERMS, at: '/app/terms' }],
      ['privacy', { at: '/privacy', title: 'Privacy policy' }],
      ['login', signIn('/login')],
      ['login/more', signIn('/login/more')],
      ['history', signIn('/login')],
      ['logout', signIn('/login')],
      ['results', noResults('/results')],
      ['results/more', noResults('/results/more')],
      ['reset', { at: '/reset', title: 'This link no longer works' }],
      ['confirm', { at: '/confirm', title: 'This link no longer works' }],
      ['profile', START],
    ]);
    await page.goto(`${installation.url}nothing/of/ours?more#less`);
    await heading(page, 'Not found').waitFor();
    await page
      .getByText('The URL you are trying to access is not valid.', { exact: true })
      .waitFor();
    await button(page, 'Go to the start').click();
    await arriveAt(page, START);
    await page.context().close();
  });

  test('brings who has consented to their consent, and below the base path too', async () => {
    const { page } = await comesBack(browser, { done: 'profile' });
    await typed(page, [
      ['my-profile', { at: '/my-profile', title: 'My profile' }],
      ['app/my-profile', { at: '/app/my-profile', title: 'My profile' }],
      ['app/measurement', { ...ABOUT, at: '/app/profile' }],
    ]);
    await page.context().close();
  });
});

describe.each([
  ['phone', PHONE],
  ['desktop', DESKTOP],
])('on a %s', (_, viewport) => {
  /** Every screen of the way is measured when it has come to rest. */
  async function stands(page: Page, { at }: Place): Promise<void> {
    const { score, moved } = await shiftSoFar(page);
    expect(score, `${at}: ${moved.join('\n')}`).toBeLessThan(SHIFT_LIMIT);
  }

  test('back and forward go through the steps of a guest, and nothing moves on any of them', async () => {
    const { page } = await comesBack(browser, { done: 'nothing', viewport });
    await watchShifts(page);
    await page.goto(installation.url);
    const reach = async (place: Place): Promise<void> => {
      await arriveAt(page, place);
      await stands(page, place);
    };
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
    await page.context().close();
  });

  test('back from the camera leads to the profile, and forward to a camera that waits', async () => {
    const { page } = await comesBack(browser, { done: 'profile', viewport });
    await watchShifts(page);
    await page.goto(installation.url);
    await arriveAt(page, ABOUT);
    await button(page, 'Continue').click();
    await arriveAt(page, CAMERA);
    await stands(page, CAMERA);
    await page.goBack();
    await arriveAt(page, ABOUT);
    await page.goForward();
    await arriveAt(page, CAMERA);
    await button(page, 'Start camera').waitFor();
    await page.context().close();
  });

  test.each(['good', 'invalid', 'failed'] as const)(
    'nothing moves on results that are %s, and back leads away from them without a new measurement',
    async (kind) => {
      const { page } = await comesBack(browser, {
        done: 'profile',
        result: OUTCOMES[kind],
        viewport,
      });
      await watchShifts(page);
      await page.goto(`${installation.url}terms`);
      await arriveAt(page, TERMS);
      await stands(page, TERMS);
      await page.goto(`${installation.url}results`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.waitForFunction(() => document.querySelector('[data-in-turn]') === null);
      await stands(page, { at: '/results', title: '' });
      await page.goBack();
      await arriveAt(page, TERMS);
      await page.context().close();
    },
  );
});

test('after signing out, back shows nothing private', async () => {
  const { page } = await comesBack(browser, { done: 'nothing' });
  const who = somebody();
  await signUp(page, installation.url, who);
  await enter(page, who);
  await arriveAt(page, START);
  await button(page, 'Agree').click();
  await heading(page, 'Your consent').waitFor();
  for (const box of await page.getByRole('checkbox').all()) await press(box);
  await button(page, 'Continue').click();
  await arriveAt(page, ABOUT);
  await page.getByRole('textbox', { name: 'Age' }).fill('47');
  await page.getByRole('link', { name: 'My profile' }).click();
  await heading(page, 'My profile').waitFor();
  await page.getByText(who.email).first().waitFor();
  await page.getByRole('link', { name: 'Sign out' }).click();
  await heading(page, 'Sign in').waitFor();
  for (let step = 0; step < 3; step += 1) {
    await page.goBack();
    await expect.poll(() => placeOf(page)).not.toMatch(/my-profile|\/profile$|\/consent$/);
    const shown = await page.locator('body').innerText();
    expect(shown).not.toContain(who.email);
    expect(await page.getByRole('textbox', { name: 'Age' }).count()).toBe(0);
  }
  const kept = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }]),
  );
  expect(kept).not.toContain(who.email);
  expect(kept).not.toContain('"47"');
  await page.context().close();
});
