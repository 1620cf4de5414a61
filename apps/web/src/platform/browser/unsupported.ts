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

/** The specification's list, unless the operator or a configuration overrides it. */
export const UNSUPPORTED_BY_DEFAULT: readonly Browser[] = ['firefox'];

/** Whether this browser is on the configuration's list of unsupported browsers. */
export function isUnsupported(userAgent: string, browsers: readonly Browser[]): boolean {
  return browsers.includes(BROWSER_OF[browserFamily(userAgent, 0)]);
}

/** Possible source of the list; the first source that has one applies. */
interface Listing {
  readonly unsupportedBrowsers?: readonly Browser[] | undefined;
}

/** The configuration's list, else the installation's, else the specification's. */
export const unsupportedBrowsers = (
  configuration: Listing,
  installation: Listing,
): readonly Browser[] =>
  configuration.unsupportedBrowsers ?? installation.unsupportedBrowsers ?? UNSUPPORTED_BY_DEFAULT;
