// SPDX-License-Identifier: Apache-2.0
import { ServiceError } from '../../../platform/errors/service-error.ts';
import { afterInput, pause } from './pausing.ts';

/** Newcomers that are seen to at once. */
const AT_ONCE = 2;
/** Newcomers in line; at some milliseconds each the last one waits for a few seconds. */
const MOST_WAITING = 500;
/** A newcomer lets chunks go first for this long at most, ms. */
const LONGEST_YIELD_MS = 50;
const LOOK_MS = 2;
/** Who takes longer, such as where the store does not answer, holds the others up no more, ms. */
const LONGEST_TURN_MS = 250;
const RETRY_AFTER_S = 5;

/**
 * Who goes first on the one thread that serves all: chunks of running measurements at once, newcomers a few at a time
 * and in between. Hundreds who ask for a token or a measurement in the same moment would otherwise each have a share of
 * the thread and of the store before the next chunk has its own.
 */
export class PriorityGate {
  readonly #mostWaiting: number;
  readonly #line: (() => void)[] = [];
  #chunks = 0;
  #inHand = 0;

  constructor(mostWaiting = MOST_WAITING) {
    this.#mostWaiting = mostWaiting;
  }

  /** Newcomers in line. */
  get waiting(): number {
    return this.#line.length;
  }

  /** Does work of a running measurement, at once. */
  async chunk<T>(work: () => Promise<T>): Promise<T> {
    this.#chunks += 1;
    try {
      return await work();
    } finally {
      this.#chunks -= 1;
    }
  }

  /**
   * Does what a newcomer asks for, in the order they came.
   * @throws ServiceError RATE_LIMIT at once when too many are in line, or whatever the work threw.
   */
  async newcomer<T>(work: () => Promise<T>): Promise<T> {
    await this.#take();
    let hasTurn = true;
    const pass = (): void => {
      if (hasTurn) this.#pass();
      hasTurn = false;
    };
    const late = setTimeout(pass, LONGEST_TURN_MS);
    late.unref();
    try {
      await this.#yield();
      return await work();
    } finally {
      clearTimeout(late);
      pass();
    }
  }

  async #take(): Promise<void> {
    if (this.#inHand < AT_ONCE) {
      this.#inHand += 1;
      return;
    }
    if (this.#line.length >= this.#mostWaiting) {
      const message = 'Too many ask to measure at this moment; try again soon.';
      throw new ServiceError('RATE_LIMIT', message, undefined, RETRY_AFTER_S);
    }
    await new Promise<void>((go) => this.#line.push(go));
    // What came meanwhile over the network is read first.
    await afterInput();
  }

  async #yield(): Promise<void> {
    const end = performance.now() + LONGEST_YIELD_MS;
    while (this.#chunks > 0 && performance.now() < end) await pause(LOOK_MS);
  }

  #pass(): void {
    const next = this.#line.shift();
    if (next === undefined) this.#inHand -= 1;
    else next();
  }
}
