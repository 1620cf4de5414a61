// SPDX-License-Identifier: Apache-2.0
import { AsyncResource } from 'node:async_hooks';
import { EventEmitter } from 'node:events';
import PQueue from 'p-queue';
import { ServiceError } from '../../../platform/errors/service-error.ts';
import { eventWithin } from '../event-within.ts';
import { RETRY_AFTER_S } from './admission.ts';

/** Newcomers served at once. */
const CONCURRENCY = 2;
/** Most newcomers in the queue; at some milliseconds each, the last one waits for a few seconds. */
const MAX_WAITING = 500;
/** Longest time that a newcomer waits for chunks in progress, ms. */
const MAX_YIELD_MS = 50;
/** A newcomer that takes longer, as when the store does not answer, no longer holds up the next one, ms. */
const MAX_TURN_MS = 250;

/**
 * Priorities on the one thread that serves all: work for running measurements (chunks) starts at once; clients that
 * request a token or a measurement (newcomers) are served a few at a time in between. Otherwise hundreds of
 * simultaneous newcomers would each take a share of the thread and of the store before the next chunk.
 */
export class PriorityGate {
  readonly #maxWaiting: number;
  /** Emits `free` when no chunk is in progress. */
  readonly #events = new EventEmitter();
  #chunks = 0;
  readonly #newcomers = new PQueue({ concurrency: CONCURRENCY, timeout: MAX_TURN_MS });

  constructor(maxWaiting = MAX_WAITING) {
    this.#maxWaiting = maxWaiting;
  }

  /** Newcomers in the queue. */
  get waiting(): number {
    return this.#newcomers.size;
  }

  /** Runs work of a running measurement, at once. */
  async chunk<T>(work: () => Promise<T>): Promise<T> {
    this.#chunks += 1;
    try {
      return await work();
    } finally {
      this.#chunks -= 1;
      if (this.#chunks === 0) this.#events.emit('free');
    }
  }

  /**
   * Runs work for a newcomer, first come first served.
   * @throws ServiceError RATE_LIMIT at once when the queue is full, or whatever the work threw.
   */
  async newcomer<T>(work: () => Promise<T>): Promise<T> {
    if (this.#newcomers.size >= this.#maxWaiting) {
      const message = 'Too many requests to start measurements; try again soon.';
      throw new ServiceError('RATE_LIMIT', message, undefined, RETRY_AFTER_S);
    }
    return new Promise((resolve) => {
      const serve = (): Promise<T> => {
        const served = this.#afterChunks().then(work);
        resolve(served);
        return served;
      };
      // The caller gets the outcome; the queue only needs to know when the turn is over. Bound, since the queue starts
      // it in the async context of the previous turn: spans and log lines belong to its own request.
      this.#newcomers.add(AsyncResource.bind(serve)).catch(() => undefined);
    });
  }

  async #afterChunks(): Promise<void> {
    // Lets data that has arrived over the network be read first.
    await new Promise((resolve) => setImmediate(resolve));
    if (this.#chunks > 0) await eventWithin(this.#events, 'free', MAX_YIELD_MS);
  }
}
