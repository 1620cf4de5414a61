// SPDX-License-Identifier: Apache-2.0
/** Browsers in which the camera setting is found in different places. */
export type BrowserFamily = 'safari-ios' | 'chrome-android' | 'safari' | 'firefox' | 'chromium';

/**
 * Which steps to show, from the user agent text: steps for another browser confuse, but do no harm.
 * @param touchPoints distinguishes an iPad from a Mac, which it claims to be.
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
