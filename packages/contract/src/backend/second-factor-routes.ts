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
      'Sign in with access code or configuration, e-mail and password; renew the pair at once. An account with a second factor gets SecondStep instead, and one that must have one and has none Enrolment besides',
    authentication: 'public',
    rate: 'strict',
    body: signInBody,
    response: factor.signInAnswer,
    errors: ['INVALID_USER', 'TOO_MANY_ATTEMPTS'],
    note: 'The credentials are in the body. One answer for a wrong code, an unknown name and a wrong password. `timestamp` is taken and not checked: it is by the clock of the caller.',
  },
  signInByPhone: {
    method: 'POST',
    path: '/signin/phone',
    summary: 'The same with the code sent to a phone',
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
      'Begin an account with the token of the mailed link and the password chosen before, and sign in as signin does',
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
    summary: 'Whether signing in needs a second step',
    authentication: 'user',
    rate: 'normal',
    response: factor.secondFactorAnswer,
  },
  beginSecondFactor: {
    method: 'POST',
    path: '/account/second-factor',
    summary: 'A new secret for an authenticator app; nothing changes until a code confirms it',
    authentication: 'user',
    rate: 'strict',
    body: factor.beginSecondFactorBody,
    response: factor.enrolmentSchema,
    errors: ['INVALID_USER', 'RESTRICTED', 'TOO_MANY_ATTEMPTS'],
    note: 'RESTRICTED: there is a second factor already.',
  },
  confirmSecondFactor: {
    method: 'POST',
    path: '/account/second-factor/confirm',
    summary: 'Turn the second factor on with a first code; the answer holds the recovery codes',
    authentication: 'user',
    rate: 'strict',
    body: factor.confirmSecondFactorBody,
    response: factor.recoveryCodesAnswer,
    errors: ['INVALID_MFA_TOKEN', 'SECOND_STEP_EXPIRED', 'TOO_MANY_ATTEMPTS'],
    note: 'SECOND_STEP_EXPIRED: nothing was begun, or too long ago.',
  },
  renewRecoveryCodes: {
    method: 'POST',
    path: '/account/second-factor/recovery-codes',
    summary: 'New recovery codes; the earlier ones stop working',
    authentication: 'user',
    rate: 'strict',
    body: factor.provenBody,
    response: factor.recoveryCodesAnswer,
    errors: ['INVALID_USER', 'INVALID_MFA_TOKEN', 'TOO_MANY_ATTEMPTS'],
  },
  endSecondFactor: {
    method: 'POST',
    path: '/account/second-factor/end',
    summary: 'Turn the second factor off',
    authentication: 'user',
    rate: 'strict',
    body: factor.provenBody,
    response: successSchema,
    errors: ['INVALID_USER', 'INVALID_MFA_TOKEN', 'RESTRICTED', 'TOO_MANY_ATTEMPTS'],
    note: 'RESTRICTED: accounts with a password need one here.',
  },
} as const satisfies RouteTable;
