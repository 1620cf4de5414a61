// SPDX-License-Identifier: Apache-2.0
import { ServiceError } from '../errors/service-error.ts';
import type { RequestCount } from './request-counts.ts';
import { WindowCounts } from './window-counts.ts';

export const WINDOW_MS = 60_000;

/** Seconds until a window ends, at least 1. */
export const secondsLeft = ({ leftMs }: RequestCount): number =>
  Math.max(1, Math.ceil(leftMs / 1000));

export function tooManyRequests(counted: RequestCount): ServiceError {
  const afterS = secondsLeft(counted);
  const message = `Too many requests; try again in ${String(afterS)} seconds.`;
  return new ServiceError('RATE_LIMIT', message, undefined, afterS);
}

/** A limit per minute for each address or holder of a credential, counted by this server alone. */
export class KeyedRate {
  readonly #counts = new WindowCounts();
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  /** @throws ServiceError RATE_LIMIT once the limit is reached. */
  assertRoom(key: string): void {
    const counted = this.#counts.peek(key);
    if (counted.count >= this.#most) throw tooManyRequests(counted);
  }

  count(key: string): void {
    this.#counts.add(key, WINDOW_MS);
  }

  /** Takes a count back. */
  uncount(key: string): void {
    this.#counts.subtract(key);
  }
}
