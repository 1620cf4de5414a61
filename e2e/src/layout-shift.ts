// SPDX-License-Identifier: Apache-2.0
/** Whether the content of a page stays in place while the rest loads. */
import { z } from '@perfuse/contract/schema';
import type { Page } from '@perfuse/browser-harness';

const shifts = z.array(z.object({ value: z.number(), moved: z.array(z.string()) }));

/** Google's limit for a good page is 0.1; a tenth of that cannot be seen. */
export const SHIFT_LIMIT = 0.01;

/** Runs before the page's own scripts. A shift right after an input counts too: a new screen must not move. */
const WATCH = `
  window.layoutShifts = [];
  const nameOf = (node) => {
    const element = node instanceof Element ? node : node?.parentElement;
    if (!element) return 'gone';
    return element.tagName.toLowerCase() + '.' + (element.getAttribute('class') ?? '') + ' ' +
      (element.textContent ?? '').trim().slice(0, 40);
  };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      window.layoutShifts.push({ value: entry.value, moved: entry.sources.map(({ node }) => nameOf(node)) });
    }
  }).observe({ type: 'layout-shift', buffered: true });
`;

export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(WATCH);
}

export interface Shift {
  /** Sum of the scores since the last call: share of the window that moved times the distance. */
  readonly score: number;
  /** What moved, for the message of a failure. */
  readonly moved: readonly string[];
}

/** Waits until the page is idle. @returns the shifts since the page was loaded or since the last call. */
export async function shiftSoFar(page: Page): Promise<Shift> {
  await page.waitForLoadState('networkidle');
  const text = await page.evaluate(
    `document.fonts.ready
      .then(() => Promise.all(document.getAnimations()
        .filter((animation) => animation.effect?.getComputedTiming().endTime !== Infinity)
        .map((animation) => animation.finished.catch(() => null))))
      .then(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))))
      .then(() => JSON.stringify(window.layoutShifts.splice(0)))`,
  );
  const all = shifts.parse(JSON.parse(z.string().parse(text)));
  return {
    score: all.reduce((sum, { value }) => sum + value, 0),
    moved: all.flatMap(({ value, moved }) => moved.map((name) => `${value.toFixed(4)} ${name}`)),
  };
}
