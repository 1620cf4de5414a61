// SPDX-License-Identifier: Apache-2.0
import { normalizeIP } from '@fastify/rate-limit';
import type { FastifyBaseLogger, preHandlerAsyncHookHandler } from 'fastify';
import type { RequestCount } from './request-counts.ts';
import { ServiceError } from '../errors/service-error.ts';
import { WINDOW_MS } from './keyed-rate.ts';

/** Counts a request of an address, of IPv6 its first 64 bits, in a window that all servers share. */
export type CountRequest = (address: string, windowMs: number) => Promise<RequestCount>;

/**
 * A limit that several servers share, behind the own limit of each: a flood that this server stops alone costs the
 * database nothing. While the database does not answer, the server's own count holds.
 */
export function sharedGuard(
  own: preHandlerAsyncHookHandler,
  max: number,
  countRequest: CountRequest,
  log: FastifyBaseLogger,
): preHandlerAsyncHookHandler {
  return async function guard(this, request, reply) {
    await own.call(this, request, reply);
    const counted = await countRequest(normalizeIP(request.ip), WINDOW_MS).catch(
      (error: unknown) => {
        log.warn({ err: error }, 'requests are counted by this server alone');
        return null;
      },
    );
    if (counted === null) return;
    const leftS = Math.max(1, Math.ceil(counted.leftMs / 1000));
    reply.header('x-ratelimit-remaining', Math.max(0, max - counted.count));
    reply.header('x-ratelimit-reset', leftS);
    if (counted.count > max) {
      const message = `Too many requests; try again in ${String(leftS)} seconds.`;
      throw new ServiceError('RATE_LIMIT', message, undefined, leftS);
    }
  };
}
