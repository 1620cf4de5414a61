// SPDX-License-Identifier: Apache-2.0
/** Browsers whose way to the camera setting differs. */
export type BrowserFamily = 'safari-ios' | 'chrome-android' | 'safari' | 'firefox' | 'chromium';

/**
 * Which steps to show, from the user agent text: steps for another browser confuse, but do no harm.
 * @param touchPoints tells an iPad from a Mac: it claims to be one.
 */
export function browserFamily(userAgent: string, touchPoints: number): BrowserFamily {
  const ios =
    /iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes('Macintosh') && touchPoints > 1);
  if (ios) return 'safari-ios';
  if (userAgent.includes('Firefox/')) return 'firefox';
  if (userAgent.includes('Android')) return 'chrome-android';
  if (/Chrom(e|ium)\/|Edg\//.test(userAgent)) return 'chromium';
  return userAgent.includes('Safari/') ? 'safari' : 'chromium';
}
