// SPDX-License-Identifier: Apache-2.0
import process from 'node:process';

/**
 * Uncaught errors. Collected only while inputs run: otherwise the fuzzer's own errors would be hidden too, and its
 * thread would exit silently with code 0.
 */
export class UncaughtErrors {
  #last: Error | null = null;
  readonly #take = (error: unknown): void => {
    this.#last = error instanceof Error ? error : new Error(String(error));
  };

  constructor() {
    process.on('unhandledRejection', this.#take);
    process.on('uncaughtException', this.#take);
  }

  /** Throws the most recent error, once. */
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
