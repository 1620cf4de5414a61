// SPDX-License-Identifier: Apache-2.0
import { analysisErrorSchema } from '@perfuse/contract/analysis/errors';

/** A call that did not bring what its route promises. `code` is the service's own, or one of ours below. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  constructor(
    readonly code: string,
    /** HTTP status; 0 when there was no answer. */
    readonly status: number,
    message: string,
    options?: ErrorOptions,
    /** After too many attempts: seconds until another is looked at, where the service says so. */
    readonly waitS?: number,
    /** What was answered, unparsed; for routes that say more than a code. */
    readonly body?: unknown,
  ) {
    super(message, options);
  }

  /** No answer: offline, refused, timed out. */
  static network(route: string, cause: unknown): ApiError {
    return new ApiError('NETWORK_ERROR', 0, `${route}: no answer`, { cause });
  }

  /** The answer is not what the contract says. */
  static malformed(route: string, status: number): ApiError {
    return new ApiError('MALFORMED_ANSWER', status, `${route}: the answer breaks the contract`);
  }

  /** An error answer. A body that cannot be read counts as a fault of the server. */
  static answered(
    route: string,
    status: number,
    body: unknown,
    retryAfter: string | null = null,
  ): ApiError {
    const error = analysisErrorSchema.safeParse(body);
    const headerS = retryAfter !== null && /^\d{1,6}$/.test(retryAfter) ? Number(retryAfter) : null;
    const waitS = (error.success ? error.data.remainingLockoutDurationSec : null) ?? headerS;
    return error.success
      ? new ApiError(
          error.data.Code,
          status,
          `${route}: ${error.data.Message}`,
          undefined,
          waitS ?? undefined,
          body,
        )
      : new ApiError(
          'INTERNAL_ERROR',
          status,
          `${route}: status ${String(status)}`,
          undefined,
          undefined,
          body,
        );
  }
}
