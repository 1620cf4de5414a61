// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { Secret, URI } from 'otpauth';
import { expect, test } from 'vitest';
import { codeAt, otpauthUri, newSecret, stepOf } from './one-time-codes.ts';

/** Test vectors of RFC 6238, appendix B: SHA-1, the last six of eight digits. */
const RFC_SECRET = Secret.fromLatin1('12345678901234567890').base32;

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('the code at second %d is that of RFC 6238', (seconds, code) => {
  expect(codeAt(RFC_SECRET, seconds * 1000)).toBe(code);
  expect(stepOf(RFC_SECRET, code, seconds * 1000)).toBe(Math.floor(seconds / 30));
});

test('a code is accepted in its own time step and one step either side, and in no other', () => {
  const moment = fc.integer({ min: 60_000, max: 4_000_000_000_000 });
  fc.assert(
    fc.property(moment, fc.integer({ min: -5, max: 5 }), (now, away) => {
      const secret = newSecret();
      const code = codeAt(secret, now + away * 30_000);
      const neighbours = [-1, 0, 1].map((step) => codeAt(secret, now + step * 30_000));
      const found = stepOf(secret, code, now);
      if (Math.abs(away) <= 1) expect(found).not.toBeNull();
      // Codes of two steps are the same once in a million.
      else expect(found !== null).toBe(neighbours.includes(code));
    }),
    { numRuns: 50 },
  );
});

test('any text other than six digits is rejected', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 64 }), (text) => {
      fc.pre(!/^\d{6}$/.test(text));
      expect(stepOf(RFC_SECRET, text, 59_000)).toBeNull();
    }),
    { numRuns: 100 },
  );
});

test('a secret has 160 bits, and its otpauth address contains everything an app needs', () => {
  const secret = newSecret();
  expect(Secret.fromBase32(secret).bytes).toHaveLength(20);
  expect(newSecret()).not.toBe(secret);
  const address = otpauthUri(secret, 'Praxis: Dr. Öz & Söhne', 'ada@example.org');
  expect(address).toMatch(/^otpauth:\/\/totp\//);
  expect(URI.parse(address)).toMatchObject({
    issuer: 'Praxis Dr. Öz & Söhne',
    label: 'ada@example.org',
    algorithm: 'SHA1',
    digits: 6,
    period: 30,
    secret: { base32: secret },
  });
});
