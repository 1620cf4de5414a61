// SPDX-License-Identifier: Apache-2.0
import { expect, test, vi } from 'vitest';
import { takeResetToken } from './reset-link.ts';

test('the token of a reset link leaves the address bar', () => {
  const replaceState = vi.fn();
  const place = { pathname: '/app/reset', hash: '#secret', search: '?a=1' };
  expect(takeResetToken(place, { replaceState })).toBe('secret');
  expect(replaceState).toHaveBeenCalledExactlyOnceWith(null, '', '/app/reset?a=1');
});

test.each([
  ['/reset', ''],
  ['/reset', '#'],
  ['/profile', '#secret'],
])('%s%s is no reset link', (pathname, hash) => {
  const replaceState = vi.fn();
  expect(takeResetToken({ pathname, hash, search: '' }, { replaceState })).toBeNull();
  expect(replaceState).not.toHaveBeenCalled();
});
