// SPDX-License-Identifier: Apache-2.0
import { consentAnswer } from '../account/consent.ts';
import type { RouteTable } from '../route.ts';
import { z } from '../schema.ts';
import * as p from './person-schemas.ts';
import * as s from './schemas.ts';

const MEMBER = 'user-or-organisation';
const ANYBODY = 'device-or-user-or-organisation';

/** Accounts, lists of choices for clients, and changes to one's own data, below `/analysis`. */
export const PERSON_ROUTES = {
  /** 101 */
  listMimes: {
    method: 'GET',
    path: '/mimes',
    summary: 'Media types of the payloads',
    authentication: 'public',
    rate: 'relaxed',
    response: z.array(p.mimeRow),
    note: 'Returns no personal data.',
  },
  /** 102 */
  listRoles: {
    method: 'GET',
    path: '/roles',
    summary: 'Roles of people and devices',
    authentication: ANYBODY,
    rate: 'relaxed',
    response: z.array(p.namedRow),
  },
  /** 104 */
  listStatuses: {
    method: 'GET',
    path: '/statuses',
    summary: 'Statuses of measurements, accounts, profiles, studies, licences and devices',
    authentication: ANYBODY,
    rate: 'relaxed',
    response: z.array(p.namedRow),
  },
  /** 108 */
  listRegions: {
    method: 'GET',
    path: '/regions',
    summary: 'Regions by id; an installation has one',
    authentication: 'public',
    rate: 'relaxed',
    response: z.record(z.string(), z.string()),
    note: 'Returns no personal data.',
  },
  /** 112 */
  withdrawConsent: {
    method: 'DELETE',
    path: '/consents',
    summary: 'Withdraw every purpose; deletes the data stored under the consent',
    authentication: 'device-or-user',
    rate: 'normal',
    response: z.extend(consentAnswer, { success: z.boolean() }),
    errors: ['NOT_FOUND'],
  },
  /** 200 */
  createUser: {
    method: 'POST',
    path: '/users',
    summary: 'Create an account in the organisation of the device or person',
    authentication: ANYBODY,
    rate: 'strict',
    body: p.createUserBody,
    response: s.idAnswer,
    errors: ['USER_ALREADY_EXISTS', 'TOO_MANY_ATTEMPTS'],
    note: "For devices registered under a licence key of the organisation, and for staff who may create accounts. A guest's device, which anyone can obtain, is refused: guests sign up in the app, where the response does not reveal who has an account.",
  },
  /** 208 */
  updateUser: {
    method: 'PATCH',
    path: '/users',
    summary: 'Change the personal details of the signed-in person',
    authentication: MEMBER,
    rate: 'normal',
    body: p.updateUserBody,
    response: s.successSchema,
    errors: ['INVALID_USER', 'TOO_MANY_ATTEMPTS'],
    note: 'Email, PhoneNumber and Password are accepted only if unchanged.',
  },
  /** 206 */
  removeUser: {
    method: 'DELETE',
    path: '/users',
    summary: 'Delete the account of the signed-in person and everything stored about them',
    authentication: MEMBER,
    rate: 'strict',
    response: s.successSchema,
    errors: ['RESTRICTED', 'LAST_ADMINISTRATOR'],
    note: 'Requires a sign-in within the last ten minutes, else RESTRICTED. A renewal or a new access token does not count as a sign-in, so that a stolen session cannot delete the account.',
  },
  /** 211 */
  userRole: {
    method: 'GET',
    path: '/users/role',
    summary: 'Role of the signed-in person',
    authentication: MEMBER,
    rate: 'normal',
    response: p.userRoleAnswer,
  },
  /** 209 */
  sendReset: {
    method: 'PATCH',
    path: '/users/sendreset',
    summary: 'E-mail a password reset link; the response is the same without an account',
    authentication: 'public',
    rate: 'strict',
    body: p.sendResetBody,
    response: s.successSchema,
    errors: ['TOO_MANY_ATTEMPTS'],
    note: 'Callers cannot sign in.',
  },
  /** 2300 */
  sendResetLink: {
    method: 'PATCH',
    path: '/auths/users/reset',
    summary: 'Same as PATCH /users/sendreset, for newer clients',
    authentication: 'public',
    rate: 'strict',
    body: p.sendResetBody,
    response: s.successSchema,
    errors: ['TOO_MANY_ATTEMPTS'],
    note: 'Callers cannot sign in.',
  },
  /** 210 */
  resetPassword: {
    method: 'PATCH',
    path: '/users/reset',
    summary: 'Set a new password with the token of the emailed link',
    authentication: 'public',
    rate: 'strict',
    body: p.resetPasswordBody,
    response: s.successSchema,
    errors: ['INVALID_RESET_LINK', 'TOO_MANY_ATTEMPTS'],
    note: 'The token of the link is the credential.',
  },
  /** 220 */
  changePassword: {
    method: 'POST',
    path: '/users/changepassword',
    summary: 'Set a new password with the current one; ends every session',
    authentication: 'public',
    rate: 'strict',
    body: p.changePasswordBody,
    response: s.successSchema,
    errors: ['INVALID_USER', 'MFA_REQUIRED', 'TOO_MANY_ATTEMPTS'],
    note: 'The current password is the credential. Accounts with a second factor change it in the app.',
  },
  /** 404 */
  removeProfile: {
    method: 'DELETE',
    path: '/users/profiles/:id',
    summary: 'Delete a profile; its measurements are kept without a profile',
    authentication: 'device-or-user',
    rate: 'normal',
    params: s.idParams,
    response: s.successSchema,
    errors: ['NOT_FOUND'],
  },
  /** 405 */
  updateProfile: {
    method: 'PATCH',
    path: '/users/profiles/:id',
    summary: 'Change a profile',
    authentication: 'device-or-user',
    rate: 'normal',
    params: s.idParams,
    body: s.profileUpdateBody,
    response: s.successSchema,
    errors: ['NOT_FOUND'],
  },
} as const satisfies RouteTable;
