// SPDX-License-Identifier: Apache-2.0
import type { FastifyRequest } from 'fastify';
import { ADMIN_HEADER } from '@perfuse/contract/admin/session';
import { isOwnOrigin } from '../../platform/http/origins.ts';
import { ServiceError } from '../../platform/errors/service-error.ts';

/**
 * Refuses requests that a page of another site made the browser send (CSRF). In addition to the cookie's
 * SameSite=Strict, every call carries a header that neither a form nor another origin can set, as CORS allows it to
 * none.
 * @throws ServiceError RESTRICTED.
 */
export function assertSameOrigin(request: FastifyRequest): void {
  const { origin, 'sec-fetch-site': site = 'same-origin' } = request.headers;
  const isOurs =
    request.headers[ADMIN_HEADER.name] === ADMIN_HEADER.value &&
    site === 'same-origin' &&
    (origin === undefined || isOwnOrigin(origin, request));
  if (!isOurs) throw new ServiceError('RESTRICTED', 'Only the admin page may call this.');
}
