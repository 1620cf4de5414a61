// SPDX-License-Identifier: Apache-2.0
import { FAILURES, type FailureCode, type FailureRow } from '@perfuse/contract/failures/catalogue';

/**
 * The error that ports reject with. Any other error counts as UNKNOWN. `message` is for developers; the person reads
 * the catalogue's text.
 */
export class MeasurementFault extends Error {
  override readonly name = 'MeasurementFault';
  readonly code: FailureCode;

  constructor(code: FailureCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** The catalogue's code for an error of a port. */
export function failureCodeOf(reason: unknown): FailureCode {
  return reason instanceof MeasurementFault ? reason.code : 'UNKNOWN';
}

/** The row of a code, including the fields that only some rows have. */
export const failureRow = (code: FailureCode): FailureRow => FAILURES[code];
