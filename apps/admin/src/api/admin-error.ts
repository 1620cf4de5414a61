// SPDX-License-Identifier: Apache-2.0
import { analysisErrorSchema } from '@perfuse/contract/analysis/errors';
import type { FieldErrors } from '@perfuse/contract/field-errors';

/** A call that was refused, or did not arrive. */
export class AdminError extends Error {
  override readonly name = 'AdminError';
  /** Code of the contract; `NETWORK` when no answer came. */
  readonly code: string;
  readonly fields: FieldErrors;
  /** Seconds until another try is looked at. */
  readonly retryAfterS: number | undefined;

  constructor(code: string, message: string, fields: FieldErrors = {}, retryAfterS?: number) {
    super(message);
    this.code = code;
    this.fields = fields;
    this.retryAfterS = retryAfterS;
  }

  static network(): AdminError {
    return new AdminError('NETWORK', 'The server cannot be reached. Look at your connection.');
  }

  /** @param isChange whether the server may have done something without saying so. */
  static silent(isChange: boolean): AdminError {
    const next = isChange
      ? 'It may have been done all the same: look before you try again.'
      : 'Try again in a moment.';
    return new AdminError('NETWORK', `The server does not answer. ${next}`);
  }

  /** What the server said; an answer of another shape is its fault. */
  static of(body: unknown): AdminError {
    const parsed = analysisErrorSchema.safeParse(body);
    if (!parsed.success) {
      return new AdminError('INTERNAL_ERROR', 'The server answered with an error.');
    }
    const { Code, Message, Errors, remainingLockoutDurationSec } = parsed.data;
    if (Code === 'INVALID_TOKEN') {
      return new AdminError(Code, 'Your session had ended, so this was not done. Try again.');
    }
    return new AdminError(Code, Message, Errors ?? {}, remainingLockoutDurationSec);
  }
}

/** What to tell of a failure, whatever it is. */
export function toAdminError(error: unknown): AdminError {
  if (error instanceof AdminError) return error;
  return new AdminError('INTERNAL_ERROR', 'Something went wrong on this page.');
}
