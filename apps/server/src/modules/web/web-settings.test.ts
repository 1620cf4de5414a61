// SPDX-License-Identifier: Apache-2.0
import { expect, it } from 'vitest';
import { readConfiguration } from '../../platform/config/configuration.ts';
import { webSettings } from './web-settings.ts';

function told(environment: NodeJS.ProcessEnv) {
  const read = readConfiguration(environment);
  if (!read.ok) throw new Error(read.reason.join('; '));
  return webSettings(read.value);
}

it('lists no app store unless the operator sets one', () => {
  expect(told({})).not.toHaveProperty('stores');
});

it('lists the unsupported browsers', () => {
  expect(told({}).unsupportedBrowsers).toEqual(['firefox']);
  expect(told({ PERFUSE_UNSUPPORTED_BROWSERS: 'none' }).unsupportedBrowsers).toEqual([]);
});

it('lists only the app stores that are set', () => {
  const apple = 'https://apps.apple.com/app/id1';
  const cnMarket = 'https://market.example.cn/app?id=1';
  expect(told({ PERFUSE_STORE_APPLE: apple, PERFUSE_STORE_CN_MARKET: cnMarket }).stores).toEqual({
    apple,
    cnMarket,
  });
});
