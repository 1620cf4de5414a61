// SPDX-License-Identifier: Apache-2.0
/**
 * Why a channel has no value, or a weak one: the ids in a channel's `Notes`. The app has a text for each, and a general
 * one for unknown ids of a newer service.
 */

/** The pulse signal does not carry the value. */
export const SIGNAL_REASONS = [
  'low-signal',
  'unstable',
  'motion',
  'no-face',
  'turned-away',
  'overexposed',
  'low-frame-rate',
  'too-short',
  'too-few-beats',
  'unsteady-beats',
  'too-regular',
  'disagreement',
  'out-of-range',
  'replayed',
  'no-life-signs',
] as const;

/** A model lacks an input, or does not apply to this person. */
export const MISSING_REASONS = [
  'no-profile',
  'answers-missing',
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

/** Answers of the profile that a model may lack: the ids in `lacks` with `answers-missing`. */
export const PROFILE_ANSWERS = [
  'age',
  'sex',
  'height',
  'weight',
  'smoker',
  'diabetes',
  'blood-pressure-medication',
] as const;
export type ProfileAnswer = (typeof PROFILE_ANSWERS)[number];

/** A value that is less reliable than usual for its model, or must not be judged by ranges for adults. */
export const WEAK_REASONS = ['outside-development-age', 'ranges-for-adults'] as const;
export type WeakReason = (typeof WEAK_REASONS)[number];

export const REASONS = [...SIGNAL_REASONS, ...MISSING_REASONS, ...WEAK_REASONS] as const;
