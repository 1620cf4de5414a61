// SPDX-License-Identifier: Apache-2.0
import type { Metrics } from '../telemetry/metrics.ts';

/** Where rounds are counted. */
export type RoundCounts = Pick<Metrics, 'background'>;

export interface PeriodicTaskDeps {
  /** The name under which its rounds are counted. */
  readonly name: string;
  readonly everyMs: number;
  readonly work: () => Promise<void>;
  /** Receives the error of a failed round; the next round tries again. */
  readonly failed: (error: unknown) => void;
  readonly metrics: RoundCounts;
}

/** Periodic background work, one round at a time. */
export class PeriodicTask {
  readonly #deps: PeriodicTaskDeps;
  #timer: NodeJS.Timeout | undefined;
  #round: Promise<void> = Promise.resolve();
  #isQueued = false;

  constructor(deps: PeriodicTaskDeps) {
    this.#deps = deps;
    // In Prometheus, rate() needs a zero before the first failure.
    deps.metrics.background(deps.name, 'failed', 0);
  }

  /** Queues a round after the running one; callers share a queued round until it starts. */
  trigger(): void {
    if (this.#isQueued) return;
    this.#isQueued = true;
    this.#round = this.#round
      .then(() => {
        this.#isQueued = false;
        return this.#deps.work();
      })
      .then(() => this.#deps.metrics.background(this.#deps.name, 'done'))
      .catch((error: unknown) => {
        this.#deps.metrics.background(this.#deps.name, 'failed');
        this.#deps.failed(error);
      });
  }

  start(): void {
    this.trigger();
    this.#timer = setInterval(() => this.trigger(), this.#deps.everyMs);
    this.#timer.unref();
  }

  /** Resolves when the running round has ended. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#round;
  }
}
