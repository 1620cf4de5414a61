// SPDX-License-Identifier: Apache-2.0
import { expect, test, vi } from 'vitest';
import { takeMailedTokens } from './mailed-link.ts';

test.each([
  ['/app/reset', { reset: 'secret', confirm: null }],
  ['/org/confirm', { reset: null, confirm: 'secret' }],
  ['/org/reset/acme-web', { reset: 'secret', confirm: null }],
  ['/org/confirm/acme-web', { reset: null, confirm: 'secret' }],
])('the token of a link to %s is removed from the address bar', (pathname, tokens) => {
  const replaceState = vi.fn();
  const place = { pathname, hash: '#secret', search: '?a=1' };
  expect(takeMailedTokens(place, { replaceState, state: null })).toEqual(tokens);
  expect(replaceState).toHaveBeenCalledExactlyOnceWith({ mailed: 'secret' }, '', `${pathname}?a=1`);
  // History state after a reload, with the router's own key added.
  const state = { mailed: 'secret', idx: 0 };
  expect(takeMailedTokens({ ...place, hash: '' }, { replaceState, state })).toEqual(tokens);
});

test.each([
  ['/reset', ''],
  ['/confirm', '#'],
  ['/profile', '#secret'],
  ['/reset/acme/more', '#secret'],
])('%s%s is no mailed link', (pathname, hash) => {
  const replaceState = vi.fn();
  const none = { reset: null, confirm: null };
  expect(takeMailedTokens({ pathname, hash, search: '' }, { replaceState, state: null })).toEqual(
    none,
  );
  expect(replaceState).not.toHaveBeenCalled();
});
