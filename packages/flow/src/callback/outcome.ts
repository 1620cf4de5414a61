// SPDX-License-Identifier: Apache-2.0
import type { CallbackError } from '@perfuse/contract/failures/callback-errors';
import type { CallbackDetails } from '@perfuse/contract/launch/callback';
import type { MeasurementContext } from '../measurement/context.ts';
import { failureRow } from '../measurement/failures.ts';

export interface CallbackOutcome {
  readonly error: CallbackError;
  /** The person reads the message first and leaves by its button. */
  readonly byButton: boolean;
  readonly details: CallbackDetails;
}

type Ended = Pick<
  MeasurementContext,
  'failure' | 'failures' | 'measurementId' | 'reading' | 'startedAtMs' | 'endedAtMs'
>;

/** Details sent with an error to the integrator's callback. Nothing about the person's health. */
export function errorDetails({
  measurementId,
  reading,
  startedAtMs,
  endedAtMs,
}: Omit<Ended, 'failure' | 'failures'>): CallbackDetails {
  const details = { measurementId, snr: reading?.snr ?? null, starRating: reading?.stars ?? 0 };
  if (startedAtMs === null || endedAtMs === null) return details;
  return { ...details, errorTimeSeconds: Math.round((endedAtMs - startedAtMs) / 100) / 10 };
}

/**
 * The outcome sent to an integrator's callback for a measurement that ended early.
 * @returns null when nothing failed, or not often enough yet: the person then reads the message and tries again.
 */
export function callbackOutcome(ended: Ended): CallbackOutcome | null {
  const { failure, failures } = ended;
  if (failure === null) return null;
  const { callback, callbackAfter = 1, callbackByButton = false } = failureRow(failure);
  if ((failures[failure] ?? 0) < callbackAfter) return null;
  return { error: callback, byButton: callbackByButton, details: errorDetails(ended) };
}
