// SPDX-License-Identifier: Apache-2.0
/** Codes for a lost authenticator app: written down by hand, so without letters that look like digits. */
import { randomInt } from 'node:crypto';
import { RECOVERY_CODES } from '@perfuse/contract/account/second-factor';

/** Crockford's base32: five bits a character, no i, l, o, u. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const FORM = new RegExp(`^[${ALPHABET}]+$`);
const { count, characters } = RECOVERY_CODES;

/** One code of 50 random bits, without its hyphen. */
const newCode = (): string =>
  Array.from({ length: characters }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

/** Fresh codes, all different. */
export function newRecoveryCodes(): readonly string[] {
  const codes = new Set<string>();
  while (codes.size < count) codes.add(newCode());
  return [...codes];
}

/** The code as displayed: `x4k9p-2mfq7`. */
export const formatRecoveryCode = (code: string): string =>
  `${code.slice(0, characters / 2)}-${code.slice(characters / 2)}`;

/** Normalises what was typed: width, blanks, hyphens, capitals, letters in place of digits. */
export const normaliseCode = (typed: string): string =>
  typed
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s\p{Pd}]/gu, '')
    .replaceAll('o', '0')
    .replaceAll(/[il]/g, '1');

/** Whether a plain code has the form of a recovery code. */
export const isRecoveryCode = (plain: string): boolean =>
  plain.length === characters && FORM.test(plain);
