// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sessionClient } from './session-client.ts';

test.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
    { browser: 'Chrome', system: 'Windows' },
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
    { browser: 'Safari', system: 'iOS' },
  ],
  [
    'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    { browser: 'Firefox', system: 'Linux' },
  ],
  [
    'Mozilla/5.0 (Linux; Android 14; SM-S921B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36',
    { browser: 'Samsung Internet for Android', system: 'Android' },
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0',
    { browser: 'Microsoft Edge', system: 'macOS' },
  ],
])('names the browser and the system, and no version: %s', (userAgent, client) => {
  expect(sessionClient(userAgent)).toEqual(client);
});

test('any header yields plain names or nothing', () => {
  expect(sessionClient('')).toBeNull();
  const header = fc.oneof(
    fc.string(),
    fc.string().map((text) => `${text}/1.0 (${text})`),
    fc.constantFrom('<script>/1', '‮evil/1', `${'a'.repeat(9000)}/1`, ' / ', '/'),
  );
  fc.assert(
    fc.property(header, (userAgent) => {
      const client = sessionClient(userAgent);
      for (const word of client === null ? [] : [client.browser, client.system]) {
        expect(word).toMatch(/^(?:[A-Za-z][A-Za-z0-9 .+-]{0,39})?$/);
      }
    }),
  );
});
