// SPDX-License-Identifier: Apache-2.0
import { ServiceError } from '../../../platform/errors/service-error.ts';
import { PeriodicTask, type RoundCounts } from '../../../platform/jobs/periodic-task.ts';

const LOOK_EVERY_MS = 1_000;
/** Failed checks in a row after which no request waits for an answer any more. */
const MAX_MISSES = 3;
/**
 * Time without the database before clients are sent on. They lose a measurement after a minute, and sooner where they
 * find no server at all: an outage that all servers have is waited out first.
 */
const LOST_AFTER_MS = 25_000;

export interface DatabaseWatchDeps {
  /** Rejects while the database does not answer. */
  readonly answers: () => Promise<void>;
  /** Called when it has not answered for long. */
  readonly lost: () => void;
  readonly metrics: RoundCounts;
  /** For tests that cannot wait, ms. */
  readonly lostAfterMs?: number | undefined;
}

/** Watches whether a server still reaches the shared database: others may, and can take over its clients. */
export class DatabaseWatch {
  readonly #deps: DatabaseWatchDeps;
  readonly #task: PeriodicTask;
  #misses = 0;
  #answeredAt = performance.now();
  #isLost = false;

  constructor(deps: DatabaseWatchDeps) {
    this.#deps = deps;
    this.#task = new PeriodicTask({
      name: 'database watch',
      everyMs: LOOK_EVERY_MS,
      metrics: deps.metrics,
      work: () => this.#look(),
      failed: () => this.#missed(),
    });
  }

  async #look(): Promise<void> {
    await this.#deps.answers();
    this.#misses = 0;
    this.#answeredAt = performance.now();
    this.#isLost = false;
  }

  #missed(): void {
    const { lost, lostAfterMs = LOST_AFTER_MS } = this.#deps;
    this.#misses += 1;
    if (this.#isLost || this.#misses < MAX_MISSES) return;
    this.#isLost = performance.now() - this.#answeredAt >= lostAfterMs;
    if (this.#isLost) lost();
  }

  /** @throws ServiceError SERVICE_UNAVAILABLE soon while the database is lost, instead of a long wait for it. */
  readonly assertReached = async (): Promise<void> => {
    if (this.#misses < MAX_MISSES) return;
    await this.#look().catch(() => {
      throw new ServiceError('SERVICE_UNAVAILABLE');
    });
  };

  start(): void {
    this.#task.start();
  }

  stop(): Promise<void> {
    return this.#task.stop();
  }
}
