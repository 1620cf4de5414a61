// SPDX-License-Identifier: Apache-2.0
/**
 * Every state of every screen (apps/web/src/gallery): findings of axe (WCAG 2.2 A and AA, and the serious ones of its
 * best practices) in light and dark colours, target sizes, and the layout in a narrow window and with text of twice the
 * size. Each state is drawn once and then checked in one window after the other: in English, those with the longest
 * texts in every language and on a desktop. TEST_SCREENS=all checks every state in all of them. TEST_PHOTOS=folder
 * saves screenshots: of every look, in forced colours, and narrow in every language.
 */
import path from 'node:path';
import process from 'node:process';
import { LANGUAGES } from '@perfuse/contract/language';
import { launchChromium, type Browser, type Page } from '@perfuse/browser-harness';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sharedGallery } from '../shared-gallery.ts';
import { screenshotFullPage } from '../full-page-screenshot.ts';
import {
  drawEvidence,
  openGalleryChecker,
  type Check,
  type GalleryChecker,
} from './gallery-checks.ts';

const ENGLISH = ['en'];
const OTHERS = LANGUAGES.filter((language) => language !== 'en');
/** English, longer words, phrases without spaces, and few wide characters. */
const UNLIKE = ['en', 'de', 'ja', 'zh-Hans'];

/** States by the prefix of their names; the last group takes all others. */
const GROUPS = {
  measurement: /^measurement/,
  failures: /^failure/,
  account: /^(?:login|signup|reset|confirm|my-profile|history)/,
  results: /^(?:results|tokens|components|gauges)/,
  way: /^/,
} as const;
type Group = keyof typeof GROUPS;
const NAMES = Object.keys(GROUPS) as Group[]; // the keys of our own table
const groupOf = (story: string): Group => NAMES.find((name) => GROUPS[name].test(story)) ?? 'way';
/** States with the longest texts of each kind of screen, or the most items in a row. */
const LONGEST =
  /^(?:results|camera-consent(?:-denied)?|consent-errors|profile-errors|permission-denied|login-errors|login-phone-errors|signup|my-profile-(?:withdraw|signed-in|factor-key)|history|measurement-(?:running|weak|dark|lit|blocked)|failure-snr-quality|handoff-(?:waiting|measured)|notice-update)$/;
/** States of the results, which are checked in additional windows. */
const RESULTS = /^results-(?:good|partial|extreme|invalid)$/;
const IN_ALL_LANGUAGES = /^results-(?:good|invalid)$/;
/** Not screens of the app, but its parts in a row. */
const PARTS = /^(?:tokens|components|gauges)$/;

const isWhole = process.env['TEST_SCREENS'] === 'all';
const isThorough = (story: string): boolean => isWhole || LONGEST.test(story);
/** Failure messages are one dialog that differs only in its words. */
const isMessage = (story: string): boolean => story.startsWith('failure') && !LONGEST.test(story);

interface Look {
  readonly window: { readonly width: number; readonly height: number };
  readonly colorScheme?: 'light' | 'dark';
  readonly isTwice?: boolean;
  readonly checks: readonly Check[];
  /** English comes first. */
  readonly languages?: readonly string[];
}
const PHONE = { width: 360, height: 740 };
const NARROW = { width: 320, height: 640 };
const DESKTOP = { width: 1280, height: 800 };
const ALL: readonly Check[] = ['axe all', 'targets', 'layout'];

/** Ordered so that little changes from one to the next. */
function looksAt(story: string): readonly Look[] {
  const isWide = isThorough(story) && !isMessage(story);
  const languages = isThorough(story) || IN_ALL_LANGUAGES.test(story) ? LANGUAGES : ENGLISH;
  const looks: Look[] = [
    { window: PHONE, checks: ALL },
    { window: PHONE, colorScheme: 'dark', checks: ['axe colours'] },
  ];
  if (isWide) {
    looks.push({ window: DESKTOP, colorScheme: 'dark', checks: ['axe colours'] });
    looks.push({ window: DESKTOP, checks: ALL });
  }
  if (RESULTS.test(story)) {
    const large = { width: 1440, height: 900 };
    looks.push({ window: large, colorScheme: 'dark', checks: ['axe colours'] });
    looks.push({ window: large, checks: ALL });
    for (const window of [large, { width: 768, height: 1024 }, { width: 740, height: 360 }, PHONE])
      looks.push({ window, checks: ['layout'], languages: UNLIKE });
  }
  if (PARTS.test(story)) return looks;
  looks.push({ window: NARROW, checks: ['layout'] });
  if (languages.length > 1) {
    const checks: readonly Check[] = isMessage(story)
      ? ['layout']
      : ['layout', 'axe names', 'targets'];
    looks.push({ window: NARROW, checks, languages: OTHERS });
  }
  looks.push({ window: PHONE, isTwice: true, checks: ['layout'], languages });
  if (isWide) looks.push({ window: DESKTOP, isTwice: true, checks: ['layout'], languages });
  return looks;
}

const photos = process.env['TEST_PHOTOS'];
let browser: Browser;
let page: Page;
let checker: GalleryChecker;
/** The browser's own setting, which lengths in `rem` and media queries in `em` follow. */
let setFontSize: (standard: number) => Promise<unknown>;
beforeAll(async () => {
  // Not the shared browser: some states are those of a computer without a camera.
  const [started, site] = await Promise.all([launchChromium([]), sharedGallery()]);
  browser = started;
  const context = await browser.newContext({ locale: 'en-US', reducedMotion: 'reduce' });
  page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  setFontSize = (standard) =>
    devtools.send('Page.setFontSizes', { fontSizes: { standard, fixed: 13 } });
  checker = await openGalleryChecker(page, site.address('tokens'));
});
afterAll(() => browser.close());

async function arrange({ window, colorScheme = 'light', isTwice = false }: Look): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await setFontSize(isTwice ? 32 : 16);
  await page.setViewportSize(window);
}

async function photograph(story: string, look: Look): Promise<void> {
  if (photos === undefined) return;
  const { window, colorScheme = 'light', isTwice = false, languages = ENGLISH } = look;
  const name = `${story}-${String(window.width)}-${isTwice ? 'twice' : colorScheme}`;
  for (const language of languages) {
    await checker.check([language], []);
    await screenshotFullPage(page, path.join(photos, `${name}-${language}.png`));
  }
  if (colorScheme === 'light') return;
  await page.emulateMedia({ colorScheme: 'light', forcedColors: 'active' });
  await screenshotFullPage(page, path.join(photos, `${story}-${String(window.width)}-forced.png`));
  await page.emulateMedia({ forcedColors: 'none' });
}

test.each(NAMES)(
  '%s: no axe findings, large enough targets, and an intact layout in every window',
  async (group) => {
    const found: string[] = [];
    for (const story of checker.stories.filter((name) => groupOf(name) === group)) {
      const [first, ...others] = looksAt(story);
      if (first === undefined) throw new Error('A state is looked at once at least.');
      await arrange(first);
      await checker.show(story);
      for (const look of [first, ...others]) {
        await arrange(look);
        if (story === 'results-good') await drawEvidence(page);
        const { window, colorScheme = 'light', isTwice = false, languages = ENGLISH } = look;
        const where = `${String(window.width)} px, ${colorScheme}${isTwice ? ', twice the size' : ''}`;
        for (const one of await checker.check(languages, look.checks))
          found.push(`${story}, ${where}: ${one}`);
        await photograph(story, look);
      }
    }
    expect(found).toEqual([]);
  },
  900_000,
);
