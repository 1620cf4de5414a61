// SPDX-License-Identifier: Apache-2.0
/**
 * Every state of the results and of the components on three windows, light and dark, with English and with longer
 * texts. PERFUSE_PHOTOS=folder keeps the photographs.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { launchChromium, type Browser, type Page } from '@perfuse/rig';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accessibilityFindings } from './accessibility.ts';
import { openGallery, type GallerySite } from './gallery-site.ts';
import { layoutFindings } from './layout-findings.ts';

const WINDOWS = {
  '360x740': { width: 360, height: 740 },
  '740x360': { width: 740, height: 360 },
  '768x1024': { width: 768, height: 1024 },
  '1440x900': { width: 1440, height: 900 },
} as const;
const STORIES = [
  'tokens',
  'components',
  'gauges',
  'results-good',
  'results-partial',
  'results-extreme',
  'results-invalid',
  'results-failed',
  'results-restored',
  'results-numbers-only',
  'results-loading',
  'results-none',
];
const RESULTS = STORIES.filter((story) => /good|partial|extreme|invalid/.test(story));

let browser: Browser;
let site: GallerySite;
beforeAll(async () => {
  site = await openGallery();
  browser = await launchChromium([]);
});
afterAll(async () => {
  await browser.close();
  await site.close();
});

async function openPage(viewport: { width: number; height: number }): Promise<Page> {
  const context = await browser.newContext({ viewport, locale: 'en-US', reducedMotion: 'reduce' });
  return context.newPage();
}

async function show(page: Page, story: string, long = false): Promise<void> {
  await page.goto(site.address(story, long));
  await page.getByRole('main').or(page.getByRole('status')).first().waitFor();
}

async function photograph(page: Page, name: string): Promise<void> {
  const folder = process.env['PERFUSE_PHOTOS'];
  if (folder === undefined) return;
  await page.screenshot({ path: path.join(folder, `${name}.png`), fullPage: true });
}

describe.each(Object.entries(WINDOWS))('on a window of %s', (size, viewport) => {
  let page: Page;
  beforeAll(async () => {
    page = await openPage(viewport);
  });
  afterAll(() => page.context().close());

  // On its side a phone only lays the results out anew.
  const stories = size === '740x360' ? RESULTS : STORIES;
  test.each(stories)('%s is whole, light and dark', async (story) => {
    await show(page, story);
    expect(await layoutFindings(page)).toEqual([]);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      expect(await accessibilityFindings(page)).toEqual([]);
      await photograph(page, `${story}-${size}-${colorScheme}`);
    }
  });

  const long = size === '360x740' || size === '1440x900' ? [...RESULTS, 'components'] : [];
  test.each(long)('%s bears longer texts', async (story) => {
    await show(page, story, true);
    expect(await layoutFindings(page)).toEqual([]);
    await photograph(page, `${story}-${size}-long`);
  });
});

describe('the pages of the results on a phone', () => {
  let page: Page;
  beforeAll(async () => {
    page = await openPage(WINDOWS['360x740']);
  });
  afterAll(() => page.context().close());

  const tabs = () => page.getByRole('tab');
  const selected = () => page.getByRole('tab', { selected: true });
  /** Which page stands in the window, by its place. */
  const shown = async (): Promise<number> => {
    const lefts = await page
      .locator('[class*="react-aria-TabPanel"]')
      .evaluateAll((panels) => panels.map((panel) => panel.getBoundingClientRect().left));
    return lefts.findIndex((left) => Math.abs(left) < 2);
  };
  const inert = () =>
    page
      .locator('[class*="react-aria-TabPanel"]')
      .evaluateAll((panels) => panels.map((panel) => panel.hasAttribute('inert')));
  const swipe = async (distance: number): Promise<void> => {
    await page.mouse.move(200, 420);
    await page.mouse.down();
    await page.mouse.move(200 + distance / 2, 420, { steps: 3 });
    await page.mouse.move(200 + distance, 420, { steps: 3 });
    await page.mouse.up();
  };
  const settles = async (index: number): Promise<void> => {
    await expect.poll(shown).toBe(index);
    expect(await tabs().nth(index).getAttribute('aria-selected')).toBe('true');
    expect(await inert()).toEqual(Array.from({ length: 8 }, (_, at) => at !== index));
  };

  test('are eight, and the first one is open', async () => {
    await show(page, 'results-good');
    expect(await tabs().count()).toBe(8);
    await settles(0);
  });

  test('follow the tabs', async () => {
    await page.getByRole('tab', { name: 'Overall wellness' }).click();
    await settles(7);
    await page.keyboard.press('ArrowLeft');
    await settles(6);
    await page.getByRole('tab', { name: 'Vital signs' }).click();
    await settles(0);
  });

  test('lead the tabs when swiped', async () => {
    await swipe(-180);
    await settles(1);
    await swipe(180);
    await settles(0);
  });

  test('stay when the finger slips less than 20 px', async () => {
    await swipe(-15);
    await settles(0);
    await swipe(-180);
    await settles(1);
    await swipe(15);
    await settles(1);
  });

  test('stay when the phone is turned, and have whole texts on every one of them', async () => {
    await show(page, 'results-extreme', true);
    for (const tab of await tabs().all()) {
      await tab.click();
      expect(await layoutFindings(page)).toEqual([]);
    }
    await settles(7);
    await page.setViewportSize(WINDOWS['740x360']);
    await settles(7);
    await page.setViewportSize(WINDOWS['360x740']);
    await settles(7);
    expect(await selected().count()).toBe(1);
  });

  test.each([
    ['360x740', 160, 340],
    ['768x1024', 364, 748],
  ] as const)(
    'have dials of half the screen and all of it less 20 on %s',
    async (size, half, all) => {
      await page.setViewportSize(WINDOWS[size]);
      await show(page, 'results-good');
      const widthOf = async (name: string): Promise<number> => {
        const box = await page.getByRole('meter', { name }).first().boundingBox();
        return Math.round(box?.width ?? 0);
      };
      expect(await widthOf('Heart rate')).toBe(all);
      expect(await widthOf('Systolic blood pressure')).toBe(half);
    },
  );
});

test('the signal badge opens its help in place', async () => {
  const page = await openPage(WINDOWS['360x740']);
  await show(page, 'results-good');
  await page.getByRole('button', { name: /Signal 7\.4 dB/ }).click();
  await page.getByText(/How clearly your pulse stood out/).waitFor();
  expect(await layoutFindings(page)).toEqual([]);
  await page.context().close();
});

test('the info of a metric opens and closes, whole and accessible', async () => {
  const page = await openPage(WINDOWS['360x740']);
  await show(page, 'results-good', true);
  await page.locator('[data-metric="heartRate"] button').first().click();
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  await photograph(page, 'info-360x740-long');
  expect(await accessibilityFindings(page)).toEqual([]);
  await dialog.getByRole('button').last().click();
  await dialog.waitFor({ state: 'detached' });
  await page.context().close();
});

test('the build that people get has no gallery', () => {
  const assets = path.resolve(import.meta.dirname, '../../apps/web/dist/consumer/assets');
  const scripts = readdirSync(assets).filter((name) => name.endsWith('.js'));
  expect(scripts.length).toBeGreaterThan(5);
  for (const script of scripts) {
    expect(readFileSync(path.join(assets, script), 'utf8')).not.toContain('A part that folds away');
  }
});
