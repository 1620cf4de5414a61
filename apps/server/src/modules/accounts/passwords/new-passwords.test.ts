// SPDX-License-Identifier: Apache-2.0
import { DEFAULT_PASSWORD_POLICY } from '@perfuse/contract/account/password';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ServiceError } from '../../../platform/errors/service-error.ts';
import { assertNewPassword } from './new-passwords.ts';

const OWNER = {
  email: 'ada.lovelace@analytic-engines.example',
  phoneNumber: '+4915112345678',
  names: ['Ada', 'Lovelace-Byron', 'Klinik am See'],
};

async function rulesBroken(password: string, field?: string): Promise<unknown> {
  try {
    await assertNewPassword(DEFAULT_PASSWORD_POLICY, password, OWNER, field);
    return null;
  } catch (error) {
    if (error instanceof ServiceError) return error.fields;
    throw error;
  }
}

describe('a new password', () => {
  it.each([
    'Password1!',
    'P@ssw0rd',
    'P@$$w0rd!',
    '!Sunshine1',
    'Sunshine2024!',
    'Trustno1!',
    'Iloveyou!!',
    'Aaaaaaaa!',
    'Abababab-ab',
    'Ｐａｓｓｗｏｒｄ1!',
    '1q2w3e4R!',
  ])('known from leaks is refused, even with variations: %s', async (password) => {
    expect(await rulesBroken(password)).toEqual({ password: [['PASSWORD_COMMON', []]] });
  });

  it.each([
    'Perfuse-2024',
    'P3rfuse!!',
    'Ada.Lovelace1',
    'Lovelace_99',
    'Analytic!1',
    'KlinikAmSee-1',
    'KlinikamSee!7',
    'Aa-15112345678',
  ])('derived from its owner, organisation or the product is refused: %s', async (password) => {
    const refused = { newPassword: [['PASSWORD_CONTEXT', []]] };
    const fields = await rulesBroken(password, 'newPassword');
    expect(fields).toEqual(refused);
  });

  it.each([
    'Correct-horse7',
    'Another-horse8',
    'sunshine Over klinik rooftops',
    'Lovelace wrote the first program',
    'Zq!9vT#m',
    'Dragon-4711-teapot',
  ])('that is neither is accepted: %s', async (password) => {
    expect(await rulesBroken(password)).toBeNull();
  });

  it('is checked against the rules of the policy first', async () => {
    expect(await rulesBroken('password', 'newPassword')).toEqual({
      newPassword: [['PASSWORD_POLICY', ['uppercase', 'special']]],
    });
  });

  it('that is random is accepted, and no input makes the check throw', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 40 }), async (text) => {
        await rulesBroken(text);
      }),
    );
    const secret = fc.stringMatching(/^[b-df-hj-np-tv-z]{4}[B-DF-HJ-NP-TV-Z]{4}-[0-9][b-d]{3}$/);
    await fc.assert(
      fc.asyncProperty(secret, async (text) => {
        expect(await rulesBroken(text)).toBeNull();
      }),
      { numRuns: 50 },
    );
  });
});
