// SPDX-License-Identifier: Apache-2.0
import { ServiceError } from '../errors/service-error.ts';
import { WindowCounts } from './window-counts.ts';

export const WINDOW_MS = 60_000;

/** A limit a minute for each of what a credential names, or an address, counted by this server alone. */
export class KeyedRate {
  readonly #counts = new WindowCounts();
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  /** @throws ServiceError RATE_LIMIT where one more would be too many. */
  assertRoom(key: string): void {
    const { current, ttl } = this.#counts.peek(key);
    if (current < this.#most) return;
    const afterS = Math.max(1, Math.ceil(ttl / 1000));
    const message = `Too many requests; try again in ${String(afterS)} seconds.`;
    throw new ServiceError('RATE_LIMIT', message, undefined, afterS);
  }

  count(key: string): void {
    this.#counts.incr(key, () => undefined, WINDOW_MS);
  }
}
