// SPDX-License-Identifier: Apache-2.0
/** Who has the one connection of the embedded store: first come, first served. */

/** Turns after which sockets and flushes have theirs, however many wait for the connection. */
const IN_A_ROW = 16;

export class Turns {
  readonly #waiting: (() => void)[] = [];
  #isTaken = false;
  #handedOn = 0;

  /** Resolves when the caller has the connection. Whoever comes meanwhile waits behind. */
  async take(): Promise<void> {
    if (!this.#isTaken) {
      this.#isTaken = true;
      return;
    }
    await new Promise<void>((resolve) => {
      this.#waiting.push(resolve);
    });
  }

  /** Gives the connection to the next one who waits. */
  release(): void {
    const next = this.#waiting.shift();
    this.#isTaken = next !== undefined;
    if (next === undefined) return;
    this.#handedOn += 1;
    if (this.#handedOn % IN_A_ROW === 0) setImmediate(next);
    else next();
  }

  /** Runs work while nobody has the connection, before all who wait for it. */
  async alone<T>(work: () => Promise<T>): Promise<T> {
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
