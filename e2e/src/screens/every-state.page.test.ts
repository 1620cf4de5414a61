// SPDX-License-Identifier: Apache-2.0
/**
 * Every state of every screen (apps/web/src/features/gallery): what axe finds (WCAG 2.2 A and AA, and the serious ones
 * of its best practices) by day and by night, targets for a finger, and the layout in a narrow window and with text of
 * twice the size. One browser a group, one page, nothing loaded twice. Each state in English, those with the longest
 * texts in every language and on a desktop; TEST_SCREENS=all looks at every state in all of them.
 * TEST_PHOTOS=folder keeps photographs: light, dark and forced colours, and narrow in every language.
 */
import path from 'node:path';
import process from 'node:process';
import { LANGUAGES } from '@perfuse/contract/language';
import { launchChromium, type Browser, type Page } from '@perfuse/rig';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openGallery, type GallerySite } from '../gallery-site.ts';
import { openLooker, type Looker } from './in-the-gallery.ts';

const OTHERS = LANGUAGES.filter((language) => language !== 'en');
const PHONE = { width: 360, height: 740 };
const NARROW = { width: 320, height: 640 };
const DESKTOP = { width: 1280, height: 800 };

/** By the beginnings of their names; the last group has whatever no other one names. */
const GROUPS = {
  measurement: /^measurement/,
  failures: /^failure/,
  account: /^(?:login|signup|reset|confirm|my-profile|history)/,
  way: /^/,
} as const;
type Group = keyof typeof GROUPS;
const NAMES = Object.keys(GROUPS) as Group[]; // the keys of our own table
const groupOf = (story: string): Group => NAMES.find((name) => GROUPS[name].test(story)) ?? 'way';
/** Looked at by gallery.page.test.ts in all languages, but for three; the first are no screens. */
const ELSEWHERE = /^(?:tokens|components|gauges|results-(?!good$|invalid$|info$))/;
/** With the longest texts of each kind of screen, or the most in a row. */
const LONGEST =
  /^(?:results|camera-consent(?:-denied)?|consent-errors|profile-errors|permission-denied|login-errors|login-phone-errors|signup|my-profile-(?:withdraw|signed-in|factor-key)|history|measurement-(?:running|weak)|failure-snr-quality|handoff-(?:waiting|measured)|notice-update)$/;

const isWhole = process.env['TEST_SCREENS'] === 'all';
const isThorough = (story: string): boolean => isWhole || LONGEST.test(story);
/** Messages of failures are one dialog, which differs in words alone. */
const isMessage = (story: string): boolean => story.startsWith('failure') && !LONGEST.test(story);
/** English comes first. */
const languagesOf = (story: string): readonly string[] => (isThorough(story) ? LANGUAGES : ['en']);
const photos = process.env['TEST_PHOTOS'];
let site: GallerySite;
beforeAll(async () => {
  site = await openGallery();
});
afterAll(async () => {
  await site.close();
});

interface Place {
  readonly page: Page;
  readonly looker: Looker;
  /** The group's states. */
  readonly stories: (group: Group) => readonly string[];
}

async function open(browser: Browser): Promise<Place> {
  const context = await browser.newContext({ locale: 'en-US', reducedMotion: 'reduce' });
  const page = await context.newPage();
  const looker = await openLooker(page, site.address('tokens'));
  const stories = (group: Group): readonly string[] =>
    looker.stories.filter((story) => groupOf(story) === group && !ELSEWHERE.test(story));
  return { page, looker, stories };
}

async function photograph(page: Page, name: string): Promise<void> {
  if (photos !== undefined) await page.screenshot({ path: path.join(photos, `${name}.png`) });
}

describe('in colours by day and by night', () => {
  let browser: Browser;
  let place: Place;
  beforeAll(async () => {
    browser = await launchChromium([]);
    place = await open(browser);
  });
  afterAll(() => browser.close());

  test.each(NAMES)(
    '%s: nothing for axe to find, targets for a finger',
    async (group) => {
      const { page, looker } = place;
      const found: string[] = [];
      for (const story of place.stories(group)) {
        const note = async (what: string, findings: Promise<string[]>): Promise<void> => {
          for (const finding of await findings) found.push(`${story}, ${what}: ${finding}`);
        };
        await page.emulateMedia({ colorScheme: 'light' });
        await page.setViewportSize(PHONE);
        await looker.show(story);
        await note('phone', looker.check(['en'], ['axe all', 'targets']));
        await photograph(page, `${story}-light`);
        if (isThorough(story) && !isMessage(story))
          await note('phone', looker.check(OTHERS, ['axe names', 'targets']));
        await page.emulateMedia({ colorScheme: 'dark' });
        await note('dark', looker.check(['en'], ['axe colours']));
        await photograph(page, `${story}-dark`);
        if (photos !== undefined) {
          await page.emulateMedia({ colorScheme: 'light', forcedColors: 'active' });
          await photograph(page, `${story}-forced`);
          await page.emulateMedia({ forcedColors: 'none' });
        }
        if (!isThorough(story) || isMessage(story)) continue;
        await page.setViewportSize(DESKTOP);
        await note('desktop dark', looker.check(['en'], ['axe colours']));
        await page.emulateMedia({ colorScheme: 'light' });
        await note('desktop', looker.check(['en'], ['axe all', 'targets']));
        await photograph(page, `${story}-desktop`);
      }
      expect(found).toEqual([]);
    },
    600_000,
  );

  test.each(NAMES)(
    '%s: whole in a window of 320 px',
    async (group) => {
      const { page, looker } = place;
      const found: string[] = [];
      await page.setViewportSize(NARROW);
      for (const story of place.stories(group)) {
        await looker.show(story);
        if (photos === undefined) {
          for (const one of await looker.check(languagesOf(story), ['layout']))
            found.push(`${story}: ${one}`);
          continue;
        }
        for (const language of LANGUAGES) {
          for (const one of await looker.check([language], ['layout']))
            found.push(`${story}: ${one}`);
          await photograph(page, `${story}-320-${language}`);
        }
      }
      expect(found).toEqual([]);
    },
    600_000,
  );
});

describe('with text of twice the size, as a browser is set to', () => {
  let browser: Browser;
  let place: Place;
  beforeAll(async () => {
    browser = await launchChromium(['--blink-settings=defaultFontSize=32']);
    place = await open(browser);
  });
  afterAll(() => browser.close());

  test.each(NAMES)(
    '%s: whole on a phone and on a desktop',
    async (group) => {
      const { page, looker } = place;
      const found: string[] = [];
      for (const story of place.stories(group)) {
        for (const viewport of isThorough(story) && !isMessage(story)
          ? [PHONE, DESKTOP]
          : [PHONE]) {
          await page.setViewportSize(viewport);
          await looker.show(story);
          await photograph(page, `${story}-${String(viewport.width)}-twice`);
          for (const one of await looker.check(languagesOf(story), ['layout'])) {
            found.push(`${story} at ${String(viewport.width)}: ${one}`);
          }
        }
      }
      expect(found).toEqual([]);
    },
    600_000,
  );
});
