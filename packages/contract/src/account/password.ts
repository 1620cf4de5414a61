// SPDX-License-Identifier: Apache-2.0
import { z } from '../schema.ts';

/** Longest password that any policy may allow, in characters: bounds the cost of hashing. */
export const PASSWORD_CEILING = 256;

/** An organisation's password rules, by the field names of the analysis service. */
export const passwordPolicySchema = z.object({
  PasswordMinLength: z.int().check(z.minimum(8), z.maximum(64)),
  PasswordMaxLength: z.int().check(z.minimum(64), z.maximum(PASSWORD_CEILING)),
  PasswordRequireUppercase: z.boolean(),
  PasswordRequireLowercase: z.boolean(),
  PasswordRequireDigits: z.boolean(),
  PasswordRequireSpecial: z.boolean(),
  /** Characters that count as special. */
  PasswordSpecialCharacters: z.string().check(z.maxLength(64)),
});
export type PasswordPolicy = z.infer<typeof passwordPolicySchema>;

/** Eight characters or more with a lowercase, an uppercase and a special one (specification, section 5). */
export const DEFAULT_PASSWORD_POLICY: PasswordPolicy = {
  PasswordMinLength: 8,
  PasswordMaxLength: 128,
  PasswordRequireUppercase: true,
  PasswordRequireLowercase: true,
  PasswordRequireDigits: false,
  PasswordRequireSpecial: true,
  PasswordSpecialCharacters: ' !"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~',
};

export const PASSWORD_RULES = [
  'minLength',
  'maxLength',
  'digit',
  'uppercase',
  'lowercase',
  'special',
] as const;
export type PasswordRule = (typeof PASSWORD_RULES)[number];

export interface PasswordCheck {
  /** Whether every rule passes. */
  readonly valid: boolean;
  /** The rules of this policy in display order, without those that the policy does not set. */
  readonly rules: readonly { readonly rule: PasswordRule; readonly passed: boolean }[];
}

/** Checks a password against a policy. Lengths count code points, not UTF-16 units. */
export function checkPassword(policy: PasswordPolicy, password: string): PasswordCheck {
  const characters = Array.from(password);
  const special = new Set(policy.PasswordSpecialCharacters);
  const candidates: readonly (readonly [PasswordRule, boolean, () => boolean])[] = [
    ['minLength', true, () => characters.length >= policy.PasswordMinLength],
    ['maxLength', true, () => characters.length <= policy.PasswordMaxLength],
    ['digit', policy.PasswordRequireDigits, () => /\p{Nd}/u.test(password)],
    ['uppercase', policy.PasswordRequireUppercase, () => /\p{Lu}/u.test(password)],
    ['lowercase', policy.PasswordRequireLowercase, () => /\p{Ll}/u.test(password)],
    ['special', policy.PasswordRequireSpecial, () => characters.some((one) => special.has(one))],
  ];
  const rules = candidates
    .filter(([, isAsked]) => isAsked)
    .map(([rule, , passes]) => ({ rule, passed: passes() }));
  return { valid: rules.every(({ passed }) => passed), rules };
}
