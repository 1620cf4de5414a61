// SPDX-License-Identifier: Apache-2.0
import { REASONS } from '@perfuse/contract/results/reasons';
import {
  FAILURES as MEASURING_FAILURES,
  isFailureCode,
} from '@perfuse/contract/failures/catalogue';

/** Why a measurement broke off, each with a text `failure.<code>`. */
export const FAILURES = [
  'MEASUREMENT_CANCELED',
  'MEASUREMENT_TIMED_OUT',
  'NETWORK_ERROR',
  'TOKEN_EXPIRED',
  'TOKEN_RENEWAL_FAILED',
  'WORKER_ERROR',
  'CAMERA_PERMISSION_NOT_GRANTED',
  'FAILED_INIT_BLOOD_FLOW',
  'FAILED_FACIAL_BLOOD_FLOW_ANALYSIS',
  'UNSUPPORTED_BROWSER',
] as const;

/** The id itself when there is a text for it, else the general one: a newer service may know more. */
export const knownReason = (id: string): (typeof REASONS)[number] | 'other' =>
  REASONS.find((known) => known === id) ?? 'other';

/** The text's code: the code itself, or the public one that the measurement's own code stands for. */
export function knownFailure(code: string): (typeof FAILURES)[number] | 'UNKNOWN_ERROR' {
  const publicCode = isFailureCode(code) ? MEASURING_FAILURES[code].callback : code;
  return FAILURES.find((known) => known === publicCode) ?? 'UNKNOWN_ERROR';
}
