// SPDX-License-Identifier: Apache-2.0
import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, preHandlerAsyncHookHandler } from 'fastify';
import type { RateTier } from '@perfuse/contract/route';
import { ServiceError } from '../errors/service-error.ts';
import type { StrictRate } from './strict-rate.ts';
import { WindowCounts } from './window-counts.ts';

/** Requests per minute and address, for each tier that a server counts by itself. */
type RateLimits = Readonly<Record<Exclude<RateTier, 'strict'>, number>>;

/**
 * One hook per tier. Its routes share a count, so that a client cannot multiply its limit by spreading requests over
 * routes.
 */
export type RateGuards = Readonly<Record<RateTier, preHandlerAsyncHookHandler>>;

export async function registerRateLimits(
  app: FastifyInstance,
  limits: RateLimits,
  strict: StrictRate,
): Promise<RateGuards> {
  await app.register(rateLimit, { global: false, store: WindowCounts });
  const guard = (max: number): preHandlerAsyncHookHandler =>
    app.rateLimit({
      max,
      timeWindow: '1 minute',
      errorResponseBuilder: (_request, { after }) =>
        new ServiceError('RATE_LIMIT', `Too many requests; try again in ${after}.`),
    });
  return { strict: strict.guard, normal: guard(limits.normal), relaxed: guard(limits.relaxed) };
}
