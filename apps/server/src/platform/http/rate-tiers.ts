// SPDX-License-Identifier: Apache-2.0
import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, preHandlerAsyncHookHandler } from 'fastify';
import type { RateTier } from '@perfuse/contract/route';
import { ServiceError } from '../errors/service-error.ts';
import { sharedGuard, type CountRequest } from './shared-rate.ts';
import { WindowCounts } from './window-counts.ts';

/** Requests a minute and address, per tier. */
export type RateLimits = Readonly<Record<RateTier, number>>;

/** One hook per tier. Its routes count together, so that requests cannot multiply their share by spreading over routes. */
export type RateGuards = Readonly<Record<RateTier, preHandlerAsyncHookHandler>>;

/** @param countShared where other servers count strict requests with this one. */
export async function registerRateLimits(
  app: FastifyInstance,
  limits: RateLimits,
  countShared: CountRequest | null = null,
): Promise<RateGuards> {
  await app.register(rateLimit, { global: false, store: WindowCounts });
  const guard = (max: number): preHandlerAsyncHookHandler =>
    app.rateLimit({
      max,
      timeWindow: '1 minute',
      errorResponseBuilder: (_request, { after }) =>
        new ServiceError('RATE_LIMIT', `Too many requests; try again in ${after}.`),
    });
  const strict = guard(limits.strict);
  return {
    strict:
      countShared === null ? strict : sharedGuard(strict, limits.strict, countShared, app.log),
    normal: guard(limits.normal),
    relaxed: guard(limits.relaxed),
  };
}
