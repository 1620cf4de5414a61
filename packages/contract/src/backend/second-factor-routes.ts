// SPDX-License-Identifier: Apache-2.0
/** Sign-in, in one step or two, and a person's second factor. Loaded with the screens that need them. */
import * as factor from '../account/second-factor.ts';
import { confirmSignUpBody, phoneLoginBody, signInBody } from '../account/sign-in.ts';
import { successSchema } from '../analysis/schemas.ts';
import type { RouteTable } from '../route.ts';

/** Below `/api`. */
export const SIGN_IN_ROUTES = {
  signIn: {
    method: 'POST',
    path: '/signin',
    summary:
      'Sign in with access code or configuration, email and password; renew the pair at once. An account with a second factor gets SecondStep instead; one that still lacks a required second factor also gets Enrolment',
    authentication: 'public',
    rate: 'strict',
    body: signInBody,
    response: factor.signInAnswer,
    errors: ['INVALID_USER', 'TOO_MANY_ATTEMPTS'],
    note: 'The credentials are in the body. A wrong code, an unknown name and a wrong password get the same response. `timestamp` is accepted but not checked, because it depends on the clock of the caller.',
  },
  signInByPhone: {
    method: 'POST',
    path: '/signin/phone',
    summary: 'Sign in as POST /signin does, with the code sent to a phone',
    authentication: 'public',
    rate: 'strict',
    body: phoneLoginBody,
    response: factor.signInAnswer,
    errors: ['INVALID_USER', 'TOO_MANY_ATTEMPTS'],
    note: 'The code is the credential.',
  },
  confirmSignUp: {
    method: 'POST',
    path: '/users/confirm',
    summary:
      'Create the account with the token of the emailed link and the password chosen before, and sign in as POST /signin does',
    authentication: 'public',
    rate: 'strict',
    body: confirmSignUpBody,
    response: factor.confirmSignUpAnswer,
    errors: ['INVALID_CONFIRMATION_LINK', 'INVALID_USER', 'TOO_MANY_ATTEMPTS'],
    note: 'The token of the link and the password are the credentials. Renew the pair at once.',
  },
  secondStep: {
    method: 'POST',
    path: '/signin/second-step',
    summary:
      'Finish a sign-in with a code of the authenticator app or a recovery code; renew the pair at once',
    authentication: 'public',
    rate: 'strict',
    body: factor.secondStepBody,
    response: factor.secondStepAnswer,
    errors: ['INVALID_MFA_TOKEN', 'SECOND_STEP_EXPIRED', 'TOO_MANY_ATTEMPTS'],
    note: 'The token of the first step and the code are the credentials; each works once.',
  },
} as const satisfies RouteTable;

/** Below `/api`. */
export const SECOND_FACTOR_ROUTES = {
  secondFactor: {
    method: 'GET',
    path: '/account/second-factor',
    summary: 'Whether signing in requires a second step',
    authentication: 'user',
    rate: 'normal',
    response: factor.secondFactorAnswer,
  },
  beginSecondFactor: {
    method: 'POST',
    path: '/account/second-factor',
    summary: 'Create a secret for an authenticator app; takes effect when a code confirms it',
    authentication: 'user',
    rate: 'strict',
    body: factor.beginSecondFactorBody,
    response: factor.enrolmentSchema,
    errors: ['INVALID_USER', 'RESTRICTED', 'TOO_MANY_ATTEMPTS'],
    note: 'RESTRICTED: the account already has a second factor.',
  },
  confirmSecondFactor: {
    method: 'POST',
    path: '/account/second-factor/confirm',
    summary: 'Turn on the second factor with a first code; returns the recovery codes',
    authentication: 'user',
    rate: 'strict',
    body: factor.confirmSecondFactorBody,
    response: factor.recoveryCodesAnswer,
    errors: ['INVALID_MFA_TOKEN', 'SECOND_STEP_EXPIRED', 'TOO_MANY_ATTEMPTS'],
    note: 'SECOND_STEP_EXPIRED: no enrolment was started, or it has expired.',
  },
  renewRecoveryCodes: {
    method: 'POST',
    path: '/account/second-factor/recovery-codes',
    summary: 'Create new recovery codes; the previous ones stop working',
    authentication: 'user',
    rate: 'strict',
    body: factor.provenBody,
    response: factor.recoveryCodesAnswer,
    errors: ['INVALID_USER', 'INVALID_MFA_TOKEN', 'TOO_MANY_ATTEMPTS'],
  },
  endSecondFactor: {
    method: 'POST',
    path: '/account/second-factor/end',
    summary: 'Turn off the second factor',
    authentication: 'user',
    rate: 'strict',
    body: factor.provenBody,
    response: successSchema,
    errors: ['INVALID_USER', 'INVALID_MFA_TOKEN', 'RESTRICTED', 'TOO_MANY_ATTEMPTS'],
    note: 'RESTRICTED: this installation requires one for accounts with a password.',
  },
} as const satisfies RouteTable;
