// SPDX-License-Identifier: Apache-2.0
import { ApiError } from '@perfuse/client';
import { PASSWORD_RULES, type PasswordRule } from '@perfuse/contract/account/password';

/** Why the service refuses a new password; only it has the lists. Keys of the texts. */
const REFUSALS = ['PASSWORD_POLICY', 'PASSWORD_COMMON', 'PASSWORD_CONTEXT'] as const;

export interface PasswordRefusal {
  readonly code: (typeof REFUSALS)[number];
  /** The rules of the policy that it broke. */
  readonly rules: readonly PasswordRule[];
}

/** @param cause what a call threw. @returns null when it was something else. */
export function passwordRefusal(cause: unknown): PasswordRefusal | null {
  if (!(cause instanceof ApiError) || cause.code !== 'VALIDATION_ERROR') return null;
  for (const [rule, details] of Object.values(cause.fields).flat()) {
    const code = REFUSALS.find((refusal) => refusal === rule);
    if (code !== undefined) {
      return { code, rules: PASSWORD_RULES.filter((name) => details.includes(name)) };
    }
  }
  return null;
}
