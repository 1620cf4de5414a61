// SPDX-License-Identifier: Apache-2.0
/**
 * Use of the results: turning their pages on a phone, opening the help of a part. Their look is tested in
 * every-state.page.test.ts. TEST_PHOTOS=folder saves screenshots.
 */
import path from 'node:path';
import process from 'node:process';
import type { Page } from '@perfuse/browser-harness';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accessibilityFindings } from '../accessibility.ts';
import { layoutFindings } from '../layout-findings.ts';
import { closeContexts, sharedBrowser } from '../shared-browser.ts';
import { sharedGallery, type GallerySite } from '../shared-gallery.ts';
import { screenshotFullPage } from '../full-page-screenshot.ts';
import { drawEvidence } from './gallery-checks.ts';

const WINDOWS = {
  // 400 % zoom of 1280 pixels.
  '320x640': { width: 320, height: 640 },
  '360x740': { width: 360, height: 740 },
  '740x360': { width: 740, height: 360 },
  '768x1024': { width: 768, height: 1024 },
  // A large phone, which has the desktop's layout when it is turned.
  '428x926': { width: 428, height: 926 },
  '926x428': { width: 926, height: 428 },
} as const;

const photos = process.env['TEST_PHOTOS'];
let site: GallerySite;
let page: Page;
beforeAll(async () => {
  const [browser, gallery] = await Promise.all([sharedBrowser(), sharedGallery()]);
  site = gallery;
  const context = await browser.newContext({ locale: 'en-US', reducedMotion: 'reduce' });
  page = await context.newPage();
});
afterAll(closeContexts);

async function show(story: string, size: keyof typeof WINDOWS, texts?: string): Promise<void> {
  await page.setViewportSize(WINDOWS[size]);
  await page.goto(site.address(story, texts));
  await page.getByRole('main').waitFor();
  if (story === 'results-good') await drawEvidence(page);
}

/** A busy machine takes long to draw a page. */
const COMES = { timeout: 30_000 };
const isWhole = () => expect.poll(() => layoutFindings(page), COMES).toEqual([]);

test.each(['en', 'es', 'fr', 'it', 'pt', 'pt-BR'])(
  'how a number was obtained is shown without breaking words at 320 pixels: %s',
  async (texts) => {
    await show('results', '320x640', texts);
    const labels = page.locator('[data-metric] [class*="facts"] > span');
    await labels.first().waitFor();
    const words = await labels.evaluateAll((all) =>
      all.flatMap(({ firstChild: text }) =>
        [...(text?.textContent ?? '').matchAll(/\S+/g)].map(({ 0: word, index }) => {
          const range = document.createRange();
          if (text !== null) {
            range.setStart(text, index);
            range.setEnd(text, index + word.length);
          }
          return { word, lines: range.getClientRects().length };
        }),
      ),
    );
    expect(words.length).toBeGreaterThan(5);
    expect(words.filter(({ lines }) => lines > 1)).toEqual([]);
  },
);

describe('the pages of the results on a phone', () => {
  const tabs = () => page.getByRole('tab');
  const selected = () => page.getByRole('tab', { selected: true });
  /** Index of the page in the window, by its position. */
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
  const swipe = async (distance: number, heldMs = 0): Promise<void> => {
    const from = 180 - distance / 2;
    await page.mouse.move(from, 420);
    await page.mouse.down();
    await page.mouse.move(from + distance / 2, 420, { steps: 3 });
    await page.mouse.move(from + distance, 420, { steps: 3 });
    await page.waitForTimeout(heldMs);
    await page.mouse.up();
  };
  /** The carousel is drawn first, then the tabs and the pages out of view, which follow its report. */
  const settles = async (index: number): Promise<void> => {
    const state = async () => ({
      shown: await shown(),
      selected: await tabs().nth(index).getAttribute('aria-selected'),
      inert: await inert(),
    });
    const others = Array.from({ length: 8 }, (_, at) => at !== index);
    await expect.poll(state, COMES).toEqual({ shown: index, selected: 'true', inert: others });
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

  test.each([
    ['flicked', 0],
    ['held', 600],
  ])('turn, and select their tab, on a drag of more than 20 px, %s', async (_, heldMs) => {
    await swipe(-30, heldMs);
    await settles(1);
    await swipe(-220, heldMs);
    await settles(2);
    await swipe(30, heldMs);
    await settles(1);
    await swipe(220, heldMs);
    await settles(0);
  });

  test.each([
    ['flicked', 0],
    ['held', 600],
  ])('stay on a drag of less than 20 px, %s', async (_, heldMs) => {
    await swipe(-15, heldMs);
    await settles(0);
    await swipe(-30, heldMs);
    await settles(1);
    await swipe(15, heldMs);
    await settles(1);
    await swipe(30, heldMs);
    await settles(0);
  });

  test('stay at the first one when dragged beyond it', async () => {
    await swipe(60);
    await settles(0);
  });

  test('stay when the phone is rotated, and each has an intact layout', async () => {
    await show('results-extreme', '360x740', 'long');
    await settles(0);
    for (const [index, tab] of (await tabs().all()).entries()) {
      await tab.click();
      await settles(index);
      await isWhole();
    }
    await page.setViewportSize(WINDOWS['740x360']);
    await settles(7);
    await page.setViewportSize(WINDOWS['360x740']);
    await settles(7);
    expect(await selected().count()).toBe(1);
  });

  test('stay when a large phone is turned to the layout of a desktop and back', async () => {
    await show('results-good', '428x926');
    await page.getByRole('tab', { name: 'Body' }).click();
    await settles(3);
    await page.setViewportSize(WINDOWS['926x428']);
    await tabs().first().waitFor({ state: 'detached' });
    await page.setViewportSize(WINDOWS['428x926']);
    await settles(3);
  });

  test.each([
    ['360x740', 160, 340],
    ['768x1024', 364, 748],
  ] as const)(
    'have dials of half the screen and of the full width less 20 px on %s',
    async (size, half, all) => {
      await show('results-good', size);
      const widthOf = (name: string) => async (): Promise<number> => {
        const card = page.getByRole('article', { name, exact: true });
        const box = await card.locator('[data-part="dial"]').boundingBox();
        return Math.round(box?.width ?? 0);
      };
      await expect.poll(widthOf('Heart rate'), COMES).toBe(all);
      await expect.poll(widthOf('Systolic blood pressure'), COMES).toBe(half);
    },
  );
});

test('the signal badge opens its help in place', async () => {
  await show('results-good', '360x740');
  await page.getByRole('button', { name: /Signal 7\.4 dB/ }).click();
  await page.getByText(/How clearly your pulse stood out/).waitFor();
  await isWhole();
});

test('the metric info stays open when a large phone is turned', async () => {
  await show('results-good', '428x926');
  await page.locator('[data-metric="heartRate"] button').click();
  const info = page.getByRole('dialog', { name: 'Heart rate' });
  await info.waitFor();
  await page.setViewportSize(WINDOWS['926x428']);
  await page.getByRole('tab', { includeHidden: true }).first().waitFor({ state: 'detached' });
  expect(await info.isVisible()).toBe(true);
  await info.getByRole('button', { name: 'OK' }).click();
  await info.waitFor({ state: 'detached' });
  await page.locator('[data-metric="heartRate"] button:focus').waitFor();
});

test.each(['long', 'ja'])('the metric info opens accessibly and closes: %s', async (texts) => {
  await show('results-good', '360x740', texts);
  await page.locator('[data-metric="heartRate"] button').first().click();
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  if (photos !== undefined)
    await screenshotFullPage(page, path.join(photos, `info-360-${texts}.png`));
  await expect.poll(() => accessibilityFindings(page), COMES).toEqual([]);
  await dialog.getByRole('button').last().click();
  await dialog.waitFor({ state: 'detached' });
});
