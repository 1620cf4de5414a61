// SPDX-License-Identifier: Apache-2.0
import type { Logger } from 'pino';
import type { Metrics } from '../../platform/telemetry/metrics.ts';

/** Name of the work in the metrics. */
const NAME = 'codes and links';

/** Work that no answer waits for, as its duration would reveal whether an account exists; finished before exit. */
export class Background {
  readonly #running = new Set<Promise<void>>();
  readonly #log: Logger;
  readonly #metrics: Pick<Metrics, 'background'>;

  constructor(log: Logger, metrics: Pick<Metrics, 'background'>) {
    this.#log = log;
    this.#metrics = metrics;
    // A rate needs a count before the first failure.
    metrics.background(NAME, 'failed', 0);
  }

  run(work: () => Promise<void>): void {
    const running = work()
      .then(() => this.#metrics.background(NAME, 'done'))
      .catch((error: unknown) => {
        this.#metrics.background(NAME, 'failed');
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
