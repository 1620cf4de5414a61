// SPDX-License-Identifier: Apache-2.0
import type { FastifyRateLimitStore } from '@fastify/rate-limit';
import type { RequestCount } from './request-counts.ts';

type Answer = Parameters<FastifyRateLimitStore['incr']>[1];

/** Most addresses counted at once; the least recently used one is dropped. */
const MAX_WINDOWS = 5_000;

interface Window {
  count: number;
  readonly endsAt: number;
}

/**
 * Request counts per address and window, by the monotonic clock. The plug-in's own store uses the wall clock: if set
 * back, it would keep every window open, and people locked out, until it had caught up.
 */
export class WindowCounts implements FastifyRateLimitStore {
  readonly #windows = new Map<string, Window>();

  incr(key: string, answer: Answer, windowMs: number): void {
    const { count, leftMs } = this.add(key, windowMs);
    answer(null, { current: count, ttl: Math.ceil(leftMs) });
  }

  add(key: string, windowMs: number): RequestCount {
    const time = performance.now();
    const present = this.#windows.get(key);
    const window =
      present === undefined || present.endsAt <= time
        ? { count: 0, endsAt: time + windowMs }
        : present;
    window.count += 1;
    // Deleted first, so that the map stays in the order of use.
    this.#windows.delete(key);
    this.#windows.set(key, window);
    const [oldest] = this.#windows.keys();
    if (this.#windows.size > MAX_WINDOWS && oldest !== undefined) this.#windows.delete(oldest);
    return { count: window.count, leftMs: window.endsAt - time };
  }

  /** Takes one back from the count of a key. */
  subtract(key: string): void {
    const window = this.#windows.get(key);
    if (window !== undefined && window.count > 0) window.count -= 1;
  }

  /** The count of a key so far. */
  peek(key: string): RequestCount {
    const window = this.#windows.get(key);
    const leftMs = (window?.endsAt ?? 0) - performance.now();
    return window === undefined || leftMs <= 0
      ? { count: 0, leftMs: 0 }
      : { count: window.count, leftMs };
  }

  /** Each tier counts for itself. */
  child(): WindowCounts {
    return new WindowCounts();
  }
}
