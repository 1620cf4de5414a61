// SPDX-License-Identifier: Apache-2.0
import type { Page } from '@perfuse/browser-harness';

const SETTLED = `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))`;

/**
 * A screenshot of a whole long page, in a window as high as the page. The browser's own capture beyond the window shows
 * parts with deferred drawing in their undrawn state, which a person who scrolls never sees.
 */
export async function screenshotFullPage(page: Page, file: string): Promise<void> {
  const window = page.viewportSize();
  if (window === null) throw new Error('The window has no size of its own.');
  const height = Number(await page.evaluate('document.documentElement.scrollHeight'));
  await page.setViewportSize({ width: window.width, height: Math.max(window.height, height) });
  await page.evaluate(SETTLED);
  await page.screenshot({ path: file });
  await page.setViewportSize(window);
}
