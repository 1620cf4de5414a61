// SPDX-License-Identifier: Apache-2.0
import type { LoginType } from '@perfuse/contract/account/session';
import { accessCodeSchema, emailSchema } from '@perfuse/contract/account/identity';
import type { PasswordRefusal } from '../../components/credentials/password-refusal.ts';

/** The stages of the sign-in screen (specification, section 4) and what each one asks for. */
export const LOGIN_STAGES = [
  'login',
  'mobileRequestCode',
  'mobileLogin',
  'secondStep',
  /** The second step of people who must set one up first. */
  'enrolment',
  'recovery',
  'signup',
  'resetPassword',
] as const;
export type LoginStage = (typeof LOGIN_STAGES)[number];

export interface LoginFields {
  /** Where no link names the organisation. */
  readonly accessCode: string;
  /** An e-mail address. */
  readonly username: string;
  readonly password: string;
  /** Country calling code, digits only. */
  readonly prefix: string;
  /** National number as typed. */
  readonly phone: string;
  readonly code: string;
  /** A recovery code, for when the authenticator app is lost. */
  readonly recoveryCode: string;
}
export type LoginField = keyof LoginFields;

/** How this installation signs people in. */
export interface LoginMode {
  readonly method: LoginType;
  readonly asksAccessCode: boolean;
}

/** In the order on the screen. */
export function fieldsOf(stage: LoginStage, mode: LoginMode): readonly LoginField[] {
  switch (stage) {
    case 'login':
      return mode.asksAccessCode
        ? ['accessCode', 'username', 'password']
        : ['username', 'password'];
    case 'mobileRequestCode':
      return ['prefix', 'phone'];
    case 'mobileLogin':
    case 'secondStep':
    case 'enrolment':
      return ['code'];
    case 'recovery':
      return ['recoveryCode'];
    case 'signup':
      if (mode.method === 'phone') return ['prefix', 'phone'];
      return mode.asksAccessCode
        ? ['accessCode', 'username', 'password']
        : ['username', 'password'];
    case 'resetPassword':
      return mode.asksAccessCode ? ['accessCode', 'username'] : ['username'];
  }
}

/** The fields as sent: trimmed, except for a password. */
export function trimmed(fields: LoginFields): LoginFields {
  return {
    accessCode: fields.accessCode.trim(),
    username: fields.username.trim(),
    password: fields.password,
    // People write it with a leading + or 00.
    prefix: fields.prefix.replace(/\D/g, '').replace(/^00/, ''),
    phone: fields.phone.trim(),
    // Codes arrive in groups, and some keyboards write full-width digits.
    code: fields.code.normalize('NFKC').replace(/[\s-]/g, ''),
    recoveryCode: fields.recoveryCode.trim(),
  };
}

export type FieldError =
  | 'FORM_VALIDATION_ELEMENT_REQUIRED'
  | 'INVALID_PHONE'
  | 'INVALID_EMAIL'
  | 'INVALID_ACCESS_CODE'
  | PasswordRefusal['code'];
export type LoginErrors = Partial<Record<LoginField, FieldError>>;

/**
 * Checks the rules that need no server; the phone number is checked when it is sent.
 * @param breaksRules whether a new password breaks the organisation's rules.
 */
export function loginErrors(
  stage: LoginStage,
  mode: LoginMode,
  fields: LoginFields,
  breaksRules = false,
): LoginErrors {
  const errors: LoginErrors = {};
  const given = trimmed(fields);
  for (const field of fieldsOf(stage, mode)) {
    if (given[field] === '') errors[field] = 'FORM_VALIDATION_ELEMENT_REQUIRED';
  }
  // At sign-in the service does not say what was wrong, and neither does this.
  const asksAddress =
    stage === 'resetPassword' || (stage === 'signup' && mode.method === 'password');
  if (!asksAddress) return errors;
  if (!emailSchema.safeParse(given.username).success) errors.username ??= 'INVALID_EMAIL';
  if (breaksRules) errors.password ??= 'PASSWORD_POLICY';
  if (mode.asksAccessCode && !accessCodeSchema.safeParse(given.accessCode).success) {
    errors.accessCode ??= 'INVALID_ACCESS_CODE';
  }
  return errors;
}
