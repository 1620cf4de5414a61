// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { browserFamily } from './browser-family.ts';

const MAC_SAFARI =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15';

describe('the browser family', () => {
  it.each([
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1',
      5,
      'safari-ios',
    ],
    [MAC_SAFARI, 0, 'safari'],
    [MAC_SAFARI, 5, 'safari-ios'],
    [
      'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36',
      5,
      'chrome-android',
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
      0,
      'chromium',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 0, 'firefox'],
    ['something new', 0, 'chromium'],
  ])('of %s', (userAgent, touchPoints, family) => {
    expect(browserFamily(userAgent, touchPoints)).toBe(family);
  });
});
