// SPDX-License-Identifier: Apache-2.0
/** Why the analysis left a value out or trusts it less: the ids it sends, each with a text `reason.<id>`. */
export const REASONS = [
  'low-signal',
  'no-face',
  'turned-away',
  'too-short',
  'too-few-beats',
  'out-of-range',
  'no-profile',
  'sex-unspecified',
  'age-out-of-range',
  'height-out-of-range',
  'weight-out-of-range',
  'bmi-out-of-range',
  'no-waist',
  'waist-out-of-range',
  'no-cuff-reading',
  'cuff-reading-out-of-range',
  'blood-pressure-out-of-range',
  'no-heart-rate',
  'heart-rate-out-of-range',
  'no-region',
  'unknown-region',
  'already-diagnosed',
  'diabetes-not-covered',
  'too-few-components',
  'no-method',
  'outside-development-age',
] as const;

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

export const knownFailure = (code: string): (typeof FAILURES)[number] | 'UNKNOWN_ERROR' =>
  FAILURES.find((known) => known === code) ?? 'UNKNOWN_ERROR';
