// SPDX-License-Identifier: Apache-2.0
import { DEFAULT_PASSWORD_POLICY } from '@perfuse/contract/account/password';
import { expect, test } from 'vitest';
import { generatePassword } from './generate-password.ts';

test('a generated password has 20 characters, or as many as the policy demands', () => {
  expect(generatePassword(DEFAULT_PASSWORD_POLICY)).toHaveLength(20);
  expect(generatePassword({ ...DEFAULT_PASSWORD_POLICY, PasswordMinLength: 30 })).toHaveLength(30);
});

test('a generated password can have each required kind of character at any position', () => {
  const passwords = Array.from({ length: 1000 }, () => generatePassword(DEFAULT_PASSWORD_POLICY));
  const at = (place: number) => passwords.map((password) => password.charAt(place)).join('');
  for (const kind of [/[a-z]/, /[A-Z]/, /\d/, /[^a-z\d]/i]) {
    expect(at(0)).toMatch(kind);
    expect(at(19)).toMatch(kind);
  }
});
