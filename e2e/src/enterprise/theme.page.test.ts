// SPDX-License-Identifier: Apache-2.0
/** docs/reference/theming.md: every part that it names exists, and the example theme changes its look. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { z } from '@perfuse/contract/schema';
import type { Browser, Page } from '@perfuse/browser-harness';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { CHECKOUT } from '@perfuse/testing/checkout';
import { button } from '../elements.ts';
import { DESKTOP, PHONE, PROFILE, visit } from '../guest.ts';
import { clinicSite, type ClinicSite } from './clinic-site.ts';
import { closeContexts, sharedBrowser } from '../shared-browser.ts';
import { sharedInstallation } from '../shared-installation.ts';
import { organiseAt, type OrganisationOnly } from './organisation.ts';

const REFERENCE = path.join(CHECKOUT, 'docs/reference/theming.md');
const DOCUMENTED = readFileSync(REFERENCE, 'utf8')
  .split('## Parts')[1]
  ?.matchAll(/^\| `([\w-]+)`/gm);
const PARTS = [...(DOCUMENTED ?? [])].map((match) => match[1] ?? '');
/** Shown only while filming, and covered by the filming test. Their look follows the theme's variables. */
const WHILE_FILMING = ['readouts'];

let acme: OrganisationOnly;
let clinic: ClinicSite;
let browser: Browser;

beforeAll(async () => {
  clinic = await clinicSite();
  browser = await sharedBrowser();
  acme = await organiseAt(await sharedInstallation(), 'themes');
  const branding = {
    measurementHeaderImage: `${clinic.origin}/header.png`,
    customCSSURL: `${clinic.origin}/theme.css`,
  };
  await acme.configure('themed', { branding });
});
afterEach(closeContexts);
afterAll(() => clinic.close());

const stylesSchema = z.record(z.string(), z.string());

/** Computed styles of the first element of each part and of its content. */
async function looks(page: Page): Promise<Record<string, string>> {
  const text = await page.evaluate(() => {
    const found: Record<string, string> = {};
    for (const element of document.querySelectorAll<HTMLElement>('[data-part]')) {
      const name = element.dataset['part'] ?? '';
      const inside = [element, ...element.querySelectorAll('*')].slice(0, 40);
      found[name] ??= inside
        .map((one) => {
          const { color, backgroundColor, stroke, fill, fontFamily, border } =
            getComputedStyle(one);
          return [color, backgroundColor, stroke, fill, fontFamily, border].join(';');
        })
        .join('|');
    }
    return JSON.stringify(found);
  });
  return stylesSchema.parse(JSON.parse(text));
}

const RING = 'the ring around a face that is in place';

async function colourOfTheRing(page: Page): Promise<string> {
  return page.evaluate(() => {
    const guide = document.querySelector('[data-part=guide]');
    const path = guide?.querySelector<SVGPathElement>(':scope > svg > path:first-child');
    if (guide === null || path === null || path === undefined) throw new Error('There is no ring.');
    path.style.transition = 'none';
    guide.setAttribute('data-tone', 'good');
    return getComputedStyle(path).stroke;
  });
}

const channel = (value: number, unit: string) => ({ value, unit, kind: 'measured', source: 'pos' });
const OUTCOME = {
  measurementId: 'm-1',
  status: 'measured',
  snr: 6.2,
  stars: 4,
  frames: { seen: 900, dropped: 0, rate: 30 },
  channels: {
    HR_BPM: channel(66, 'bpm'),
    BR_BPM: channel(14, 'breaths/min'),
    HEALTH_SCORE: channel(78, ''),
  },
  finishedAt: 1_790_000_000_000,
};

/** Styles of the parts with the organisation's stylesheet and without. */
interface Seen {
  readonly themed: Record<string, string>;
  readonly plain: Record<string, string>;
}

/** Disables or enables the organisation's stylesheet. Takes effect at once: transitions are off. */
async function dress(page: Page, isThemed: boolean): Promise<void> {
  await page.evaluate((isDisabled) => {
    const still = new CSSStyleSheet();
    still.replaceSync('*, ::before, ::after { transition: none !important; }');
    document.adoptedStyleSheets = [still];
    const link = document.querySelector<HTMLLinkElement>('#perfuse-theme');
    if (link?.sheet === null || link === null) throw new Error('There is no theme.');
    link.sheet.disabled = isDisabled;
  }, !isThemed);
}

/** Goes through every screen by the link of the configuration, and records the styles of each part when first seen. */
async function walk(seen: Seen, viewport: typeof DESKTOP): Promise<void> {
  const { page } = await visit(browser, viewport);
  const name = `themed-${String(viewport.width)}`;
  let looking = Promise.resolve();
  /** One at a time: a held request also calls this, and would switch the stylesheet during another call. */
  const inBoth = (note: (into: Record<string, string>) => Promise<void>): Promise<void> => {
    looking = looking.then(async () => {
      await dress(page, false);
      await note(seen.plain);
      await dress(page, true);
      await note(seen.themed);
    });
    return looking;
  };
  const look = async (screen: string): Promise<void> => {
    await inBoth(async (into) => {
      for (const [part, how] of Object.entries(await looks(page))) into[part] ??= how;
    });
    const folder = process.env['E2E_PICTURES'];
    if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}-${screen}.png` });
  };
  await page.route('**/facemesh-*.bin', async (route) => {
    await look('preload');
    await route.continue();
  });
  await page.goto(`${acme.origin}/org/i/themed`);
  const agree = button(page, 'Agree');
  await agree.waitFor();
  await look('camera-consent');
  await agree.click();
  await page.getByRole('heading', { name: 'Your consent' }).waitFor();
  await look('consent');
  // By the label, as a person would: the checkbox itself is hidden below its picture.
  await page.getByText(/^I have read/).click();
  await page.getByText(/^I agree that/).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('heading', { name: 'About you' }).waitFor();
  await look('profile');
  // A person who filled in the form before, and has a result.
  await page.addInitScript(
    ([profile, outcome]) => {
      const key = 'perfuse.session.enterprise';
      const stored = JSON.parse(localStorage.getItem(key) ?? '{}') as object;
      localStorage.setItem(key, JSON.stringify({ ...stored, consentCompleted: true, profile }));
      sessionStorage.setItem('perfuse.results.enterprise', JSON.stringify([outcome]));
    },
    [PROFILE, OUTCOME] as const,
  );
  await page.goto(`${acme.origin}/org/profile`);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL('**/org/measurement');
  await page
    .getByRole('button', { name: /Help|How to/i })
    .first()
    .click();
  await page.getByRole('dialog').waitFor();
  await look('measurement');
  await inBoth(async (into) => {
    into[RING] ??= await colourOfTheRing(page);
  });
  await page.goto(`${acme.origin}/org/results`);
  await page.locator('[data-part=metric]').first().waitFor();
  await look('results');
  await page.context().close();
}

test('every documented part exists, and the example theme changes its appearance', async () => {
  const seen: Seen = { plain: {}, themed: {} };
  for (const viewport of [DESKTOP, PHONE]) await walk(seen, viewport);
  const { plain, themed } = seen;
  const expected = PARTS.filter((part) => !WHILE_FILMING.includes(part)).sort();
  expect(expected.length).toBeGreaterThan(20);
  expect(
    Object.keys(plain)
      .filter((part) => PARTS.includes(part))
      .sort(),
  ).toEqual(expected);
  const unchanged = [...expected, RING].filter((part) => themed[part] === plain[part]);
  expect(unchanged).toEqual([]);
});

test('the example theme is dark where the embedding page requests it, in a light browser', async () => {
  const { page } = await visit(browser, DESKTOP);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto(`${acme.origin}/org/i/themed`);
  await button(page, 'Agree').waitFor();
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  expect(await ground()).toBe('rgb(250, 247, 252)');
  // The only signal to a stylesheet of another site, whose rules the app cannot read.
  await page.evaluate(() => document.documentElement.style.setProperty('color-scheme', 'dark'));
  await expect.poll(ground).toBe('rgb(23, 18, 27)');
});
