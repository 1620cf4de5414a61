// SPDX-License-Identifier: Apache-2.0
import { ApiError } from '@perfuse/client';

/** Why the service alone can refuse a new password: it has the lists. The texts are keyed by these. */
const REFUSALS = ['PASSWORD_COMMON', 'PASSWORD_CONTEXT'] as const;
export type PasswordRefusal = (typeof REFUSALS)[number];

/** @param cause what a call threw. @returns null when it was something else. */
export function passwordRefusal(cause: unknown): PasswordRefusal | null {
  if (!(cause instanceof ApiError) || cause.code !== 'VALIDATION_ERROR') return null;
  const rules = Object.values(cause.fields).flat();
  return REFUSALS.find((refusal) => rules.some(([rule]) => rule === refusal)) ?? null;
}
