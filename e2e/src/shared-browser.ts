// SPDX-License-Identifier: Apache-2.0
/** One Chromium with a test pattern for a camera, for all files that a worker runs; each test opens its own contexts. */
import { launchWithCamera, type Browser } from '@perfuse/browser-harness';

let running: Promise<Browser> | null = null;

/** It ends with the worker's process. */
export const sharedBrowser = (): Promise<Browser> => (running ??= launchWithCamera());

/** To be called after a test, or after a file whose tests go on in one page. */
export async function closeContexts(): Promise<void> {
  const browser = await sharedBrowser();
  await Promise.all(browser.contexts().map((context) => context.close()));
}
