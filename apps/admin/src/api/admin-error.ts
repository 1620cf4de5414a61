// SPDX-License-Identifier: Apache-2.0
import { ApiError } from '@perfuse/client';
import type { FieldErrors } from '@perfuse/contract/field-errors';

/** A failure with the message that the page shows. */
export class AdminError extends Error {
  override readonly name = 'AdminError';
  /** Code of the contract; `NETWORK` when no answer arrived. */
  readonly code: string;
  readonly fields: FieldErrors;
  /** Seconds until another attempt is accepted. */
  readonly retryAfterS: number | undefined;

  constructor(code: string, message: string, fields: FieldErrors = {}, retryAfterS?: number) {
    super(message);
    this.code = code;
    this.fields = fields;
    this.retryAfterS = retryAfterS;
  }
}

function networkMessage({ timedOut }: ApiError): string {
  if (timedOut === null) return 'The server cannot be reached. Check your connection.';
  const next =
    timedOut === 'GET'
      ? 'Try again in a moment.'
      : 'The change may still have been made: check before you try again.';
  return `The server did not respond. ${next}`;
}

function fromApiError(error: ApiError): AdminError {
  const { code, reason, fields, waitS } = error;
  if (code === 'NETWORK_ERROR') return new AdminError('NETWORK', networkMessage(error));
  if (code === 'MALFORMED_ANSWER') {
    return new AdminError('INTERNAL_ERROR', "The server's response could not be read.");
  }
  if (code === 'INVALID_TOKEN') {
    return new AdminError(code, 'Your session had ended, so the request was rejected. Try again.');
  }
  return new AdminError(code, reason || 'The server returned an error.', fields, waitS);
}

/** Converts any failure to one that can be shown. */
export function toAdminError(error: unknown): AdminError {
  if (error instanceof AdminError) return error;
  if (error instanceof ApiError) return fromApiError(error);
  return new AdminError('INTERNAL_ERROR', 'Something went wrong on this page.');
}
