// SPDX-License-Identifier: Apache-2.0
import { consentBody, ownConsentAnswer, withdrawalTokenBody } from '../account/consent.ts';
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
    note: 'Returns no personal data; clients call it before they have a token.',
  },
  /** 107 */
  tokenInfo: {
    method: 'GET',
    path: '/auth',
    summary: 'Contents and permissions of the token',
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
    note: 'The licence key in the body is the credential, and has its own rate limit (PERFUSE_RATE_LAUNCHES); refused requests count towards the strict rate limit of the address.',
  },
  /** 706 */
  unregisterLicense: {
    method: 'DELETE',
    path: '/organizations/licenses',
    summary: 'Unregister the device and revoke its tokens',
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
    note: 'The refresh token in the body is the credential; the access token may have expired. Using it twice ends the session, but for half a minute the same device gets the same pair again, in case the response was lost. Refused requests count towards the strict rate limit of the address.',
  },
  /** 2305 */
  generateToken: {
    method: 'POST',
    path: '/auths/generateToken',
    summary: 'New access token for a pair; the refresh token stays valid',
    authentication: 'public',
    rate: 'strict',
    body: s.generateTokenBody,
    response: s.tokenAnswer,
    errors: ['INVALID_TOKEN', 'TOKEN_EXPIRED', 'ERR_SESSION_EXPIRED'],
    note: 'The refresh token in the body is the credential. Using one that was already renewed ends the session.',
  },
  /** 2303 */
  requestLoginCode: {
    method: 'POST',
    path: '/auths/users/code',
    summary: 'Send a login code to a phone; the response is the same without an account',
    authentication: 'public',
    rate: 'strict',
    body: requestLoginCodeBody,
    response: s.successSchema,
    errors: ['TOO_MANY_ATTEMPTS'],
    note: 'Callers cannot sign in yet.',
  },
  /** 2303, for older clients. */
  changeLoginCode: {
    method: 'PATCH',
    path: '/auths/users/code',
    summary: 'Same as POST /auths/users/code, for older clients',
    authentication: 'public',
    rate: 'strict',
    body: requestLoginCodeBody,
    response: s.successSchema,
    errors: ['TOO_MANY_ATTEMPTS'],
    note: 'Callers cannot sign in yet.',
  },
  /** 216; prefer requestLoginCode, which keeps the number out of the URL. */
  requestLoginCodeByAddress: {
    method: 'GET',
    path: '/users/auth/code/:orgKey/:phone',
    summary: 'Send a login code to a phone, for older clients',
    authentication: 'public',
    rate: 'strict',
    params: z.object({ orgKey: orgIdentifierSchema, phone: phoneNumberSchema }),
    response: s.successSchema,
    errors: ['TOO_MANY_ATTEMPTS'],
    note: 'Callers cannot sign in yet.',
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
    summary: 'Sign in a person of the organisation on a device',
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
    summary: 'Sign the person out of this session and of those handed over from it',
    authentication: 'user-or-organisation',
    rate: 'normal',
    response: s.successSchema,
    note: 'Other sessions are ended in the app, with the password, so that a stolen token cannot lock its owner out.',
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
    summary: 'The consent in force; without purposes if none was given',
    authentication: 'device-or-user',
    rate: 'normal',
    response: ownConsentAnswer,
  },
  /** 110 */
  createConsent: {
    method: 'POST',
    path: '/consents',
    summary: 'Give consent for the first time',
    authentication: 'device-or-user',
    rate: 'normal',
    body: consentBody,
    response: z.extend(ownConsentAnswer, s.successSchema.shape),
    errors: ['RATE_LIMIT'],
  },
  /** 111 */
  updateConsent: {
    method: 'PATCH',
    path: '/consents',
    summary: 'Change or withdraw consent; data stored under a withdrawn one is deleted',
    authentication: 'device-or-user',
    rate: 'normal',
    body: consentBody,
    response: z.extend(ownConsentAnswer, s.successSchema.shape),
    errors: ['NOT_FOUND', 'RATE_LIMIT'],
  },
  /** Not part of the protocol. */
  withdrawDeviceConsent: {
    method: 'POST',
    path: '/consents/withdrawal',
    summary:
      'Withdraw processing and storage of health data for a device, and delete its measurements',
    authentication: 'public',
    rate: 'normal',
    body: withdrawalTokenBody,
    response: s.successSchema,
    errors: ['INVALID_TOKEN'],
    note: 'Succeeds without a consent on record too, and for a device that was deleted. The withdrawal token in the body is the credential. Refused requests count towards the strict rate limit of the address.',
  },
  /** Not part of the protocol. */
  releaseDevice: {
    method: 'POST',
    path: '/organizations/licenses/release',
    summary: 'Unregister a device and revoke its tokens',
    authentication: 'public',
    rate: 'normal',
    body: withdrawalTokenBody,
    response: s.successSchema,
    errors: ['INVALID_TOKEN'],
    note: 'The withdrawal token in the body is the credential. Refused requests count towards the strict rate limit of the address.',
  },
  /** 700 */
  retrieveOrganisation: {
    method: 'GET',
    path: '/organizations',
    summary: 'The organisation of the token, which processes the data',
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
    summary: 'Rules for new passwords',
    authentication: 'public',
    rate: 'relaxed',
    query: passwordPolicyQuery,
    response: passwordPolicyAnswer,
    errors: ['NOT_FOUND'],
    note: 'Shown to people who sign up.',
  },
} as const satisfies RouteTable;
