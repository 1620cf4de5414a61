// SPDX-License-Identifier: Apache-2.0
import {
  ANALYSIS_ERRORS,
  type AnalysisErrorBody,
  type AnalysisErrorCode,
} from '@perfuse/contract/analysis/errors';
import type { BackendErrorBody } from '@perfuse/contract/backend/errors';
import type { FieldErrors } from '@perfuse/contract/field-errors';

/** A refusal with a code of the contract. Its message and fields are safe to show to the caller. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly code: AnalysisErrorCode;
  readonly fields: FieldErrors | undefined;
  /** Seconds until another try is accepted. */
  readonly retryAfterS: number | undefined;

  constructor(
    code: AnalysisErrorCode,
    message?: string,
    fields?: FieldErrors,
    retryAfterS?: number,
  ) {
    super(message ?? ANALYSIS_ERRORS[code].message);
    this.code = code;
    this.fields = fields;
    this.retryAfterS = retryAfterS;
  }

  /** The error for a person's ended session, or a device's rejected token. */
  static ended({ userId }: { readonly userId: string | null }): ServiceError {
    return new ServiceError(userId === null ? 'INVALID_TOKEN' : 'ERR_SESSION_EXPIRED');
  }

  static lockedOut(seconds: number): ServiceError {
    return new ServiceError('TOO_MANY_ATTEMPTS', undefined, undefined, seconds);
  }

  get status(): number {
    return ANALYSIS_ERRORS[this.code].status;
  }

  /** The message sent to the caller. */
  protected get publicMessage(): string {
    return this.message;
  }

  get #lockoutS(): { remainingLockoutDurationSec?: number } {
    return this.retryAfterS === undefined || this.code !== 'TOO_MANY_ATTEMPTS'
      ? {}
      : { remainingLockoutDurationSec: this.retryAfterS };
  }

  /** In the shape of the analysis protocol. */
  get body(): AnalysisErrorBody {
    return {
      Code: this.code,
      Message: this.publicMessage,
      Errors: this.fields,
      ...this.#lockoutS,
    };
  }

  /** In the shape of the app backend. */
  get backendBody(): BackendErrorBody {
    return {
      code: this.code,
      message: this.publicMessage,
      errors: this.fields,
      ...this.#lockoutS,
    };
  }
}
