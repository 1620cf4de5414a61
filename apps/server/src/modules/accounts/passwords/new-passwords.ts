// SPDX-License-Identifier: Apache-2.0
import type { PasswordPolicy } from '@perfuse/contract/account/password';
import { invalid } from '../../../platform/errors/validation.ts';
import { isDerivedFrom, wordsOf } from './password-words.ts';
import { assertPolicy } from './passwords.ts';
import type { OrganisationRow } from '../../organisations/index.ts';
import type { UserRow } from '../tables.ts';

const PRODUCT = 'Perfuse';
/** Digits of a phone number without country and area code. */
const SUBSCRIBER_DIGITS = 7;

/** What an attacker who knows the owner would try first. */
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

/** Leaked passwords, most used first, in lower case; loaded when the first password is chosen. */
let leaked: Promise<ReadonlySet<string>> | null = null;
const leakedPasswords = (): Promise<ReadonlySet<string>> => {
  leaked ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common']),
  );
  return leaked;
};

/** Common substitutes of letters in passwords. */
const SUBSTITUTES: Readonly<Record<string, string>> = {
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
  Array.from(text, (sign) => SUBSTITUTES[sign] ?? sign).join('');

/** Fewest distinct letters and digits: fewer are repetitions. */
const MIN_DISTINCT = 4;

/** The text without non-letters at both ends, where those are less than half of it; else ''. */
function core(text: string): string {
  const inner = text.replace(/^[^\p{L}]+/u, '').replace(/[^\p{L}]+$/u, '');
  return inner.length * 2 > text.length ? inner : '';
}

/**
 * Whether a password is in a list of leaked ones, as given or without the capital, digit or symbol that composition
 * rules make people add.
 */
async function isLeaked(password: string): Promise<boolean> {
  const list = await leakedPasswords();
  const lower = password.normalize('NFKC').toLowerCase();
  const bare = lower.replace(/^[^\p{L}\p{N}]+/u, '').replace(/[^\p{L}\p{N}]+$/u, '');
  if (new Set(bare).size < MIN_DISTINCT) return true;
  const forms = [lower, bare, plain(lower), plain(bare), core(lower), plain(core(lower))];
  return forms.some((form) => list.has(form));
}

/**
 * Checks a new password against the policy, a list of leaked ones and the names of its owner.
 * @param field the caller's name of the password.
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
    throw invalid({ [field]: [[rule, []]] });
  };
  const { email, phoneNumber, names = [] } = owner;
  const lower = password.normalize('NFKC').toLowerCase();
  const words = wordsOf([
    PRODUCT,
    email ?? '',
    (phoneNumber ?? '').slice(-SUBSCRIBER_DIGITS),
    ...names,
  ]);
  if (isDerivedFrom(lower, words) || isDerivedFrom(plain(lower), words)) refuse('PASSWORD_CONTEXT');
  if (await isLeaked(password)) refuse('PASSWORD_COMMON');
}
