// SPDX-License-Identifier: Apache-2.0
import type { AnalysisErrorCode } from '@perfuse/contract/analysis/errors';
import { isDatabaseAway, isUnstorable } from '../storage/postgres.ts';
import { isStorageFull } from '../storage/space.ts';
import { ServiceError } from '../errors/service-error.ts';

const FRAMEWORK_CODES: Readonly<Record<string, AnalysisErrorCode>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
  FST_ERR_CTP_BODY_TOO_LARGE: 'PAYLOAD_TOO_LARGE',
  FST_ERR_NOT_FOUND: 'NOT_FOUND',
};

const STATUS_CODES: Readonly<Record<number, AnalysisErrorCode>> = {
  401: 'INVALID_TOKEN',
  403: 'RESTRICTED',
  404: 'NOT_FOUND',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  429: 'RATE_LIMIT',
  503: 'SERVICE_UNAVAILABLE',
};

function property(error: unknown, name: string): unknown {
  return typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined;
}

/**
 * Node's error for a request whose connection ended before its body did. Connection resets of the database name a
 * syscall.
 */
const isCutOff = (error: unknown): boolean =>
  property(error, 'code') === 'ECONNRESET' &&
  property(error, 'message') === 'aborted' &&
  property(error, 'syscall') === undefined;

/**
 * Maps anything thrown to an error that may be sent to the caller. Faults of the caller that the framework or a plug-in
 * found get their code and its standard message; everything else is INTERNAL_ERROR without details.
 */
export function toServiceError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  if (isCutOff(error)) return new ServiceError('BAD_REQUEST', 'The body is incomplete.');
  if (isDatabaseAway(error)) return new ServiceError('SERVICE_UNAVAILABLE');
  if (isStorageFull(error)) {
    return new ServiceError(
      'SERVICE_UNAVAILABLE',
      'There is no space left to store this; try again later.',
    );
  }
  if (isUnstorable(error)) {
    return new ServiceError(
      'BAD_REQUEST',
      'A value cannot be stored: it contains an invalid character or is too large.',
    );
  }
  const code = property(error, 'code');
  if (typeof code === 'string') {
    const known = FRAMEWORK_CODES[code];
    if (known !== undefined) return new ServiceError(known);
  }
  const status = property(error, 'statusCode');
  if (typeof status !== 'number' || status < 400) return new ServiceError('INTERNAL_ERROR');
  const known = STATUS_CODES[status];
  if (known !== undefined) return new ServiceError(known);
  return new ServiceError(status < 500 ? 'BAD_REQUEST' : 'INTERNAL_ERROR');
}
