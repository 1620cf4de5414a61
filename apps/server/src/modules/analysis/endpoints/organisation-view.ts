// SPDX-License-Identifier: Apache-2.0
import type { SessionRules } from '@perfuse/contract/account/organisation';
import type { PasswordPolicy } from '@perfuse/contract/account/password';
import {
  FIXED_OF_ORGANISATION,
  type FixedOfOrganisation,
} from '@perfuse/contract/analysis/organisation-schemas';
import { type Accounts, SESSION_S } from '../../accounts/index.ts';
import { type OrganisationRow, toOrganisationAnswer } from '../../organisations/index.ts';
import { inSeconds } from './in-seconds.ts';
import { notSupported } from './not-supported.ts';

/** No face is compared and no film refused here; a weak signal is reported in the results, not refused. */
const LIVENESS = { VisageLiveness: false, FakeDetection: false, SNRThresholding: false } as const;

export function sessionRules(
  policy: Pick<PasswordPolicy, 'PasswordMinLength'>,
  { limits }: Pick<Accounts, 'limits'>,
): SessionRules {
  const signIn = limits.rule('sign-in');
  const code = limits.rule('phone-login');
  return {
    AdminPasswordMinLength: policy.PasswordMinLength,
    PasswordRotateDays: 0,
    RequireUniquePasswordsCount: 0,
    LimitLoginAttemptsCountPerWindow: signIn.most,
    LimitLoginAttemptsWindowDurationSeconds: signIn.windowMs / 1000,
    LoginAttemptsLockoutDurationSeconds: signIn.lockMs / 1000,
    LimitVerificationAttemptsCountPerWindow: code.most,
    LimitVerificationAttemptsWindowDurationSeconds: code.windowMs / 1000,
    SessionMaxDurationSeconds: SESSION_S.longest,
    SessionIdleDurationSeconds: SESSION_S.idle,
  };
}

/** An organisation as clients retrieve it, with the session rules of its people. */
export const toOrganisation = (row: OrganisationRow, accounts: Pick<Accounts, 'limits'>) => ({
  ...inSeconds(toOrganisationAnswer(row)),
  ...sessionRules(row.password_policy, accounts),
  LivenessConfig: LIVENESS,
});

type Fixed = Readonly<Partial<Record<FixedOfOrganisation, unknown>>>;

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Compares one level deep, as these fields are: input may be nested deeper than the stack allows. */
function isSame(given: unknown, present: unknown): boolean {
  if (!isObject(given) || !isObject(present)) return given === present;
  const [fields, own] = [Object.entries(given), new Map(Object.entries(present))];
  return fields.length === own.size && fields.every(([name, value]) => own.get(name) === value);
}

/**
 * Lets a client send back what it retrieved with one thing changed.
 * @throws ServiceError VALIDATION_ERROR for a change of what cannot be changed here: it must not look as if it were
 * done.
 */
export function assertUnchanged(change: Fixed, now: Fixed): void {
  for (const field of FIXED_OF_ORGANISATION) {
    const given = change[field];
    if (given === undefined || given === null || given === '') continue;
    if (isSame(given, now[field])) continue;
    throw notSupported(field, `${field} cannot be changed here.`);
  }
}
