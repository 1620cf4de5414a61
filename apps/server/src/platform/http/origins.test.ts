// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isFromAllowedPage } from './origins.ts';

const ALLOWED = ['https://app.example.org', 'http://localhost:5173'];
const from = (origin: string | undefined, host = 'vitals.example.org') =>
  isFromAllowedPage({ headers: origin === undefined ? {} : { origin }, host }, ALLOWED);

test.each([
  [undefined, 'vitals.example.org'],
  ['https://vitals.example.org', 'vitals.example.org'],
  ['http://vitals.example.org', 'vitals.example.org'],
  ['https://vitals.example.org', 'vitals.example.org:443'],
  ['http://127.0.0.1:8080', '127.0.0.1:8080'],
  ['http://[::1]:8080', '[::1]:8080'],
  ['https://app.example.org', 'vitals.example.org'],
  ['http://localhost:5173', 'vitals.example.org'],
])('origin %s is allowed at %s', (origin, host) => expect(from(origin, host)).toBe(true));

test.each([
  'https://evil.example',
  'https://vitals.example.org.evil.example',
  'https://vitals.example.org:8443',
  'https://evil.example/https://vitals.example.org',
  'https://vitals.example.org@evil.example',
  'http://app.example.org',
  'https://app.example.org:444',
  'https://localhost:5173',
  'null',
  '',
  'file://',
  'chrome-extension://vitals.example.org',
  'vitals.example.org',
])('origin %s is refused', (origin) => expect(from(origin)).toBe(false));

// Not fc.webUrl(): building its table of the characters in a path takes a second.
const url = fc
  .tuple(fc.constantFrom('http', 'https'), fc.webAuthority({ withPort: true }), fc.string())
  .map(([scheme, authority, rest]) => `${scheme}://${authority}${rest}`);

test('no origin or host makes the check throw', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), url), fc.string(), (origin, host) => {
      expect(typeof from(origin, host)).toBe('boolean');
    }),
  );
});
