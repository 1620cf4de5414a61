// SPDX-License-Identifier: Apache-2.0
import { normalizeIP } from '@fastify/rate-limit';
import type { FastifyBaseLogger, FastifyRequest, preHandlerAsyncHookHandler } from 'fastify';
import type { RequestCount } from './request-counts.ts';
import { secondsLeft, tooManyRequests, WINDOW_MS } from './keyed-rate.ts';
import { WindowCounts } from './window-counts.ts';

/** Counts a request of an address (for IPv6, of its first 64 bits) in a window that all servers share. */
export type CountRequest = (address: string, windowMs: number) => Promise<RequestCount>;

/**
 * Limits the strict requests of each address: those to strict routes, and those that other routes refuse. Several
 * servers share a count, behind a limit of each server: a flood that this server stops alone costs the database
 * nothing. While the database does not answer, the server's own count applies.
 */
export class StrictRate {
  readonly #own = new WindowCounts();
  readonly #most: number;
  readonly #countShared: CountRequest | null;
  readonly #log: FastifyBaseLogger;

  /** @param countShared counts together with other servers; null on a single server. */
  constructor(most: number, countShared: CountRequest | null, log: FastifyBaseLogger) {
    this.#most = most;
    this.#countShared = countShared;
    this.#log = log;
  }

  /** The hook of strict routes. */
  readonly guard: preHandlerAsyncHookHandler = async (request, reply) => {
    const counted = await this.#add(request);
    reply.header('x-ratelimit-limit', this.#most);
    reply.header('x-ratelimit-remaining', Math.max(0, this.#most - counted.count));
    reply.header('x-ratelimit-reset', secondsLeft(counted));
    this.#assertWithin(counted);
  };

  /** Counts a request of another tier as a strict one. @throws ServiceError RATE_LIMIT beyond the limit. */
  async count(request: FastifyRequest): Promise<void> {
    this.#assertWithin(await this.#add(request));
  }

  async #add({ ip }: FastifyRequest): Promise<RequestCount> {
    const address = normalizeIP(ip);
    const own = this.#own.add(address, WINDOW_MS);
    if (this.#countShared === null || own.count > this.#most) return own;
    try {
      return await this.#countShared(address, WINDOW_MS);
    } catch (error) {
      this.#log.warn({ err: error }, 'requests are counted by this server only');
      return own;
    }
  }

  #assertWithin(counted: RequestCount): void {
    if (counted.count > this.#most) throw tooManyRequests(counted);
  }
}
