// SPDX-License-Identifier: Apache-2.0

export interface RoundsParts {
  readonly everyMs: number;
  readonly work: () => Promise<void>;
  /** What a round failed with; the next one tries again. */
  readonly failed: (error: unknown) => void;
}

/** Work in the background, now and again: one round at a time. */
export class Rounds {
  readonly #parts: RoundsParts;
  #timer: NodeJS.Timeout | undefined;
  #round: Promise<void> = Promise.resolve();

  constructor(parts: RoundsParts) {
    this.#parts = parts;
  }

  /** One round more, after the one under way. */
  nudge(): void {
    this.#round = this.#round.then(() => this.#parts.work()).catch(this.#parts.failed);
  }

  start(): void {
    this.nudge();
    this.#timer = setInterval(() => this.nudge(), this.#parts.everyMs);
    this.#timer.unref();
  }

  /** Resolves when the round under way is over. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#round;
  }
}
