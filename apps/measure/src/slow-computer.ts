// SPDX-License-Identifier: Apache-2.0
/** Simulates a computer several times slower than this one, and measures how responsive a page stays. */
import type { Page } from '@perfuse/browser-harness';

declare global {
  interface Window {
    /** Tasks of the main thread over 50 ms, as the browser reports them, ms. */
    measureLongTasks?: number[];
  }
}

export interface Responsiveness {
  /** Tasks of the main thread that took over 50 ms, and the longest of them, ms; 0 when there was none. */
  readonly longTasks: number;
  readonly longestMs: number;
}

/** Slows the page's main thread down from now on, and records its long tasks. @param factor 1 or more. */
export async function slowDown(page: Page, factor: number): Promise<void> {
  await page.evaluate(() => {
    const tasks: number[] = [];
    window.measureLongTasks = tasks;
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) tasks.push(duration);
    }).observe({ entryTypes: ['longtask'] });
  });
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: factor });
}

/** Responsiveness since {@link slowDown}. */
export async function responsiveness(page: Page): Promise<Responsiveness> {
  const tasks = await page.evaluate(() => window.measureLongTasks ?? []);
  return { longTasks: tasks.length, longestMs: Math.round(Math.max(0, ...tasks)) };
}
