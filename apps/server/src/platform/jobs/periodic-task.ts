// SPDX-License-Identifier: Apache-2.0

export interface PeriodicTaskDeps {
  readonly everyMs: number;
  readonly work: () => Promise<void>;
  /** What a round failed with; the next one tries again. */
  readonly failed: (error: unknown) => void;
}

/** Work in the background, now and again: one round at a time. */
export class PeriodicTask {
  readonly #deps: PeriodicTaskDeps;
  #timer: NodeJS.Timeout | undefined;
  #round: Promise<void> = Promise.resolve();
  #isQueued = false;

  constructor(deps: PeriodicTaskDeps) {
    this.#deps = deps;
  }

  /** One round more, after the one under way; it is the same for all who ask until it begins. */
  trigger(): void {
    if (this.#isQueued) return;
    this.#isQueued = true;
    this.#round = this.#round
      .then(() => {
        this.#isQueued = false;
        return this.#deps.work();
      })
      .catch(this.#deps.failed);
  }

  start(): void {
    this.trigger();
    this.#timer = setInterval(() => this.trigger(), this.#deps.everyMs);
    this.#timer.unref();
  }

  /** Resolves when the round under way is over. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#round;
  }
}
