// SPDX-License-Identifier: Apache-2.0
/** The engines other than Chromium that are installed on this machine. */
import process from 'node:process';
import {
  enginePage,
  findFirefox,
  findWebKit,
  launchFirefox,
  launchWebKit,
  type EngineOptions,
  type EnginePage,
} from '@perfuse/browser-harness/engines';
import { RECORDINGS } from '../guest.ts';
import { SIGN_IN } from '../shared-installation.ts';

/** Settings that admit every browser, including the one that is refused by default. */
export const EVERY_BROWSER = { ...RECORDINGS, PERFUSE_UNSUPPORTED_BROWSERS: 'none' } as const;
export const EVERY_BROWSER_SIGNED_IN = { ...EVERY_BROWSER, ...SIGN_IN } as const;

export const PHONE = { width: 390, height: 844 };
export const DESKTOP = { width: 1280, height: 800 };

const WEBKIT = { engine: 'WebKit', launch: launchWebKit, isMissing: findWebKit() === null };
export const FIREFOX = {
  engine: 'Firefox',
  launch: launchFirefox,
  isMissing: findFirefox() === null,
};
export const ENGINES = [WEBKIT, FIREFOX];

for (const { engine, isMissing } of ENGINES) {
  if (isMissing) process.stderr.write(`${engine} is not installed: its tests are skipped.\n`);
}

/** Opens the engine, runs the work in it and closes it. */
export async function inEngine(
  launch: (typeof ENGINES)[number]['launch'],
  size: EngineOptions,
  work: (page: EnginePage) => Promise<void>,
): Promise<void> {
  const driver = await launch(size);
  try {
    await work(enginePage(driver));
  } finally {
    await driver.close();
  }
}
