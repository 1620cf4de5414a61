// SPDX-License-Identifier: Apache-2.0
import type { LaunchedConfiguration } from '@perfuse/contract/launch/configuration';
import { within } from '../platform/browser/in-time.ts';
import { safeImageUrl } from '../platform/browser/safe-image-url.ts';
import type { Brand } from '@perfuse/ui/graphics/brand.ts';
import type { Visit } from './visit.ts';

/** Longest time that a slow server of an organisation may delay the launch, ms. */
const BRANDING_LIMIT_MS = 3000;
const STYLESHEET_ID = 'perfuse-theme';

/** The organisation's branding of the app. */
export function brandOf({ launched }: Pick<Visit, 'launched'>): Brand {
  const logo = safeImageUrl(launched?.logo);
  return {
    pageTitle: launched?.settings.branding?.pageTitle ?? null,
    logo: logo === null || launched === null ? null : { address: logo, name: launched.orgName },
  };
}

/** @returns once the picture can be shown without delay, or has failed to load. */
function loadPicture(address: string): Promise<void> {
  const image = new Image();
  image.src = address;
  return image.decode().catch(() => undefined);
}

/**
 * Adds the organisation's stylesheet, replacing that of an earlier launch. It is in the body, so that it comes after
 * our own, which the browser adds to the head as screens load.
 */
function addStylesheet(address: string | undefined): Promise<void> {
  document.getElementById(STYLESHEET_ID)?.remove();
  const url = address !== undefined && URL.canParse(address) ? new URL(address) : null;
  if (url === null || !['http:', 'https:'].includes(url.protocol)) return Promise.resolve();
  return new Promise((resolve) => {
    const link = document.createElement('link');
    link.id = STYLESHEET_ID;
    link.rel = 'stylesheet';
    link.href = url.href;
    link.referrerPolicy = 'no-referrer';
    const settled = (): void => resolve();
    link.addEventListener('load', settled, { once: true });
    link.addEventListener('error', settled, { once: true });
    document.body.append(link);
  });
}

/** Loads the organisation's branding. Resolves also on failure: the product then keeps its own look. */
export async function loadBranding(launched: LaunchedConfiguration): Promise<void> {
  const { pageTitle, logo } = brandOf({ launched });
  if (pageTitle !== null) document.title = pageTitle;
  const everything = Promise.all([
    addStylesheet(launched.settings.branding?.customCSSURL),
    logo === null ? null : loadPicture(logo.address),
  ]);
  await within(everything, BRANDING_LIMIT_MS);
}
