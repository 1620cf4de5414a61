// SPDX-License-Identifier: Apache-2.0
/**
 * Checks states of the gallery one after the other in one page, so that nothing is loaded twice. The loop over
 * languages runs in the page itself, because a call to the page costs more than checking a language.
 */
import axe from 'axe-core';
import { z } from '@perfuse/contract/schema';
import type { Page } from '@perfuse/browser-harness';
import { LAYOUT_CHECK } from '../layout-findings.ts';
import { TARGET_SIZE_CHECK } from './target-sizes.ts';

const findings = z.array(z.string());

/** Rules that another language may break: names and the language itself. */
const NAMES = [
  'aria-command-name',
  'aria-dialog-name',
  'aria-input-field-name',
  'aria-meter-name',
  'aria-progressbar-name',
  'aria-tab-name',
  'aria-toggle-field-name',
  'button-name',
  'document-title',
  'empty-heading',
  'html-has-lang',
  'html-lang-valid',
  'label',
  'label-content-name-mismatch',
  'link-name',
  'role-img-alt',
  'select-name',
  'valid-lang',
];
/** Rules that another theme may break. */
const COLOURS = ['color-contrast', 'link-in-text-block'];

/** Runs in the page, once. `axe` is the library's own global there. */
const PREPARE = `
window.pageChecks = {
  frames: () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  layout: () => JSON.parse(${LAYOUT_CHECK}),
  targets: () => ${TARGET_SIZE_CHECK},
  axe: async (which) => {
    const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
    const all = { runOnly: tags, rules: { 'target-size': { enabled: true } } };
    const names = { runOnly: { type: 'rule', values: ${JSON.stringify(NAMES)} } };
    const colours = { runOnly: { type: 'rule', values: ${JSON.stringify(COLOURS)} } };
    const { violations } = await axe.run(document, {
      ...{ all, names, colours }[which],
      resultTypes: ['violations'],
      // Nobody reads them, and they take a third of the time.
      selectors: false,
    });
    return violations
      .filter(({ tags, impact }) =>
        !tags.includes('best-practice') || impact === 'serious' || impact === 'critical')
      .flatMap(({ id, nodes }) => nodes.slice(0, 3).map(({ html }) => id + ': ' + html.slice(0, 200)));
  },
  // What follows a new size or language, such as a part that measures itself, may come frames later.
  lasting: async (check) => {
    const [name, option] = check.split(' ');
    let found = await window.pageChecks[name](option);
    for (let tries = 0; found.length > 0 && tries < 10; tries += 1) {
      await new Promise((done) => setTimeout(done, 200));
      found = await window.pageChecks[name](option);
    }
    return found;
  },
  each: async (languages, checks) => {
    const found = [];
    for (const language of languages) {
      if (document.documentElement.lang !== language) await window.gallery.speak(language);
      if (document.documentElement.lang !== language) found.push(language + ': the page says it is in ' + document.documentElement.lang);
      for (const check of checks) {
        for (const one of await window.pageChecks.lasting(check)) found.push(language + ' ' + one);
      }
    }
    return found;
  },
};`;

export type Check = 'layout' | 'targets' | 'axe all' | 'axe names' | 'axe colours';

export interface GalleryChecker {
  /** Names of all states. */
  readonly stories: readonly string[];
  /** Shows a state in English. */
  readonly show: (story: string) => Promise<void>;
  /** Checks the current state in these languages. @returns language and finding. */
  readonly check: (languages: readonly string[], checks: readonly Check[]) => Promise<string[]>;
}

/** @param address of any state of the gallery. */
export async function openGalleryChecker(page: Page, address: string): Promise<GalleryChecker> {
  await page.goto(address);
  await page.waitForFunction('window.gallery !== undefined');
  await page.evaluate(axe.source);
  await page.evaluate(PREPARE);
  const stories = findings.parse(await page.evaluate('window.gallery.stories'));
  return {
    stories,
    show: (story) =>
      page.evaluate(
        `window.pageChecks.each(['en'], []).then(() => window.gallery.show(${JSON.stringify(story)}))`,
      ),
    check: async (languages, checks) =>
      findings.parse(
        await page.evaluate(
          `window.pageChecks.frames().then(() => window.pageChecks.each(${JSON.stringify([...languages])}, ${JSON.stringify(checks)}))`,
        ),
      ),
  };
}

/** Draws the evidence of the results, which is deferred until it is near the window, and scrolls back to the top. */
export async function drawEvidence(page: Page): Promise<void> {
  // The parts of a long page are drawn one per frame.
  await page.locator('[data-staggered-paint]').first().waitFor({ state: 'detached' });
  await page.waitForFunction(`
    (document.querySelector('[class*="loading"]')?.scrollIntoView(),
      document.querySelectorAll('figure svg').length === 3)`);
  await page.evaluate('window.scrollTo(0, 0)');
}
