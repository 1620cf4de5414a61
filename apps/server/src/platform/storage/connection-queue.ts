// SPDX-License-Identifier: Apache-2.0
/** Queue for the one connection of the embedded store: first come, first served. */

/** Turns in a row after which sockets and flushes are served, however many callers wait for the connection. */
const IN_A_ROW = 16;

export class ConnectionQueue {
  readonly #waiting: (() => void)[] = [];
  #isTaken = false;
  #handedOn = 0;

  /** Resolves when the caller has the connection. Later callers wait behind it. */
  async acquire(): Promise<void> {
    if (!this.#isTaken) {
      this.#isTaken = true;
      return;
    }
    await new Promise<void>((resolve) => {
      this.#waiting.push(resolve);
    });
  }

  /** Passes the connection to the next waiting caller. */
  release(): void {
    const next = this.#waiting.shift();
    this.#isTaken = next !== undefined;
    if (next === undefined) return;
    this.#handedOn += 1;
    if (this.#handedOn % IN_A_ROW === 0) setImmediate(next);
    else next();
  }

  /** Runs work while the connection is idle, ahead of all waiting callers. */
  async runExclusive<T>(work: () => Promise<T>): Promise<T> {
    if (this.#isTaken) {
      await new Promise<void>((resolve) => {
        this.#waiting.unshift(resolve);
      });
    }
    this.#isTaken = true;
    try {
      return await work();
    } finally {
      this.release();
    }
  }
}
