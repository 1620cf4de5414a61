// SPDX-License-Identifier: Apache-2.0
/**
 * Every state of the results and of the components, and the results in the languages that strain a layout most. What
 * is laid out is looked at in every language and window; roles by day, and what the night changes, colours, by night.
 * States and languages follow one another in one page: loading each anew took most of the time.
 * TEST_PHOTOS=folder keeps photographs of all, light and dark.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { LANGUAGES as ALL_LANGUAGES } from '@perfuse/contract/language';
import { launchChromium, type Browser, type Page } from '@perfuse/rig';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accessibilityFindings } from './accessibility.ts';
import { openGallery, type GallerySite } from './gallery-site.ts';
import { layoutFindings } from './layout-findings.ts';
import { openLooker, type Looker } from './screens/in-the-gallery.ts';
import { photographWhole } from './whole-page.ts';

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
const RESULTS = ['results-good', 'results-partial', 'results-extreme', 'results-invalid'];
/** English, longer words, phrases without spaces, and few wide characters. */
const LANGUAGES = ['en', 'de', 'ja', 'zh-Hans'];
type Size = keyof typeof WINDOWS;
const SIZES = ['360x740', '740x360', '768x1024', '1440x900'] as const satisfies readonly Size[];

const photos = process.env['TEST_PHOTOS'];
let browser: Browser;
let site: GallerySite;
let page: Page;
beforeAll(async () => {
  site = await openGallery();
  browser = await launchChromium([]);
  const context = await browser.newContext({ locale: 'en-US', reducedMotion: 'reduce' });
  page = await context.newPage();
});
afterAll(async () => {
  await browser.close();
  await site.close();
});

const FRAMES = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))';

/** Gives the window another size and draws the evidence, which waits until it comes near the window. */
async function fit(story: string, size: Size): Promise<void> {
  await page.setViewportSize(WINDOWS[size]);
  await page.evaluate(FRAMES);
  // The parts of a long page come one in a frame.
  await page.locator('[data-in-turn]').first().waitFor({ state: 'detached' });
  if (story !== 'results-good') return;
  await expect
    .poll(
      () =>
        page.evaluate(`(document.querySelector('[class*="loading"]')?.scrollIntoView(),
          document.querySelectorAll('canvas').length)`),
      { timeout: 10_000 },
    )
    .toBe(3);
  await page.evaluate('window.scrollTo(0, 0)');
}

async function show(story: string, size: Size, texts?: string): Promise<void> {
  await page.setViewportSize(WINDOWS[size]);
  await page.goto(site.address(story, texts));
  await page.getByRole('main').or(page.getByRole('status')).first().waitFor();
  await fit(story, size);
}

async function inScheme(colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
}

async function photograph(name: string): Promise<void> {
  if (photos === undefined) return;
  for (const scheme of ['dark', 'light'] as const) {
    await inScheme(scheme);
    await photographWhole(page, path.join(photos, `${name}-${scheme}.png`));
  }
}

describe('one after the other', () => {
  let looker: Looker;
  beforeAll(async () => {
    looker = await openLooker(page, site.address('tokens'));
  });
  const inLight = (): Promise<void> => inScheme('light');

  async function turnTo(story: string, size: Size): Promise<void> {
    await inLight();
    await page.setViewportSize(WINDOWS[size]);
    await looker.show(story);
    await fit(story, size);
  }
  /** By day and by night. */
  async function look(languages: readonly string[]): Promise<string[]> {
    const byDay = await looker.check(languages, ['layout', 'axe all']);
    await inScheme('dark');
    const byNight = await looker.check(languages, ['axe colours']);
    await inLight();
    return [...byDay, ...byNight.map((finding) => `dark ${finding}`)];
  }

  test.each(RESULTS)('%s is whole in every window', async (story) => {
    await turnTo(story, '360x740');
    for (const size of SIZES) {
      await fit(story, size);
      for (const language of LANGUAGES) {
        expect(await looker.check([language], ['layout']), size).toEqual([]);
        await photograph(`${story}-${size}-${language}`);
      }
    }
  });

  test.each(['results-good', 'results-invalid'])(
    '%s is whole and accessible on a phone in every language',
    async (story) => {
      await turnTo(story, '360x740');
      expect(await look(ALL_LANGUAGES)).toEqual([]);
      for (const language of photos === undefined ? [] : ALL_LANGUAGES) {
        await looker.check([language], []);
        await photograph(`${story}-360x740-${language}`);
      }
    },
  );

  // Past the phone only the results have other parts.
  test.each([
    ...STORIES.map((story) => ({ story, size: '360x740' as const })),
    ...RESULTS.map((story) => ({ story, size: '1440x900' as const })),
  ])('$story is accessible in a window of $size', async ({ story, size }) => {
    await turnTo(story, size);
    expect(await look(['en'])).toEqual([]);
    if (!RESULTS.includes(story)) await photograph(`${story}-${size}`);
  });
});

describe('the pages of the results on a phone', () => {
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
  /** Past half a page: a busy machine takes a swipe for a slow one, which its way alone decides. */
  const SWIPE = 220;
  const swipe = async (distance: number): Promise<void> => {
    const from = 180 - distance / 2;
    await page.mouse.move(from, 420);
    await page.mouse.down();
    await page.mouse.move(from + distance / 2, 420, { steps: 3 });
    await page.mouse.move(from + distance, 420, { steps: 3 });
    await page.mouse.up();
  };
  const settles = async (index: number): Promise<void> => {
    await expect.poll(shown).toBe(index);
    expect(await tabs().nth(index).getAttribute('aria-selected')).toBe('true');
    expect(await inert()).toEqual(Array.from({ length: 8 }, (_, at) => at !== index));
  };

  test('are eight, and the first one is open', async () => {
    await show('results-good', '360x740');
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
    await swipe(-SWIPE);
    await settles(1);
    await swipe(SWIPE);
    await settles(0);
  });

  test('stay when the finger slips less than 20 px', async () => {
    await swipe(-15);
    await settles(0);
    await swipe(-SWIPE);
    await settles(1);
    await swipe(15);
    await settles(1);
  });

  test('stay when the phone is turned, and have whole texts on every one of them', async () => {
    await show('results-extreme', '360x740', 'long');
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
      await show('results-good', size);
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
  await show('results-good', '360x740');
  await page.getByRole('button', { name: /Signal 7\.4 dB/ }).click();
  await page.getByText(/How clearly your pulse stood out/).waitFor();
  expect(await layoutFindings(page)).toEqual([]);
});

test.each(['long', 'ja'])('the info of a metric opens and closes, whole: %s', async (texts) => {
  await show('results-good', '360x740', texts);
  await page.locator('[data-metric="heartRate"] button').first().click();
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  await photograph(`info-360x740-${texts}`);
  expect(await accessibilityFindings(page)).toEqual([]);
  await dialog.getByRole('button').last().click();
  await dialog.waitFor({ state: 'detached' });
});

test('the build that people get has no gallery', () => {
  const assets = path.resolve(import.meta.dirname, '../../apps/web/dist/consumer/assets');
  const scripts = readdirSync(assets).filter((name) => name.endsWith('.js'));
  expect(scripts.length).toBeGreaterThan(5);
  for (const script of scripts) {
    expect(readFileSync(path.join(assets, script), 'utf8')).not.toContain('A part that folds away');
  }
});
