// SPDX-License-Identifier: Apache-2.0
import process from 'node:process';

/**
 * Errors that nobody caught. Taken in only while inputs run: whoever leaves them taken in for longer hides the fuzzer's
 * own errors too, and its thread ends in silence, with code 0.
 */
export class Strays {
  #last: Error | null = null;
  readonly #take = (error: unknown): void => {
    this.#last = error instanceof Error ? error : new Error(String(error));
  };

  constructor() {
    process.on('unhandledRejection', this.#take);
    process.on('uncaughtException', this.#take);
  }

  /** Throws the last one, once. */
  rethrow(): void {
    const stray = this.#last;
    this.#last = null;
    if (stray !== null) throw stray;
  }

  stop(): void {
    process.off('unhandledRejection', this.#take);
    process.off('uncaughtException', this.#take);
  }
}
