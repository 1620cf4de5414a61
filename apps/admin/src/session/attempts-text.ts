// SPDX-License-Identifier: Apache-2.0
import type { AdminError } from '../api/admin-error.ts';

/** Why a step of the sign-in was refused. @param remedy what an operator can do about too many attempts. */
export function attemptsText({ code, message, retryAfterS }: AdminError, remedy: string): string {
  if (code !== 'TOO_MANY_ATTEMPTS') return message;
  const minutes = Math.ceil((retryAfterS ?? 60) / 60);
  return `Too many attempts. Try again in ${String(minutes)} min, or ask an operator to ${remedy}.`;
}
