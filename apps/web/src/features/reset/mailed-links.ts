// SPDX-License-Identifier: Apache-2.0
import { ApiError, isRefused } from '@perfuse/client';

export type LinkFailure = 'used' | 'offline' | 'refused' | 'locked';

/**
 * @param cause what a call with the token of a mailed link threw.
 * @param usedCode the service's code for a link that no longer works.
 */
export function linkFailure(cause: unknown, usedCode: string): LinkFailure {
  if (cause instanceof ApiError && cause.code === usedCode) return 'used';
  if (cause instanceof ApiError && cause.status === 429) return 'locked';
  return isRefused(cause) ? 'refused' : 'offline';
}
