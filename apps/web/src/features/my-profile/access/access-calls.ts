// SPDX-License-Identifier: Apache-2.0
import { ACCESS_ROUTES } from '@perfuse/contract/account/access-routes';
import { ApiError } from '@perfuse/client';
import { createClient } from '../../../platform/http/create-client.ts';

export const ACCESS = createClient(ACCESS_ROUTES, '/api');

/** Why an account was not changed; keys of the texts. */
export type AccessFailure = 'password' | 'locked' | 'again' | 'refused' | 'other';

/** @param cause what a call threw. */
export function accessFailure(cause: unknown): AccessFailure {
  if (!(cause instanceof ApiError)) return 'other';
  if (cause.code === 'INVALID_USER') return 'password';
  if (cause.code === 'RESTRICTED') return 'again';
  if (cause.code === 'VALIDATION_ERROR' || cause.code === 'LAST_ADMINISTRATOR') return 'refused';
  return cause.status === 429 ? 'locked' : 'other';
}
