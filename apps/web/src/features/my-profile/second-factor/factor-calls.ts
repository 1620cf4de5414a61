// SPDX-License-Identifier: Apache-2.0
import { SECOND_FACTOR_ROUTES } from '@perfuse/contract/backend/second-factor-routes';
import { ApiError } from '@perfuse/client';
import { createClient } from '../../../platform/http/create-client.ts';

/** Client of the service's second factor routes; the signed-in person's token is sent with every call. */
export const factorCalls = createClient(SECOND_FACTOR_ROUTES, '/api');

/** Why the service refused; keys of the texts. */
export type FactorFailure =
  | 'password'
  | 'code'
  | 'expired'
  | 'stale'
  | 'locked'
  | 'offline'
  | 'other';

const BY_CODE: Readonly<Record<string, FactorFailure>> = {
  INVALID_USER: 'password',
  INVALID_MFA_TOKEN: 'code',
  SECOND_STEP_EXPIRED: 'expired',
  RESTRICTED: 'stale',
};

/** @param cause what a call threw. */
export function factorFailure(cause: unknown): FactorFailure {
  if (!(cause instanceof ApiError)) return 'other';
  if (cause.status === 0) return 'offline';
  if (cause.status === 429) return 'locked';
  return BY_CODE[cause.code] ?? 'other';
}
