// SPDX-License-Identifier: Apache-2.0
import { expect, test } from 'vitest';
import {
  isRecoveryCode,
  newRecoveryCodes,
  normaliseCode,
  formatRecoveryCode,
} from './recovery-codes.ts';

test('ten different codes are created, each in the recognised format', () => {
  const codes = newRecoveryCodes();
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) {
    expect(isRecoveryCode(code)).toBe(true);
    expect(formatRecoveryCode(code)).toMatch(/^[0-9a-hjkmnp-tv-z]{5}-[0-9a-hjkmnp-tv-z]{5}$/);
    expect(normaliseCode(formatRecoveryCode(code))).toBe(code);
  }
});

test.each([
  ['X4K9P-2MFQ7', 'x4k9p2mfq7'],
  [' x4k9p – 2mfq7 ', 'x4k9p2mfq7'],
  ['O0lI1-00000', '0011100000'],
  ['１２３ ４５６', '123456'],
])('%s is read as %s', (typed, plain) => {
  expect(normaliseCode(typed)).toBe(plain);
});

test.each(['123456', 'x4k9p2mfq', 'x4k9p2mfq7a', 'x4k9p2mfqu', ''])(
  '%s is not a recovery code',
  (plain) => {
    expect(isRecoveryCode(plain)).toBe(false);
  },
);
