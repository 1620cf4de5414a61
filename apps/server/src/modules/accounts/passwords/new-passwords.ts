// SPDX-License-Identifier: Apache-2.0
import type { PasswordPolicy } from '@perfuse/contract/account/password';
import { ServiceError } from '../../../platform/errors/service-error.ts';
import { isBuiltOn, wordsOf } from './password-words.ts';
import { assertPolicy } from './passwords.ts';
import type { OrganisationRow } from '../../organisations/index.ts';
import type { UserRow } from '../tables.ts';

const PRODUCT = 'Perfuse';
/** What people know a phone number by, without the country and the area. */
const SUBSCRIBER_DIGITS = 7;

/** Whose new password it is: what somebody who knows them would try first. */
export interface PasswordOwner {
  readonly email?: string | null;
  readonly phoneNumber?: string | null;
  /** Names of the person and of the organisation. */
  readonly names?: readonly string[];
}

export const ownerOf = (
  user: Pick<UserRow, 'email' | 'phone_number' | 'first_name' | 'last_name'>,
  organisation: Pick<OrganisationRow, 'name' | 'identifier'>,
): PasswordOwner => ({
  email: user.email,
  phoneNumber: user.phone_number,
  names: [organisation.name, organisation.identifier, user.first_name, user.last_name],
});

/** Passwords of leaks, most used first, in lower case; read when the first password is chosen. */
let known: Promise<ReadonlySet<string>> | null = null;
const knownPasswords = (): Promise<ReadonlySet<string>> => {
  known ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common']),
  );
  return known;
};

/** Signs that stand for letters in passwords, as guessing programs know them. */
const STANDS_FOR: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
};
const plain = (text: string): string =>
  Array.from(text, (sign) => STANDS_FOR[sign] ?? sign).join('');

/** Different letters and figures of a password that is more than one key held down. */
const FEWEST = 4;

/** The text without what is not a letter at both ends, where that is less than half of it; else ''. */
function core(text: string): string {
  const inner = text.replace(/^[^\p{L}]+/u, '').replace(/[^\p{L}]+$/u, '');
  return inner.length * 2 > text.length ? inner : '';
}

/**
 * Whether a list of leaked passwords has it: as it is, or with the capital, the figure or the sign that rules of
 * composition make people add.
 */
async function isKnown(password: string): Promise<boolean> {
  const list = await knownPasswords();
  const lower = password.normalize('NFKC').toLowerCase();
  const bare = lower.replace(/^[^\p{L}\p{N}]+/u, '').replace(/[^\p{L}\p{N}]+$/u, '');
  if (new Set(bare).size < FEWEST) return true;
  const forms = [lower, bare, plain(lower), plain(bare), core(lower), plain(core(lower))];
  return forms.some((form) => list.has(form));
}

/**
 * Holds a new password to the policy, to a list of leaked ones and to what belongs to its owner.
 * @param field how the caller named it.
 * @throws ServiceError VALIDATION_ERROR with `PASSWORD_POLICY` and the rules it breaks, `PASSWORD_COMMON` or
 * `PASSWORD_CONTEXT`.
 */
export async function assertNewPassword(
  policy: PasswordPolicy,
  password: string,
  owner: PasswordOwner,
  field = 'password',
): Promise<void> {
  assertPolicy(policy, password, field);
  const refuse = (rule: string): never => {
    throw new ServiceError('VALIDATION_ERROR', `${field} breaks the rule ${rule}.`, {
      [field]: [[rule, []]],
    });
  };
  const { email, phoneNumber, names = [] } = owner;
  const lower = password.normalize('NFKC').toLowerCase();
  const words = wordsOf([
    PRODUCT,
    email ?? '',
    (phoneNumber ?? '').slice(-SUBSCRIBER_DIGITS),
    ...names,
  ]);
  if (isBuiltOn(lower, words) || isBuiltOn(plain(lower), words)) refuse('PASSWORD_CONTEXT');
  if (await isKnown(password)) refuse('PASSWORD_COMMON');
}
