// SPDX-License-Identifier: Apache-2.0
/** Inspects the page in each window: its faults, and a screenshot. */
import path from 'node:path';
import { z } from '@perfuse/contract/schema';
import type { Page } from '@perfuse/browser-harness';
import { layoutFindings } from '@perfuse/e2e/layout-findings';
import { screenshotFullPage } from '@perfuse/e2e/full-page-screenshot';

export const WINDOWS = {
  phone: { width: 360, height: 740 },
  desktop: { width: 1440, height: 900 },
} as const;
export type Window = keyof typeof WINDOWS;

const SETTLED = `Promise.all([
  document.fonts.ready,
  new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
])`;

/** Long pages render their parts one after the other. */
const ALL_THERE = `document.querySelector('[data-staggered-paint]') === null`;

/** Visible texts and accessible names. Text marked as another language, a citation or a name, is allowed. */
const SHOWN = `(() => {
  const language = document.documentElement.lang;
  const texts = [document.title];
  const isShown = (element) =>
    element.checkVisibility({ visibilityProperty: true }) &&
    element.closest('[inert]') === null &&
    (element.closest('[lang]')?.lang ?? language) === language;
  for (const element of document.body.querySelectorAll('*')) {
    if (!isShown(element) || element.matches('script, style')) continue;
    for (const name of ['aria-label', 'aria-valuetext', 'aria-description', 'placeholder', 'alt', 'title']) {
      texts.push(element.getAttribute(name) ?? '');
    }
    for (const node of element.childNodes) if (node.nodeType === Node.TEXT_NODE) texts.push(node.textContent);
  }
  return { language, texts: texts.filter((text) => text.trim() !== '') };
})()`;
const shownSchema = z.object({ language: z.string(), texts: z.array(z.string()) });

export interface PageInspector {
  /** In these windows, in this order; the last one stays. */
  readonly inspect: (
    screen: string,
    windows?: readonly Window[],
    options?: InspectOptions,
  ) => Promise<void>;
  /** Findings so far: screen, window, finding. */
  readonly findings: readonly string[];
}
interface InspectOptions {
  /** Only the visible part of the page: a full-page screenshot would disturb what is running. */
  readonly isRunning?: boolean;
}

/** @param folder for the screenshots, or null. */
export function openInspector(
  page: Page,
  language: string,
  isUntranslated: (shown: string) => boolean,
  folder: string | null,
): PageInspector {
  const findings: string[] = [];
  return {
    findings,
    inspect: async (screen, windows = ['phone', 'desktop'], { isRunning = false } = {}) => {
      for (const window of windows) {
        await page.setViewportSize(WINDOWS[window]);
        await page.waitForFunction(ALL_THERE);
        await page.evaluate(SETTLED);
        const found = await layoutFindings(page);
        const shown = shownSchema.parse(await page.evaluate(SHOWN));
        if (shown.language !== language)
          found.push(`the page declares the language ${shown.language}`);
        for (const text of new Set(shown.texts)) {
          if (isUntranslated(text)) found.push(`not translated: ${text.trim()}`);
        }
        findings.push(...found.map((one) => `${screen}, ${window}: ${one}`));
        if (folder === null) continue;
        const file = path.join(folder, `${language}-${window}-${screen}.png`);
        if (isRunning) await page.screenshot({ path: file });
        else await screenshotFullPage(page, file);
      }
    },
  };
}
