// SPDX-License-Identifier: Apache-2.0
import type { CallbackError } from '@perfuse/contract/failures/callback-errors';
import type { MeasurementContext } from '../measurement/context.ts';
import { failureRow } from '../measurement/failures.ts';

/** What travels with an error to the integrator's callback, as base64 JSON. Nothing about the person's health. */
export interface ErrorDetails {
  readonly measurementId: string | null;
  /** dB, or one of its codes. */
  readonly snr: number | null;
  /** 0..5 */
  readonly starRating: number;
  /** From the start of filming to the error, s; 0 when nothing was filmed. */
  readonly errorTimeSeconds: number;
}

export interface CallbackOutcome {
  readonly error: CallbackError;
  /** The person reads the message first and leaves by its button. */
  readonly byButton: boolean;
  readonly details: ErrorDetails;
}

type Ended = Pick<
  MeasurementContext,
  'failure' | 'failures' | 'measurementId' | 'reading' | 'startedAtMs' | 'endedAtMs'
>;

function secondsOf({ startedAtMs, endedAtMs }: Ended): number {
  if (startedAtMs === null || endedAtMs === null) return 0;
  return Math.round((endedAtMs - startedAtMs) / 100) / 10;
}

/**
 * What an integrator's callback is told of a measurement that ended early.
 * @returns null when nothing failed, or not often enough yet: the person then reads the message and tries again.
 */
export function callbackOutcome(ended: Ended): CallbackOutcome | null {
  const { failure, failures, measurementId, reading } = ended;
  if (failure === null) return null;
  const { callback, callbackAfter = 1, callbackByButton = false } = failureRow(failure);
  if ((failures[failure] ?? 0) < callbackAfter) return null;
  return {
    error: callback,
    byButton: callbackByButton,
    details: {
      measurementId,
      snr: reading?.snr ?? null,
      starRating: reading?.stars ?? 0,
      errorTimeSeconds: secondsOf(ended),
    },
  };
}
