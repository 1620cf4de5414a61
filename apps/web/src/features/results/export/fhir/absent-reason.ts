// SPDX-License-Identifier: Apache-2.0
import { REASONS, SIGNAL_REASONS } from '@perfuse/contract/results/reasons';
import type { AbsentCode } from './codes.ts';

const SIGNAL: ReadonlySet<string> = new Set(SIGNAL_REASONS);

/** Reasons for a missing input: with it the value could be computed. */
const NOT_GIVEN: ReadonlySet<string> = new Set<(typeof REASONS)[number]>([
  'no-profile',
  'answers-missing',
  'no-waist',
  'no-cuff-reading',
  'no-region',
  'too-few-components',
]);

/** The standard's code for one of our reasons: `error` for a poor signal, `unsupported` where no method fits. */
export function absentCodeOf(reason: string | undefined): AbsentCode {
  if (reason === undefined) return 'unknown';
  // A missing heart rate is caused by the signal, for every value that needs it.
  if (SIGNAL.has(reason) || reason === 'no-heart-rate') return 'error';
  if (reason === 'already-diagnosed') return 'not-applicable';
  if (NOT_GIVEN.has(reason)) return 'not-performed';
  return REASONS.some((known) => known === reason) ? 'unsupported' : 'unknown';
}
