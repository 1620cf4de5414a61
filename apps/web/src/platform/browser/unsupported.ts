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

/** As the specification has it, unless the operator or a configuration says otherwise. */
export const UNSUPPORTED_BY_DEFAULT: readonly Browser[] = ['firefox'];

/** Whether this browser is one of those that the configuration refuses. */
export function isUnsupported(userAgent: string, browsers: readonly Browser[]): boolean {
  return browsers.includes(BROWSER_OF[browserFamily(userAgent, 0)]);
}

/** What a list of browsers may come from, the first that has one. */
interface Listing {
  readonly unsupportedBrowsers?: readonly Browser[] | undefined;
}

/** Those of the configuration, else those of the installation, else the specification's. */
export const unsupportedBrowsers = (
  configuration: Listing,
  installation: Listing,
): readonly Browser[] =>
  configuration.unsupportedBrowsers ?? installation.unsupportedBrowsers ?? UNSUPPORTED_BY_DEFAULT;
