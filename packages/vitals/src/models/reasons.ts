// SPDX-License-Identifier: Apache-2.0
/** Why a channel has no value: stable ids that the app translates. */
export const MISSING_REASONS = [
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
] as const;
export type MissingReason = (typeof MISSING_REASONS)[number];

/** Why a value that is there deserves less trust than its model's usual. */
export const WEAK_REASONS = ['outside-development-age'] as const;
export type WeakReason = (typeof WEAK_REASONS)[number];
