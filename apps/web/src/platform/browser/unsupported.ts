// SPDX-License-Identifier: Apache-2.0
import type { BROWSERS } from '@perfuse/contract/configuration/measurement';
import { browserFamily, type BrowserFamily } from './browser-family.ts';

type Browser = (typeof BROWSERS)[number];

const BROWSER_OF: Readonly<Record<BrowserFamily, Browser>> = {
  'safari-ios': 'safari',
  safari: 'safari',
  firefox: 'firefox',
  chromium: 'chromium',
  'chrome-android': 'chromium',
};

/** As the specification has it, unless a configuration says otherwise. */
export const UNSUPPORTED_BY_DEFAULT: readonly Browser[] = ['firefox'];

/** Whether this browser is one of those that the configuration refuses. */
export function isUnsupported(userAgent: string, browsers: readonly Browser[]): boolean {
  return browsers.includes(BROWSER_OF[browserFamily(userAgent, 0)]);
}
