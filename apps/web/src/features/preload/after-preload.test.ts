// SPDX-License-Identifier: Apache-2.0
import { expect, test } from 'vitest';
import { afterPreload, HANDED_OVER, isHandedOver } from './after-preload.ts';

test.each([
  ['enterprise', 'https://clinic.example.org/back', '/measurement'],
  ['enterprise', null, '/'],
  ['enterprise', '', '/'],
  ['consumer', 'https://clinic.example.org/back', '/'],
  ['consumer', null, '/'],
] as const)('%s with the callback %s goes on at %s', (edition, callback, path) => {
  expect(afterPreload(edition, callback)).toBe(path);
});

test('a phone that comes from another device goes on at the camera', () => {
  expect(isHandedOver(HANDED_OVER)).toBe(true);
  for (const state of [null, {}, { isHandedOver: 'yes' }]) expect(isHandedOver(state)).toBe(false);
  expect(afterPreload('consumer', null, true)).toBe('/measurement');
});
