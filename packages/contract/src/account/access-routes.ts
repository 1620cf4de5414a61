// SPDX-License-Identifier: Apache-2.0
import { idParams, successSchema } from '../analysis/schemas.ts';
import type { RouteTable } from '../route.ts';
import { changePasswordBody, endedAnswer, endSessionsBody, sessionsAnswer } from './access.ts';

const PROVEN =
  'INVALID_USER: the password is wrong. RESTRICTED: the account has none, and the session started too long ago; sign in again.';

/** A person's sign-in methods and sessions, below `/api`. */
export const ACCESS_ROUTES = {
  sessions: {
    method: 'GET',
    path: '/account/sessions',
    summary: 'Sessions of the person',
    authentication: 'user',
    rate: 'normal',
    response: sessionsAnswer,
    note: 'Browser, operating system and two times; no address is stored.',
  },
  endSession: {
    method: 'POST',
    path: '/account/sessions/:id/end',
    summary: 'End one session of the person; succeeds if it has ended already',
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
    summary: 'End every other session of the person',
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
    summary: 'Change the password; ends every other session and emails the account',
    authentication: 'user',
    rate: 'strict',
    body: changePasswordBody,
    response: endedAnswer,
    errors: ['INVALID_USER', 'TOO_MANY_ATTEMPTS'],
    note: 'INVALID_USER: the password is wrong, or the account has none. A new password that is refused is VALIDATION_ERROR with Errors.newPassword: PASSWORD_POLICY with the rules it breaks, PASSWORD_COMMON for one found in leaks, PASSWORD_CONTEXT for one based on names and addresses of the account.',
  },
} as const satisfies RouteTable;
