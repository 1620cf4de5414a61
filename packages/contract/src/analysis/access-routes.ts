// SPDX-License-Identifier: Apache-2.0
import { consentAnswer, consentBody } from '../account/consent.ts';
import { orgIdentifierSchema, phoneNumberSchema } from '../account/identity.ts';
import {
  logoAnswer,
  organisationAnswer,
  passwordPolicyAnswer,
  passwordPolicyQuery,
} from '../account/organisation.ts';
import { userAccountSchema } from '../account/session.ts';
import { phoneLoginBody, requestLoginCodeBody, userLoginBody } from '../account/sign-in.ts';
import type { RouteTable } from '../route.ts';
import { z } from '../schema.ts';
import * as s from './schemas.ts';

/** Identity: devices, people, their consent, their organisation. All that the first screens need. */
export const ACCESS_ROUTES = {
  /** 100 */
  status: {
    method: 'GET',
    path: '/status',
    summary: 'Whether the service is up',
    authentication: 'public',
    rate: 'relaxed',
    response: s.statusSchema,
    note: 'Says nothing about anybody; clients ask before they have a token.',
  },
  /** 107 */
  tokenInfo: {
    method: 'GET',
    path: '/auth',
    summary: 'What the token says and may do',
    authentication: 'device-or-user-or-organisation',
    rate: 'relaxed',
    response: s.tokenInfoSchema,
    errors: ['ERR_SESSION_EXPIRED', 'TOKEN_EXPIRED', 'INVALID_TOKEN'],
  },
  /** 705 */
  registerLicense: {
    method: 'POST',
    path: '/organizations/licenses',
    summary: 'Register a device under a licence key',
    authentication: 'public',
    rate: 'relaxed',
    body: s.registerLicenseBody,
    response: s.registerLicenseAnswer,
    errors: ['INVALID_LICENSE'],
    note: 'The licence key in the body is the credential, and limits it (PERFUSE_RATE_LAUNCHES); what is refused counts with the strict requests of the address.',
  },
  /** 706 */
  unregisterLicense: {
    method: 'DELETE',
    path: '/organizations/licenses',
    summary: 'Give up the device and its tokens',
    authentication: 'device',
    rate: 'normal',
    response: s.successSchema,
  },
  /** 2304 */
  renewTokens: {
    method: 'POST',
    path: '/auths/renew',
    summary: 'Exchange a refresh token for a new pair; the old pair stops working',
    authentication: 'public',
    rate: 'relaxed',
    body: s.renewBody,
    response: s.tokenPairSchema,
    errors: ['INVALID_TOKEN', 'TOKEN_EXPIRED', 'ERR_SESSION_EXPIRED'],
    note: 'The refresh token in the body is the credential; the access token may have expired. Using it twice ends the session; for half a minute the same device gets the same pair again, for an answer that was lost. What is refused counts with the strict requests of the address.',
  },
  /** 2305 */
  generateToken: {
    method: 'POST',
    path: '/auths/generateToken',
    summary: 'A fresh access token for a pair whose refresh token stays as it is',
    authentication: 'public',
    rate: 'strict',
    body: s.generateTokenBody,
    response: s.tokenAnswer,
    errors: ['INVALID_TOKEN', 'TOKEN_EXPIRED', 'ERR_SESSION_EXPIRED'],
    note: 'The refresh token in the body is the credential. One that was used for a renewal ends the session.',
  },
  /** 2303 */
  requestLoginCode: {
    method: 'POST',
    path: '/auths/users/code',
    summary: 'Send a login code to a phone; the answer is the same without an account',
    authentication: 'public',
    rate: 'strict',
    body: requestLoginCodeBody,
    response: s.successSchema,
    errors: ['TOO_MANY_ATTEMPTS'],
    note: 'People who ask for it cannot sign in yet.',
  },
  /** 2303, for older clients. */
  changeLoginCode: {
    method: 'PATCH',
    path: '/auths/users/code',
    summary: 'The same, as older clients ask',
    authentication: 'public',
    rate: 'strict',
    body: requestLoginCodeBody,
    response: s.successSchema,
    errors: ['TOO_MANY_ATTEMPTS'],
    note: 'People who ask for it cannot sign in yet.',
  },
  /** 216; prefer requestLoginCode, which keeps the number out of the URL. */
  requestLoginCodeByAddress: {
    method: 'GET',
    path: '/users/auth/code/:orgKey/:phone',
    summary: 'Send a login code to a phone, as older clients ask',
    authentication: 'public',
    rate: 'strict',
    params: z.object({ orgKey: orgIdentifierSchema, phone: phoneNumberSchema }),
    response: s.successSchema,
    errors: ['TOO_MANY_ATTEMPTS'],
    note: 'People who ask for it cannot sign in yet.',
  },
  /** 217 */
  loginWithPhoneCode: {
    method: 'POST',
    path: '/users/auth/code',
    summary: 'Sign in with the code sent to a phone',
    authentication: 'public',
    rate: 'strict',
    body: phoneLoginBody,
    response: s.tokenPairSchema,
    errors: ['INVALID_USER', 'MFA_REQUIRED', 'INVALID_MFA_TOKEN', 'TOO_MANY_ATTEMPTS'],
    note: 'The code is the credential.',
  },
  /** 201 */
  login: {
    method: 'POST',
    path: '/users/auth',
    summary: 'Sign a person of the organisation in on a device',
    authentication: 'device',
    rate: 'strict',
    body: userLoginBody,
    response: s.tokenPairSchema,
    errors: ['INVALID_USER', 'MFA_REQUIRED', 'INVALID_MFA_TOKEN', 'TOO_MANY_ATTEMPTS'],
  },
  /** 226 */
  logout: {
    method: 'DELETE',
    path: '/users/auth',
    summary: 'Sign the person out of this session, and of those that were handed over from it',
    authentication: 'user-or-organisation',
    rate: 'normal',
    response: s.successSchema,
    note: 'Other sessions are ended in the app, with the password: a stolen token must not lock its owner out.',
  },
  /** 202 */
  retrieveUser: {
    method: 'GET',
    path: '/users',
    summary: 'The signed-in person',
    authentication: 'user-or-organisation',
    rate: 'normal',
    response: userAccountSchema,
  },
  /** 109 */
  retrieveConsent: {
    method: 'GET',
    path: '/consents',
    summary: 'The consent in force; without purposes when none was given',
    authentication: 'device-or-user',
    rate: 'normal',
    response: consentAnswer,
  },
  /** 110 */
  createConsent: {
    method: 'POST',
    path: '/consents',
    summary: 'Give consent for the first time',
    authentication: 'device-or-user',
    rate: 'normal',
    body: consentBody,
    response: z.extend(consentAnswer, s.successSchema.shape),
    errors: ['RATE_LIMIT'],
  },
  /** 111 */
  updateConsent: {
    method: 'PATCH',
    path: '/consents',
    summary: 'Change or withdraw consent; what was stored under a withdrawn one is deleted',
    authentication: 'device-or-user',
    rate: 'normal',
    body: consentBody,
    response: z.extend(consentAnswer, s.successSchema.shape),
    errors: ['NOT_FOUND', 'RATE_LIMIT'],
  },
  /** 700 */
  retrieveOrganisation: {
    method: 'GET',
    path: '/organizations',
    summary: 'The organisation of the token: who processes the data',
    authentication: 'device-or-user-or-organisation',
    rate: 'normal',
    response: organisationAnswer,
  },
  /** 708 */
  retrieveLogo: {
    method: 'GET',
    path: '/organizations/:id/logo',
    summary: 'Logo of the organisation of the token',
    authentication: 'device-or-user-or-organisation',
    rate: 'normal',
    params: s.idParams,
    response: logoAnswer,
    errors: ['NOT_FOUND'],
  },
  /** 723 */
  passwordPolicy: {
    method: 'GET',
    path: '/organizations/policy/password',
    summary: 'Rules of new passwords',
    authentication: 'public',
    rate: 'relaxed',
    query: passwordPolicyQuery,
    response: passwordPolicyAnswer,
    errors: ['NOT_FOUND'],
    note: 'Shown to people who sign up.',
  },
} as const satisfies RouteTable;
