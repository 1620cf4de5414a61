// SPDX-License-Identifier: Apache-2.0
/** One Chromium with a test pattern as its camera, for all files of a worker; each test opens its own contexts. */
import { launchWithCamera, type Browser } from '@perfuse/browser-harness';

let running: Promise<Browser> | null = null;

/** It ends with the worker's process. */
export const sharedBrowser = (): Promise<Browser> => (running ??= launchWithCamera());

/** To be called after each test, or after a file whose tests share one page. */
export async function closeContexts(): Promise<void> {
  const browser = await sharedBrowser();
  await Promise.all(browser.contexts().map((context) => context.close()));
}
