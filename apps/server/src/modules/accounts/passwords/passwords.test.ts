// SPDX-License-Identifier: Apache-2.0
import { DEFAULT_PASSWORD_POLICY } from '@perfuse/contract/account/password';
import { expect, test } from 'vitest';
import { ServiceError } from '../../../platform/errors/service-error.ts';
import { assertPolicy, Passwords } from './passwords.ts';

test('a password matches its argon2id hash in any Unicode composition', async () => {
  const passwords = new Passwords();
  const stored = await passwords.hash('Pässword-1');
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(passwords.isOutdated(stored)).toBe(false);
  expect(passwords.isOutdated(stored.replace('19456', '4096'))).toBe(true);
  expect(await passwords.verify(stored, 'Pa\u0308ssword-1')).toBe(true);
  expect(await passwords.verify(stored, 'Password-1')).toBe(false);
});

test('without an account no password matches, not even that of the decoy hash', async () => {
  const passwords = new Passwords();
  expect(await passwords.verify(null, 'no account has this password')).toBe(false);
  expect(await passwords.verify('no hash at all', 'x')).toBe(false);
});

test('verifications are queued, and refused when the queue is full', async () => {
  const passwords = new Passwords();
  const all = await Promise.allSettled(
    Array.from({ length: 110 }, () => passwords.verify('no hash', 'x')),
  );
  const refused = all.filter(({ status }) => status === 'rejected');
  expect(refused).toHaveLength(8);
  expect(refused[0]).toMatchObject({ reason: new ServiceError('SERVICE_UNAVAILABLE') });
  expect(await passwords.verify('no hash', 'x')).toBe(false);
});

test('a policy refusal names every rule that is broken, never the password', () => {
  try {
    assertPolicy(DEFAULT_PASSWORD_POLICY, 'tiny');
    expect.unreachable();
  } catch (error) {
    expect(error).toMatchObject({
      code: 'VALIDATION_ERROR',
      fields: { password: [['PASSWORD_POLICY', ['minLength', 'uppercase', 'special']]] },
    });
    expect(String(error)).not.toContain('tiny');
  }
});
