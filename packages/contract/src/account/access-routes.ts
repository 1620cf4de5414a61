// SPDX-License-Identifier: Apache-2.0
import { idParams, successSchema } from '../analysis/schemas.ts';
import type { RouteTable } from '../route.ts';
import { changePasswordBody, endedAnswer, endSessionsBody, sessionsAnswer } from './access.ts';

const PROVEN =
  'INVALID_USER: not the password of the account. RESTRICTED: the account has none, and the session began too long ago; sign in again.';

/** A person's sign-in methods and sessions, below `/api`. */
export const ACCESS_ROUTES = {
  sessions: {
    method: 'GET',
    path: '/account/sessions',
    summary: 'Where the person is signed in',
    authentication: 'user',
    rate: 'normal',
    response: sessionsAnswer,
    note: 'Names of browser and system and two times; no address is kept.',
  },
  endSession: {
    method: 'POST',
    path: '/account/sessions/:id/end',
    summary: 'End one session of the person; one that has ended already stays so',
    authentication: 'user',
    rate: 'strict',
    params: idParams,
    body: endSessionsBody,
    response: successSchema,
    errors: ['NOT_FOUND', 'INVALID_USER', 'RESTRICTED', 'TOO_MANY_ATTEMPTS'],
    note: PROVEN,
  },
  endOtherSessions: {
    method: 'POST',
    path: '/account/sessions/end-others',
    summary: 'End every session of the person but this one',
    authentication: 'user',
    rate: 'strict',
    body: endSessionsBody,
    response: endedAnswer,
    errors: ['INVALID_USER', 'RESTRICTED', 'TOO_MANY_ATTEMPTS'],
    note: PROVEN,
  },
  changePassword: {
    method: 'POST',
    path: '/account/password',
    summary: 'Set another password; ends every session but this one and mails the account',
    authentication: 'user',
    rate: 'strict',
    body: changePasswordBody,
    response: endedAnswer,
    errors: ['INVALID_USER', 'TOO_MANY_ATTEMPTS'],
    note: 'INVALID_USER: not the password of the account, or it has none. A new password that is refused is VALIDATION_ERROR with Errors.newPassword: PASSWORD_POLICY with the rules it breaks, PASSWORD_COMMON for one that leaks have, PASSWORD_CONTEXT for one built on names and addresses of the account.',
  },
} as const satisfies RouteTable;
