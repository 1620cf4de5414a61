// SPDX-License-Identifier: Apache-2.0
import { randomInt } from 'node:crypto';
import type { PasswordPolicy } from '@perfuse/contract/account/password';

/** Characters without those that look alike. */
const LETTERS = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const pick = (characters: string): string => characters.charAt(randomInt(characters.length));

/** 20 characters, more than 115 bits, or as many as the policy requires; with one of each kind that it may require. */
export function generatePassword(policy: PasswordPolicy): string {
  const special = policy.PasswordSpecialCharacters.replaceAll(/\s/g, '') || '-';
  const length = Math.max(20, policy.PasswordMinLength);
  const needed = ['abcdefgh', 'ABCDEFGH', '23456789', special].map(pick);
  const rest = Array.from({ length: length - needed.length }, () => pick(LETTERS));
  const all = [...needed, ...rest];
  for (let at = all.length - 1; at > 0; at -= 1) {
    const other = randomInt(at + 1);
    [all[at], all[other]] = [all[other] ?? '', all[at] ?? ''];
  }
  return all.join('');
}
