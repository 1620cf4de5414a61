// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readCookie, securedName, serialiseCookie } from './cookies.ts';

const value = fc.stringMatching(/^[\w.~+/=-]{1,200}$/);

test('what was written is read, wherever it stands among others', () => {
  fc.assert(
    fc.property(value, value, (text, other) => {
      const [written = ''] = serialiseCookie('mine', text, { path: '/api', secure: true }).split(
        ';',
      );
      expect(readCookie(`a=${other}; ${written}; b=${other}`, 'mine')).toBe(text);
      expect(readCookie(`notmine=${other};${written}`, 'mine')).toBe(text);
    }),
  );
});

test('anything else is no cookie, and nothing throws', () => {
  fc.assert(
    fc.property(fc.string(), (header) => {
      const found = readCookie(header, 'mine');
      expect(found === null || /^[\w.~+/=-]+$/.test(found)).toBe(true);
    }),
  );
  for (const header of [undefined, '', 'mine', 'mine=', 'mine="x"', 'mine=ä', 'x'.repeat(20_000)]) {
    expect(readCookie(header, 'mine')).toBeNull();
  }
});

test('a cookie is for no script and no other site, and secure over https', () => {
  expect(serialiseCookie('c', 'v', { path: '/api', secure: true, maxAgeS: 5 })).toBe(
    'c=v; Path=/api; HttpOnly; SameSite=Strict; Secure; Max-Age=5',
  );
  expect(serialiseCookie('c', '', { path: '/api', secure: false, maxAgeS: 5 })).toBe(
    'c=; Path=/api; HttpOnly; SameSite=Strict; Max-Age=0',
  );
});

test('a cookie is sent for a link of another site, or in a frame of one, only where that is asked for', () => {
  const written = (site: 'navigated' | 'embedded', secure: boolean) =>
    serialiseCookie('c', 'v', { path: '/', site, secure });
  expect(written('navigated', true)).toBe('c=v; Path=/; HttpOnly; SameSite=Lax; Secure');
  expect(written('embedded', true)).toBe(
    'c=v; Path=/; HttpOnly; SameSite=None; Partitioned; Secure',
  );
  // Browsers drop SameSite=None without Secure.
  expect(written('embedded', false)).toBe('c=v; Path=/; HttpOnly; SameSite=Lax');
});

test('a value that no browser would keep is refused', () => {
  for (const text of ['a;b', 'a b', 'a\r\nSet-Cookie: x=y', 'x'.repeat(4000)]) {
    expect(() => serialiseCookie('c', text, { path: '/', secure: false })).toThrow(RangeError);
  }
});

test('over https a name says what a browser must hold a cookie to', () => {
  expect(securedName('c', '/')).toBe('__Host-c');
  expect(securedName('c', '/api')).toBe('__Secure-c');
});
