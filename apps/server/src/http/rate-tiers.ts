// SPDX-License-Identifier: Apache-2.0
import rateLimit, { type RateLimitOptions } from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import type { RateTier } from '@perfuse/contract/route';
import { ServiceError } from './service-error.ts';

/** Requests a minute and address, per tier. */
export type RateLimits = Readonly<Record<RateTier, number>>;

/**
 * Options of a route in a tier. All routes of a tier count together, so that an address cannot multiply its share by
 * spreading over routes.
 */
export function rateOf(tier: RateTier, limits: RateLimits): RateLimitOptions {
  return {
    max: limits[tier],
    timeWindow: '1 minute',
    groupId: tier,
    errorResponseBuilder: (_request, { after }) =>
      new ServiceError('RATE_LIMIT', `Too many requests; try again in ${after}.`),
  };
}

export async function registerRateLimits(app: FastifyInstance): Promise<void> {
  await app.register(rateLimit, { global: false });
}
