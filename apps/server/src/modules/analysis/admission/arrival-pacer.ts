// SPDX-License-Identifier: Apache-2.0
import { ServiceError } from '../../../platform/errors/service-error.ts';
import { CHUNK_MS } from './capacity.ts';

/** Widest gap between two starts, ms: more than a slow core needs for one chunk. */
const WIDEST_MS = 150;
/** How many may start at once after a pause. */
const BURST = 4;
/** Longest wait in the queue, ms. */
const MAX_WAIT_MS = 2_500;
/** While a stored chunk has waited this long for its analysis, the first in the queue waits too, ms. */
const BEHIND_MS = 500;

/** Stored chunks that wait for their analysis. */
export interface Backlog {
  /** Longest current wait of a chunk, ms. */
  readonly longestWaitMs: number;
  /** Resolves when the analysis of the next one begins, or after `withinMs` at the latest. */
  readonly taken: (withinMs: number) => Promise<void>;
}

export interface ArrivalPacerOptions {
  /** Current limit of measurements at once. */
  readonly most: () => number;
  /** Measurements that run or are about to start, including those in this queue. */
  readonly count: () => number;
  readonly backlog: Backlog;
  /** When a client that was refused may try again, s. */
  readonly retryAfterS: number;
  readonly now?: () => number;
}

/**
 * Spreads the starts of measurements over the time of one chunk. The chunks of each come every 5 s from its start:
 * those that start together send together for as long as they run, and delay each other each time. A start that comes
 * too early is queued, first come first served; the queue is short, and when it is full the start is refused.
 */
export class ArrivalPacer {
  readonly #options: ArrivalPacerOptions;
  readonly #now: () => number;
  /** Starts within the time of one chunk, ms. */
  readonly #started: number[] = [];
  readonly #queue: { readonly since: number; readonly start: () => void }[] = [];
  /** When the next one would start if all started evenly, ms. */
  #due = -Infinity;
  #isMoving = false;

  constructor(options: ArrivalPacerOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
  }

  /** Measurements that have run for longer keep their share of a chunk's time: new ones share the rest. */
  get #gapMs(): number {
    const { most, count } = this.#options;
    const since = this.#now() - CHUNK_MS;
    while ((this.#started[0] ?? Infinity) <= since) this.#started.shift();
    const settled = Math.max(0, count() - this.#queue.length - this.#started.length);
    return Math.min(WIDEST_MS, CHUNK_MS / Math.max(1, most() - settled));
  }

  get waiting(): number {
    return this.#queue.length;
  }

  /** Resolves when the next measurement may start. @throws ServiceError RATE_LIMIT when the queue is full. */
  async turn(): Promise<void> {
    if (this.#queue.length * this.#gapMs >= MAX_WAIT_MS) {
      const message = 'Too many measurements are starting; try again soon.';
      throw new ServiceError('RATE_LIMIT', message, undefined, this.#options.retryAfterS);
    }
    const started = new Promise<void>((start) => this.#queue.push({ since: this.#now(), start }));
    if (!this.#isMoving) void this.#move();
    await started;
  }

  async #move(): Promise<void> {
    const { backlog } = this.#options;
    this.#isMoving = true;
    for (let first = this.#queue[0]; first !== undefined; first = this.#queue[0]) {
      const gapMs = this.#gapMs;
      const early = this.#due - (BURST - 1) * gapMs - this.#now();
      if (early > 0) await new Promise((resolve) => setTimeout(resolve, early));
      // Not forever: after the longest wait a measurement starts anyway, and counts like any other.
      const end = first.since + MAX_WAIT_MS;
      while (backlog.longestWaitMs > BEHIND_MS && this.#now() < end) {
        await backlog.taken(end - this.#now());
      }
      const now = this.#now();
      this.#due = Math.max(this.#due, now) + gapMs;
      this.#started.push(now);
      this.#queue.shift();
      first.start();
    }
    this.#isMoving = false;
  }
}
