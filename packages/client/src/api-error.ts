// SPDX-License-Identifier: Apache-2.0
import { analysisErrorSchema } from '@perfuse/contract/analysis/errors';
import { backendErrorSchema, type BackendErrorBody } from '@perfuse/contract/backend/errors';
import type { FieldErrors } from '@perfuse/contract/field-errors';
import type { Method } from '@perfuse/contract/route';

interface ApiErrorDetails extends ErrorOptions {
  /** After too many attempts: seconds until the next one is accepted, if the service reports it. */
  readonly waitS?: number;
  /** The response body, unparsed; for routes that return more than a code. */
  readonly body?: unknown;
  /** Which fields of the request break which rules. */
  readonly fields?: FieldErrors;
  /** The service's own message. */
  readonly reason?: string;
  /** The request's method, when it was sent and no response arrived in time. */
  readonly timedOut?: Method;
}

/** Codes of an answer that cannot be read: something else may have answered, such as the sign-in page of a Wi-Fi. */
const UNREADABLE = ['INTERNAL_ERROR', 'MALFORMED_ANSWER'];

/** Whether a call failed because the service is unavailable or busy: the same call may succeed later. */
export const isAway = (cause: unknown): boolean =>
  cause instanceof ApiError &&
  (cause.status === 0 ||
    cause.status === 429 ||
    cause.status >= 500 ||
    UNREADABLE.includes(cause.code));

/** Whether the service refused a call permanently. */
export const isRefused = (cause: unknown): boolean =>
  cause instanceof ApiError && cause.status >= 400 && !isAway(cause);

/** @param body of the app backend or of the analysis service. @returns null when it is from neither. */
function readRefusal(body: unknown): BackendErrorBody | null {
  const backend = backendErrorSchema.safeParse(body);
  if (backend.success) return backend.data;
  const analysis = analysisErrorSchema.safeParse(body);
  if (!analysis.success) return null;
  const { Code, Message, Errors, remainingLockoutDurationSec } = analysis.data;
  return { code: Code, message: Message, errors: Errors, remainingLockoutDurationSec };
}

/** A failed call. `code` is the service's, or NETWORK_ERROR, MALFORMED_ANSWER or INTERNAL_ERROR. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly waitS: number | undefined;
  readonly body: unknown;
  readonly fields: FieldErrors;
  readonly reason: string;
  readonly timedOut: Method | null;

  constructor(
    readonly code: string,
    /** HTTP status; 0 without a response. */
    readonly status: number,
    message: string,
    { waitS, body, fields = {}, reason = '', timedOut, ...options }: ApiErrorDetails = {},
  ) {
    super(message, options);
    this.waitS = waitS;
    this.body = body;
    this.fields = fields;
    this.reason = reason;
    this.timedOut = timedOut ?? null;
  }

  /** No response: offline, refused or timed out. */
  static network(route: string, cause: unknown, timedOut?: Method): ApiError {
    return new ApiError('NETWORK_ERROR', 0, `${route}: no response`, { cause, timedOut });
  }

  /** The response does not match the contract. */
  static malformed(route: string, status: number): ApiError {
    return new ApiError('MALFORMED_ANSWER', status, `${route}: unexpected response`);
  }

  /** An error response. An unreadable body counts as a server error. */
  static answered(
    route: string,
    status: number,
    body: unknown,
    retryAfter: string | null = null,
  ): ApiError {
    const refusal = readRefusal(body);
    if (refusal === null) {
      return new ApiError('INTERNAL_ERROR', status, `${route}: status ${String(status)}`, { body });
    }
    const { code, message, errors, remainingLockoutDurationSec } = refusal;
    const headerS =
      retryAfter !== null && /^\d{1,6}$/.test(retryAfter) ? Number(retryAfter) : undefined;
    return new ApiError(code, status, `${route}: ${message}`, {
      waitS: remainingLockoutDurationSec ?? headerS,
      body,
      fields: errors,
      reason: message,
    });
  }
}
