// SPDX-License-Identifier: Apache-2.0
import { expect, test } from 'vitest';
import { afterPreload } from './after-preload.ts';

test.each([
  ['enterprise', 'https://clinic.example.org/back', '/measurement'],
  ['enterprise', null, '/'],
  ['enterprise', '', '/'],
  ['consumer', 'https://clinic.example.org/back', '/'],
  ['consumer', null, '/'],
] as const)('%s with the callback %s goes on at %s', (edition, callback, path) => {
  expect(afterPreload(edition, callback)).toBe(path);
});
