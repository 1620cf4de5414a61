// SPDX-License-Identifier: Apache-2.0
import { ServiceError } from '../errors/service-error.ts';

const MAX_TOKEN_LENGTH = 4096;

/**
 * The token of an `Authorization: Bearer` header; null when the header is absent.
 * @throws ServiceError INVALID_TOKEN when the header is present without a bearer token.
 */
export function bearerToken(header: string | undefined): string | null {
  if (header === undefined) return null;
  const token = /^Bearer +([\w.~+/=-]+) *$/i.exec(header)?.[1];
  if (token === undefined || token.length > MAX_TOKEN_LENGTH)
    throw new ServiceError('INVALID_TOKEN');
  return token;
}
