// SPDX-License-Identifier: Apache-2.0
/** Announcements to a screen reader: the texts of live regions, as they change. */
import type { Page } from '@perfuse/browser-harness';

declare global {
  interface Window {
    announced?: string[];
  }
}

/** Records on the next page and those after it. */
export async function recordAnnouncements(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const said: string[] = [];
    window.announced = said;
    const last = new WeakMap<Element, string>();
    new MutationObserver(() => {
      for (const region of document.querySelectorAll('[role=status],[role=alert]')) {
        const text = region.textContent.replace(/\s+/g, ' ').trim();
        if (last.get(region) !== text && text !== '') said.push(text);
        last.set(region, text);
      }
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });
}

/** Everything so far, oldest first. */
export const announcements = (page: Page): Promise<string[]> =>
  page.evaluate(() => window.announced ?? []);
