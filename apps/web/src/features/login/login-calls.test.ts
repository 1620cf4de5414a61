// SPDX-License-Identifier: Apache-2.0
import { ApiError } from '@perfuse/client';
import { expect, test } from 'vitest';
import { failureOf } from './login-calls.ts';

test.each([
  ['no answer', ApiError.network('signIn', null), 'OFFLINE'],
  ['a page in place of an answer', ApiError.malformed('signIn', 200), 'OFFLINE'],
  ['an unavailable server', ApiError.answered('signIn', 503, undefined), 'UNAVAILABLE'],
  ['a refusal', ApiError.answered('signIn', 400, undefined), 'API_ERR_INVALID_USER'],
])('a sign-in with %s', (_, cause, code) => {
  expect(failureOf('login', cause)).toMatchObject({ code });
});
