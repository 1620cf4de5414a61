// SPDX-License-Identifier: Apache-2.0
import { ServiceError } from '../../../platform/errors/service-error.ts';
import { ArrivalPacer } from './arrival-pacer.ts';

/** From opening a measurement to its first chunk: whoever takes longer is counted again when the chunk comes, ms. */
const OPENED_MS = 15_000;
/** Without data for this long nobody measures any more, ms; chunks come every 5 s. */
const IDLE_MS = 20_000;
/** A chunk that waits as long as the next one takes to film: this server cannot keep up, ms. */
const LONGEST_WAIT_MS = 5_000;
/** A measurement takes half a minute, so that places become free all the time, s. */
const RETRY_AFTER_S = 5;

export interface AdmissionOptions {
  /** Most measurements at once. */
  readonly most: number;
  /** How long the chunk has waited that waits longest for its analysis, ms. */
  readonly longestWaitMs: () => number;
  readonly now?: () => number;
}

/**
 * Who may begin to measure on this server. What it has taken in it can finish in time: beyond that it refuses what is
 * new at once, instead of letting everybody wait; those it takes begin evenly ({@link ArrivalPacer}). Chunks of what was opened
 * are never refused here, wherever that was.
 */
export class Admission {
  readonly #options: AdmissionOptions;
  readonly #now: () => number;
  readonly #pace: ArrivalPacer;
  /** Until when each measurement counts, ms, soonest first: what is renewed goes to the end. */
  readonly #until = new Map<string, number>();

  constructor(options: AdmissionOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
    this.#pace = new ArrivalPacer({
      ...options,
      count: () => this.count,
      retryAfterS: RETRY_AFTER_S,
    });
  }

  /** Measurements that this server is fed now, and that are about to begin. */
  get count(): number {
    const now = this.#now();
    for (const [id, until] of this.#until) if (until <= now) this.#until.delete(id);
    return this.#until.size;
  }

  /** Those that have a place and wait for their moment. */
  get waiting(): number {
    return this.#pace.waiting;
  }

  /**
   * Takes a place for a new measurement, and resolves when it may begin. Those who ask at the same time cannot slip past
   * each other, and nobody waits for a place in vain.
   * @throws ServiceError RATE_LIMIT, with when to try again.
   */
  async open(measurementId: string): Promise<void> {
    const { most, longestWaitMs } = this.#options;
    if (this.count >= most || longestWaitMs() > LONGEST_WAIT_MS) {
      const message = 'As many people measure here as this server can serve; try again soon.';
      throw new ServiceError('RATE_LIMIT', message, undefined, RETRY_AFTER_S);
    }
    this.#hold(measurementId, OPENED_MS);
    try {
      await this.#pace.turn();
    } catch (error) {
      this.ended(measurementId);
      throw error;
    }
    this.#hold(measurementId, OPENED_MS);
  }

  /** A chunk came, of a measurement that was opened here or external. */
  fed(measurementId: string): void {
    this.#hold(measurementId, IDLE_MS);
  }

  /** No more chunks come, or it was never opened. */
  ended(measurementId: string): void {
    this.#until.delete(measurementId);
  }

  #hold(measurementId: string, ms: number): void {
    this.#until.delete(measurementId);
    this.#until.set(measurementId, this.#now() + ms);
  }
}
