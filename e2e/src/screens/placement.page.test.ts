// SPDX-License-Identifier: Apache-2.0
/** Positions that no layout rule ensures: on whole lines, at one edge, apart from each other. */
import type { Page } from '@perfuse/browser-harness';
import { LANGUAGES } from '@perfuse/contract/language';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closeContexts, sharedBrowser } from '../shared-browser.ts';
import { sharedGallery, type GallerySite } from '../shared-gallery.ts';

let site: GallerySite;
let page: Page;
beforeAll(async () => {
  const [browser, gallery] = await Promise.all([sharedBrowser(), sharedGallery()]);
  site = gallery;
  const context = await browser.newContext({ locale: 'en-US', reducedMotion: 'reduce' });
  page = await context.newPage();
});
afterAll(closeContexts);

async function show(story: string, width: number, height: number, language = 'en'): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.goto(site.address(story, language));
  await page.getByRole('main').waitFor();
}

/** The boxes of a text, one for each of its lines. */
const lines = (selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      const boxes = [...range.getClientRects()];
      const tops = new Set(boxes.map(({ top }) => Math.round(top / 8)));
      return { count: tops.size, left: Math.min(...boxes.map(({ left }) => left)) };
    });

test.each(['measurement-idle', 'measurement-callback'])(
  'on a desktop the controls beside the camera are on one line and aligned with the heading: %s',
  async (story) => {
    await show(story, 1280, 800);
    const heading = await lines('h1');
    const back = await lines('main :is(a, button):has-text("Back")');
    const help = await lines('main button:has-text("How to measure well")');
    expect(back.count).toBe(1);
    expect(help.count).toBe(1);
    expect(Math.abs(back.left - heading.left)).toBeLessThan(3);
    expect(Math.abs(help.left - heading.left)).toBeLessThan(3);
  },
);

test.each([
  [360, 740],
  [1280, 800],
])('nobody is asked to stay and to turn at the same time: %d x %d', async (width, height) => {
  await show('measurement-ready', width, height);
  await page.getByText('The light behind you is too strong.').waitFor();
  expect(await page.getByText('Stay in this position').isVisible()).toBe(false);
});

test.each([
  ['measurement-preparing', 'Come a little closer.'],
  ['measurement-weak', 'Please stay still.'],
])('magnified by four, the hint on the picture is in view: %s', async (story, hint) => {
  // A window of 1280 x 1024, magnified.
  await show(story, 320, 256);
  const box = await page
    .locator('[data-part="stage"] > [aria-hidden]', { hasText: hint })
    .boundingBox();
  if (box === null) throw new Error('There is no hint.');
  expect(box.width).toBeGreaterThan(100);
  expect(box.x).toBeGreaterThanOrEqual(0);
  expect(box.x + box.width).toBeLessThanOrEqual(320);
  expect(box.y + box.height).toBeLessThanOrEqual(256);
});

test.each(['consent-errors', 'profile-errors'])(
  'every line of an error is beside its sign: %s',
  async (story) => {
    await show(story, 360, 740);
    const errors = page.locator('[class*="FieldError"]');
    await errors.first().waitFor();
    const indents = await errors.evaluateAll((elements) =>
      elements.map((element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        const { paddingLeft } = getComputedStyle(element);
        const start = element.getBoundingClientRect().left + Number.parseFloat(paddingLeft);
        return [...range.getClientRects()].map(({ left }) => Math.round(left - start));
      }),
    );
    expect(indents.some((ofLines) => ofLines.length > 1)).toBe(true);
    for (const ofLines of indents) expect(Math.min(...ofLines)).toBeGreaterThan(20);
  },
);

test.each(LANGUAGES)(
  'on a phone in landscape the answers of the idle warning are in view: %s',
  async (language) => {
    await page.setViewportSize({ width: 740, height: 360 });
    await page.goto(site.address('idle-warning-guest', language));
    const dialog = page.getByRole('alertdialog');
    await dialog.waitFor();
    const bottom = await dialog.evaluate((element) => element.getBoundingClientRect().bottom);
    for (const answer of await dialog.getByRole('button').all()) {
      const box = await answer.boundingBox();
      if (box === null) throw new Error('The answer is not there.');
      expect(box.y + box.height).toBeLessThan(bottom);
    }
  },
);

test('the headings of the tips shown without a signal are at one height', async () => {
  await show('results-invalid', 1280, 800);
  const tops = await page
    .locator('li > div > h2')
    .evaluateAll((headings) => headings.map((heading) => heading.getBoundingClientRect().top));
  expect(tops).toHaveLength(3);
  expect(new Set(tops).size).toBe(1);
});

test.each([
  [360, 640],
  [390, 844],
])(
  "the log's button covers neither the heart rate nor a button: %d x %d",
  async (width, height) => {
    await show('results-log', width, height);
    const opener = page.getByRole('button', { name: /^Log/ });
    const box = await opener.boundingBox();
    if (box === null) throw new Error("The log's button is not there.");
    expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(24);
    const others = page.locator('[data-part="dial"], header a, header button, [role="tab"]');
    await page.locator('[data-metric="heartRate"] [data-part="dial"]').waitFor();
    const overlapping = await others.evaluateAll((elements, at) => {
      const right = at.x + at.width;
      const bottom = at.y + at.height;
      return elements
        .filter((element) => {
          const other = element.getBoundingClientRect();
          return (
            other.left < right && other.right > at.x && other.top < bottom && other.bottom > at.y
          );
        })
        .map((element) => element.outerHTML.slice(0, 80));
    }, box);
    expect(overlapping).toEqual([]);
  },
);

describe('with text of twice the size', () => {
  const setFontSize = async (standard: number): Promise<void> => {
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Page.setFontSizes', { fontSizes: { standard, fixed: 13 } });
  };
  beforeAll(() => setFontSize(32));
  afterAll(() => setFontSize(16));

  test('the ring of the camera is large enough for a face', async () => {
    await show('measurement-running', 360, 740, 'fr');
    const ring = await page.locator('main svg path').first().boundingBox();
    expect(ring?.height).toBeGreaterThan(200);
  });
});

test.each([
  [360, 740],
  [740, 360],
])("the pulse's unit does not touch the stars: %d x %d", async (width, height) => {
  await show('measurement-running', width, height, 'fr');
  const unit = await page.getByText('bpm', { exact: true }).boundingBox();
  const stars = await page.locator('dl > div:last-child > dd > *').first().boundingBox();
  if (unit === null || stars === null) throw new Error('A read-out is not there.');
  expect(stars.x - unit.x - unit.width).toBeGreaterThan(3);
});

test('a Japanese pill does not break within a word', async () => {
  await show('results-good', 390, 844, 'ja');
  const word = await page
    .getByText('プロフィールからの', { exact: false })
    .filter({ visible: true })
    .first()
    .evaluate(({ firstChild: text }) => {
      if (text === null) return [];
      const range = document.createRange();
      const at = text.textContent?.indexOf('予想値') ?? 0;
      range.setStart(text, at);
      range.setEnd(text, at + 3);
      return [...range.getClientRects()].map(({ top }) => top);
    });
  expect(new Set(word).size).toBe(1);
});

test.each(['terms', 'results-good', 'history'])(
  'soft hyphens are only in rendered text, not in titles, options or ARIA attributes: %s',
  async (story) => {
    await show(story, 390, 844, 'de');
    await page.getByRole('heading').first().waitFor();
    const told = await page.evaluate(() => [
      document.title,
      ...[...document.querySelectorAll('option')].map(({ text }) => text),
      ...[...document.querySelectorAll('[aria-valuetext], [aria-label]')].flatMap((one) => [
        one.getAttribute('aria-valuetext') ?? '',
        one.getAttribute('aria-label') ?? '',
      ]),
    ]);
    expect(told.filter((text) => /[\u00AD\u200B]/.test(text))).toEqual([]);
  },
);

describe.each([
  [360, 640],
  [360, 740],
  [740, 360],
  [1280, 800],
])('in callback mode, which skips the consent screens, in a window of %d x %d', (width, height) => {
  const isStart = { en: /^Start/, de: /starten$/, fr: /^Démarrer/ } as const;
  const LABELS = {
    en: ['For investigational use only', 'Perfuse is not a medical device'],
    de: ['Nur zu Erprobungszwecken', 'Perfuse ist kein Medizinprodukt'],
    fr: ['Usage expérimental uniquement', 'Perfuse n’est pas un dispositif médical'],
  } as const;

  test.each(['en', 'de', 'fr'] as const)(
    'the measurement is labelled, and the labels neither cover nor push out a button: %s',
    async (language) => {
      for (const story of ['measurement-callback', 'measurement-callback-ready']) {
        await show(story, width, height, language);
        const [label, disclaimer] = LABELS[language];
        const boxes = {
          label: await page.getByText(label).boundingBox(),
          disclaimer: await page.getByText(disclaimer).boundingBox(),
          start: await page.getByRole('button', { name: isStart[language] }).boundingBox(),
        };
        expect(boxes.label?.y).toBeLessThan(height / 2);
        expect(boxes.disclaimer?.height).toBeGreaterThan(0);
        const start = boxes.start ?? { y: height, height: 0 };
        expect(start.y + start.height, story).toBeLessThanOrEqual(height);
        const covered = await page
          .locator('[data-part="banner"], [data-part="disclaimer"]')
          .evaluateAll((words) => {
            const controls = [...document.querySelectorAll('button, main a')].filter(
              (control) => control.getClientRects().length > 0,
            );
            return controls
              .filter((control) =>
                words.some((word) => {
                  const [one, other] = [word, control].map((each) => each.getBoundingClientRect());
                  return (
                    one !== undefined &&
                    other !== undefined &&
                    one.left < other.right &&
                    one.right > other.left &&
                    one.top < other.bottom &&
                    one.bottom > other.top
                  );
                }),
              )
              .map(({ textContent }) => textContent);
          });
        expect(covered, story).toEqual([]);
      }
    },
  );
});

test('the details of a checkbox are as close below a label of one line as below one of two', async () => {
  await show('consent', 1280, 800, 'ja');
  const gaps = await page.locator('[data-part="checkbox"]').evaluateAll((boxes) =>
    boxes.map((box) => {
      const words = box.querySelector('label > span:last-child');
      const details = box.querySelector('[slot="description"]');
      if (words === null || details === null) throw new Error('A box without words or details.');
      const { height, bottom } = words.getBoundingClientRect();
      return { height, gap: details.getBoundingClientRect().top - bottom };
    }),
  );
  expect(gaps).toHaveLength(2);
  const [one, two] = gaps;
  expect(two?.height).toBeGreaterThan(1.5 * (one?.height ?? Infinity));
  expect(one?.gap).toBeCloseTo(two?.gap ?? NaN, 0);
});

test('the heading of a collapsible part of a card is no larger than a field label', async () => {
  await show('profile', 360, 740);
  const sizes = await page.evaluate(() =>
    ['h3[class*="heading"]', '[class*="label"]'].map((selector) => {
      const found = document.querySelector(`main ${selector}`);
      return found === null ? null : getComputedStyle(found).fontSize;
    }),
  );
  expect(sizes[0]).toBe(sizes[1]);
});
