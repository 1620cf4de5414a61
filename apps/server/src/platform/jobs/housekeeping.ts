// SPDX-License-Identifier: Apache-2.0
import type { Logger } from 'pino';
import { ClockJumpDetector } from './clock-jump-detector.ts';
import { PeriodicTask } from './periodic-task.ts';
import type { AcquireLease } from '../storage/leader-lease.ts';

const EVERY_MS = 60_000;
/** Longer than the interval, so that the server that did it last renews its lease. */
const LEASE_MS = 90_000;
/** After the clock was set, nothing is deleted for its age for as long as a measurement may stay without data, ms. */
const STEADY_MS = 10 * 60_000;

/** After all others: what they deleted leaves the files. */
const OVERWRITING = 'overwriting';

export interface HousekeepingDeps {
  readonly acquireLease: AcquireLease;
  readonly now: () => number;
  /** Called after the tasks: what they deleted is to leave the files too. */
  readonly overwriteDeleted: () => Promise<void>;
  readonly log: Logger;
  readonly everyMs?: number;
}

/** Deletes what has expired, in every module that registers a task: at the start and every minute, on one server. */
export class Housekeeping {
  readonly #deps: HousekeepingDeps;
  readonly #clock: ClockJumpDetector;
  readonly #periodic: PeriodicTask;
  readonly #tasks = new Map<string, () => Promise<unknown>>();

  constructor(deps: HousekeepingDeps) {
    this.#deps = deps;
    this.#clock = new ClockJumpDetector(deps.now);
    this.#periodic = new PeriodicTask({
      everyMs: deps.everyMs ?? EVERY_MS,
      work: () => this.#runWithLease(),
      failed: (error) => deps.log.error({ err: error }, 'housekeeping failed'),
    });
  }

  /** @param task deletes what has expired by now. */
  add(name: string, task: () => Promise<unknown>): void {
    this.#tasks.set(name, task);
  }

  readonly start = (): void => this.#periodic.start();
  readonly stop = (): Promise<void> => this.#periodic.stop();

  async #runWithLease(): Promise<void> {
    const { acquireLease, log } = this.#deps;
    const steadyMs = this.#clock.sinceJumpMs();
    if (steadyMs < STEADY_MS) {
      log.warn({ ms: steadyMs }, 'the clock was set: nothing is deleted for its age yet');
      return;
    }
    if (await acquireLease('housekeeping', LEASE_MS)) await this.run();
  }

  /** Runs every task once; one that fails does not keep the others from running. */
  async run(): Promise<void> {
    for (const [task, work] of [
      ...this.#tasks,
      [OVERWRITING, this.#deps.overwriteDeleted],
    ] as const) {
      await work().catch((error: unknown) => {
        this.#deps.log.error({ err: error, reason: task }, 'housekeeping failed');
      });
    }
  }
}
