// SPDX-License-Identifier: Apache-2.0
import { expect, test } from 'vitest';
import { basePathOf, fullPath } from './base-path.ts';

test.each([
  ['/', '/'],
  ['/profile', '/'],
  ['/app', '/app'],
  ['/app/profile', '/app'],
  ['/org/i/demo', '/org'],
  ['/apple/profile', '/'],
  ['/profile/app', '/'],
])('the base of %s is %s', (pathname, base) => {
  expect(basePathOf(pathname)).toBe(base);
});

test.each([
  ['/consent', '/privacy'],
  ['/app/consent', '/app/privacy'],
])('from %s the privacy policy is at %s', (pathname, path) => {
  expect(fullPath(pathname, '/privacy')).toBe(path);
});
