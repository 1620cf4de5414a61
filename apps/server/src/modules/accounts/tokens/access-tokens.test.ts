// SPDX-License-Identifier: Apache-2.0
import { beforeEach, describe, expect, it } from 'vitest';
import { generateSigningKey, type SigningKey } from '../../../platform/crypto/secrets.ts';
import { createAccessTokens, type AccessTokens } from './access-tokens.ts';

const SUBJECT = {
  kind: 'device',
  deviceId: 'd',
  userId: null,
  organisationId: 'o',
  familyId: 'f',
  generation: 1,
} as const;

describe('an access token that was verified before', () => {
  let now: number;
  let keys: readonly SigningKey[];
  let tokens: AccessTokens;
  beforeEach(async () => {
    now = 1_000_000;
    keys = [await generateSigningKey()];
    const ring = {
      signing: () => keys,
      cookies: () => [],
      encryption: () => [],
      rereadForUnknownKey: () => Promise.resolve(),
    };
    tokens = createAccessTokens(ring, () => now);
  });

  it('is accepted until it expires, and then only to be renewed', async () => {
    const token = await tokens.sign(SUBJECT, 60);
    const principal = await tokens.verify(token);
    expect(principal).toMatchObject({ ...SUBJECT, issuedAt: 1000, expiresAt: 1060 });
    now += 59_999;
    expect(await tokens.verify(token)).toEqual(principal);
    now += 1;
    await expect(tokens.verify(token)).rejects.toMatchObject({ code: 'TOKEN_EXPIRED' });
    expect(await tokens.verifyExpired(token)).toEqual(principal);
  });

  it('is refused once its key is no longer in the ring', async () => {
    const token = await tokens.sign(SUBJECT, 60);
    await tokens.verify(token);
    keys = [await generateSigningKey()];
    await expect(tokens.verify(token)).rejects.toMatchObject({ code: 'INVALID_TOKEN' });
  });

  it('does not vouch for another one with the same claims or the same signature', async () => {
    const token = await tokens.sign(SUBJECT, 60);
    const other = await tokens.sign({ ...SUBJECT, deviceId: 'e' }, 60);
    await Promise.all([tokens.verify(token), tokens.verify(other)]);
    const [header = '', claims = '', signature = ''] = token.split('.');
    const [, otherClaims = '', otherSignature = ''] = other.split('.');
    for (const forged of [
      [header, otherClaims, signature],
      [header, claims, otherSignature],
      [header, claims, ''],
    ]) {
      await expect(tokens.verify(forged.join('.'))).rejects.toMatchObject({
        code: 'INVALID_TOKEN',
      });
    }
  });
});
