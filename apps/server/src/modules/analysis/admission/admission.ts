// SPDX-License-Identifier: Apache-2.0
import { ServiceError } from '../../../platform/errors/service-error.ts';
import { ArrivalPacer, type Backlog } from './arrival-pacer.ts';
import type { Capacity } from './capacity.ts';

/** Time allowed from opening a measurement to its first chunk, ms: a slower one counts again when the chunk comes. */
const OPENED_MS = 15_000;
/** A measurement without data for this long no longer counts, ms; chunks come every 5 s. */
export const IDLE_MS = 20_000;
/** When to try again, s: a measurement takes half a minute, so that places become free all the time. */
export const RETRY_AFTER_S = 5;

export interface AdmissionOptions {
  /** Current limit of measurements at once. */
  readonly capacity: Pick<Capacity, 'most' | 'hasRoom'>;
  readonly backlog: Backlog;
  readonly now?: () => number;
}

/**
 * Decides which measurements may start on this server. It admits what it can finish in time and refuses more at once,
 * instead of letting all of them wait; admitted ones start evenly ({@link ArrivalPacer}). Chunks of open measurements
 * are never refused here, whichever server opened them.
 */
export class Admission {
  readonly #options: AdmissionOptions;
  readonly #now: () => number;
  readonly #pacer: ArrivalPacer;
  /** Until when each measurement counts, ms. */
  readonly #until = new Map<string, number>();

  constructor(options: AdmissionOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
    this.#pacer = new ArrivalPacer({
      ...options,
      most: () => options.capacity.most,
      count: () => this.count,
      retryAfterS: RETRY_AFTER_S,
    });
  }

  /** Measurements whose chunks come to this server now, and those about to start. */
  get count(): number {
    const now = this.#now();
    for (const [id, until] of this.#until) if (until <= now) this.#until.delete(id);
    return this.#until.size;
  }

  /** Counted measurements that wait for their start. */
  get waiting(): number {
    return this.#pacer.waiting;
  }

  /**
   * Counts a new measurement and resolves when it may start. It is counted before it waits: concurrent requests cannot
   * exceed the limit together, and none is refused after it has waited.
   * @throws ServiceError RATE_LIMIT, with when to try again.
   */
  async open(measurementId: string): Promise<void> {
    const { capacity } = this.#options;
    if (!capacity.hasRoom(this.count)) {
      const message =
        'This server has reached its limit of simultaneous measurements; try again soon.';
      throw new ServiceError('RATE_LIMIT', message, undefined, RETRY_AFTER_S);
    }
    this.#hold(measurementId, OPENED_MS);
    try {
      await this.#pacer.turn();
    } catch (error) {
      this.ended(measurementId);
      throw error;
    }
    this.#hold(measurementId, OPENED_MS);
  }

  /** Records a chunk of a measurement that this server or another one opened. */
  fed(measurementId: string): void {
    this.#hold(measurementId, IDLE_MS);
  }

  /** Stops counting a measurement: no more chunks come, or it was never opened. */
  ended(measurementId: string): void {
    this.#until.delete(measurementId);
  }

  #hold(measurementId: string, ms: number): void {
    this.#until.set(measurementId, this.#now() + ms);
  }
}
