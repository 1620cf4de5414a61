// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { CompactEncrypt } from 'jose';
import { expect, test } from 'vitest';
import { deriveKey, type Secrets } from './secrets.ts';
import { fixedKeys } from './key-ring.ts';
import { withNewKeys, withoutKeys, withEncryptionKeysOf } from './rotation.ts';
import {
  MissingEncryptionKey,
  encryptionKidOf,
  ciphertextPrefix,
  Encryption,
} from './encryption.ts';
import { toServiceError } from '../http/error-mapping.ts';

const FIRST: Secrets = {
  signingKey: { kty: 'OKP', crv: 'Ed25519', x: 'x', d: 'd', kid: 'one' },
  licenceSecret: 'a secret of the installation',
};
const at = (secrets: Secrets, now: number) => new Encryption(fixedKeys(secrets), () => now);
const rotated = (from: number, secrets = FIRST) => withNewKeys(secrets, ['encryption'], from);

test('an encrypted value can be decrypted, and names its key in its header', async () => {
  const later = await rotated(1000);
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme' }), fc.nat(2000), async (text, now) => {
      const encryption = at(later, now);
      const encrypted = await encryption.encrypt('webhook-secret', text);
      expect(await encryption.decrypt('webhook-secret', encrypted)).toBe(text);
      expect(encryptionKidOf(encrypted)).toBe(encryption.kidInUse());
      expect(encrypted.startsWith(ciphertextPrefix('webhook-secret', encryption.kidInUse()))).toBe(
        true,
      );
    }),
    { numRuns: 30 },
  );
});

test('a value encrypted by versions without key rotation is decrypted with the first key', async () => {
  const encrypted = await new CompactEncrypt(new TextEncoder().encode('whsec_old'))
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', typ: 'webhook-secret' })
    .encrypt(deriveKey(FIRST, 'webhook-secrets'));
  expect(encrypted.startsWith(ciphertextPrefix('webhook-secret', ''))).toBe(true);
  const encryption = at(await rotated(0), 1);
  expect(encryption.kidInUse()).not.toBe('');
  expect(await encryption.decrypt('webhook-secret', encrypted)).toBe('whsec_old');
});

test('the newest key encrypts from its start time on, and a removed one decrypts nothing any more', async () => {
  const later = await rotated(1000);
  const [before, after] = await Promise.all([
    at(later, 999).encrypt('second-factor', 'a'),
    at(later, 1000).encrypt('second-factor', 'b'),
  ]);
  expect(encryptionKidOf(before)).toBe('');
  expect(await at(later, 0).decrypt('second-factor', after)).toBe('b');
  const without = at(withoutKeys(later, ['first-encryption'], 1000), 1000);
  expect(await without.decrypt('second-factor', after)).toBe('b');
  await expect(without.decrypt('second-factor', before)).rejects.toThrow(
    'PERFUSE_SECRETS_FILE lacks the encryption key first-encryption',
  );
  await expect(at(FIRST, 0).decrypt('second-factor', after)).rejects.toBeInstanceOf(
    MissingEncryptionKey,
  );
});

test('keys are reread for an unknown key that another server already encrypts with', async () => {
  const later = await rotated(1000);
  const encrypted = await at(later, 1000).encrypt('second-factor', 'a');
  let present = FIRST;
  const encryption = new Encryption({
    encryption: () => fixedKeys(present).encryption(),
    rereadForUnknownKey: () => {
      present = later;
      return Promise.resolve();
    },
  });
  expect(await encryption.decrypt('second-factor', encrypted)).toBe('a');
});

test('values of an older backup can be decrypted once its keys are merged back', async () => {
  const old = await rotated(1000);
  const encrypted = await at(old, 1000).encrypt('second-factor', 'a');
  const present = withoutKeys(
    await rotated(2000, old),
    ['first-encryption', encryptionKidOf(encrypted)],
    2000,
  );
  const merged = at(withEncryptionKeysOf(present, old), 2000);
  expect(await merged.decrypt('second-factor', encrypted)).toBe('a');
  expect(merged.kidInUse()).toBe(at(present, 2000).kidInUse());
  expect(withEncryptionKeysOf(old, old)).toBe(old);
});

test('a value for another purpose, of another installation or modified is not decrypted', async () => {
  const encrypted = await at(FIRST, 0).encrypt('second-factor', 'a');
  await expect(at(FIRST, 0).decrypt('webhook-secret', encrypted)).rejects.toThrow();
  const other = at({ ...FIRST, licenceSecret: 'another' }, 0);
  await expect(other.decrypt('second-factor', encrypted)).rejects.toThrow();
  const changed = encrypted.replace(/.(?=.{8}$)/, (sign) => (sign === 'A' ? 'B' : 'A'));
  await expect(at(FIRST, 0).decrypt('second-factor', changed)).rejects.toThrow();
});

test('a code hashed before a rotation still matches after it, until its key is removed', async () => {
  const stored = at(FIRST, 0).digest('login-codes')('123456');
  const later = await rotated(1000);
  for (const now of [0, 1000]) {
    const isDigest = at(later, now).isDigest('login-codes');
    expect([isDigest('123456', stored), isDigest('123457', stored)]).toEqual([true, false]);
  }
  const without = at(withoutKeys(later, ['first-encryption'], 1000), 1000);
  expect(without.isDigest('login-codes')('123456', stored)).toBe(false);
  expect(at(later, 1000).digest('login-codes')('123456')).not.toBe(stored);
});

test('the response for a missing key does not mention keys', () => {
  const { status, body, backendBody } = toServiceError(new MissingEncryptionKey('abc'));
  expect(status).toBe(503);
  expect(JSON.stringify([body, backendBody])).not.toMatch(/abc|PERFUSE|key/i);
});
