// SPDX-License-Identifier: Apache-2.0
import type { Logger } from 'pino';

/** Work that an answer does not wait for, as its duration would reveal whether an account exists; done before the process ends. */
export class Background {
  readonly #running = new Set<Promise<void>>();
  readonly #log: Logger;

  constructor(log: Logger) {
    this.#log = log;
  }

  run(work: () => Promise<void>): void {
    const running = work()
      .catch((error: unknown) => {
        // The message could contain personal data.
        this.#log.error({ reason: error instanceof Error ? error.name : 'unknown' }, 'work failed');
      })
      .finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  async settled(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }
}
