// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { isUnsupported, UNSUPPORTED_BY_DEFAULT } from './unsupported.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const CHROME =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const IPHONE_FIREFOX =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 FxiOS/140.0 Mobile/15E148 Safari/605.1.15';

describe('a browser that the configuration refuses', () => {
  it('is Firefox by default, and nothing else', () => {
    expect(isUnsupported(FIREFOX, UNSUPPORTED_BY_DEFAULT)).toBe(true);
    expect(isUnsupported(CHROME, UNSUPPORTED_BY_DEFAULT)).toBe(false);
  });

  it('is identified by its engine: on iOS every browser is Safari', () => {
    expect(isUnsupported(IPHONE_FIREFOX, ['firefox'])).toBe(false);
    expect(isUnsupported(IPHONE_FIREFOX, ['safari'])).toBe(true);
  });

  it('is none when the list is empty', () => {
    expect(isUnsupported(FIREFOX, [])).toBe(false);
  });
});
