// SPDX-License-Identifier: Apache-2.0
import type { Logger } from 'pino';
import { ClockJumpDetector } from './clock-jump-detector.ts';
import { PeriodicTask } from './periodic-task.ts';
import type { AcquireLease } from '../storage/leader-lease.ts';
import type { Metrics } from '../telemetry/metrics.ts';

const EVERY_MS = 60_000;
/** Longer than the interval, so that the server that did it last renews its lease. */
const LEASE_MS = 90_000;
/** After a jump of the clock, nothing is deleted by age for as long as a measurement may stay without data, ms. */
const STEADY_MS = 10 * 60_000;
/** After this long without success a promised deletion is overdue, which is logged as an error, ms. */
const OVERDUE_MS = 3_600_000;

/** The task that runs after all others and removes what they deleted from the database files. */
const OVERWRITING = 'overwriting';

export interface HousekeepingDeps {
  readonly acquireLease: AcquireLease;
  readonly now: () => number;
  /** Called after the tasks, to remove what they deleted from the database files too. */
  readonly overwriteDeleted: () => Promise<void>;
  readonly log: Logger;
  readonly metrics: Pick<Metrics, 'background' | 'gauges'>;
  readonly everyMs?: number | undefined;
  /** A clock that cannot be set, ms. */
  readonly monotonic?: () => number;
}

interface Task {
  readonly work: () => Promise<unknown>;
  /** When it last succeeded on this server, or when this server became responsible for it. */
  doneAt: number;
  isOverdue: boolean;
}

/** Runs the deletions that modules register: at the start and every minute, on one server. */
export class Housekeeping {
  readonly #deps: HousekeepingDeps;
  readonly #monotonic: () => number;
  readonly #clock: ClockJumpDetector;
  readonly #periodic: PeriodicTask;
  readonly #tasks = new Map<string, Task>();
  readonly #overwriting: Task;

  constructor(deps: HousekeepingDeps) {
    const { now, log, metrics, monotonic = () => performance.now() } = deps;
    this.#deps = deps;
    this.#monotonic = monotonic;
    this.#clock = new ClockJumpDetector(now, monotonic);
    this.#periodic = new PeriodicTask({
      name: 'housekeeping',
      everyMs: deps.everyMs ?? EVERY_MS,
      work: () => this.#runWithLease(),
      metrics,
      failed: (error) => {
        log.error({ err: error }, 'housekeeping failed');
        this.#tellOverdue();
      },
    });
    const help =
      'Time since each promised deletion last succeeded, on the server that performs it; overdue after an hour.';
    metrics.gauges('perfuse_deletion_overdue_seconds', help, ['task'], () =>
      Promise.resolve(
        [...this.#all()].map(([task, { doneAt }]) => ({
          task,
          value: (this.#monotonic() - doneAt) / 1000,
        })),
      ),
    );
    this.#overwriting = this.#task(OVERWRITING, deps.overwriteDeleted);
  }

  #task(name: string, work: Task['work']): Task {
    // In Prometheus, rate() needs a zero before the first failure.
    this.#deps.metrics.background(name, 'failed', 0);
    return { work, doneAt: this.#monotonic(), isOverdue: false };
  }

  /**
   * @param task deletes what has expired; a number that it returns is logged as the count. One deletion each: an
   * earlier step that fails would keep a later one from running.
   */
  add(name: string, task: () => Promise<unknown>): void {
    this.#tasks.set(name, this.#task(name, task));
  }

  *#all(): Generator<[name: string, task: Task]> {
    yield* this.#tasks;
    yield [OVERWRITING, this.#overwriting];
  }

  readonly start = (): void => {
    this.#startCounting();
    this.#periodic.start();
  };
  readonly stop = (): Promise<void> => this.#periodic.stop();

  /** Restarts the time within which this server has to succeed. */
  #startCounting(): void {
    for (const [, task] of this.#all()) {
      task.doneAt = this.#monotonic();
      task.isOverdue = false;
    }
  }

  async #runWithLease(): Promise<void> {
    const { acquireLease } = this.#deps;
    if (!this.#isSteady()) this.#tellOverdue();
    else if (await acquireLease('housekeeping', LEASE_MS)) await this.run(() => this.#isSteady());
    // Another server does it, and reports its own failures.
    else this.#startCounting();
  }

  /** Whether the clock has been steady for long enough to be trusted. */
  #isSteady(): boolean {
    const steadyMs = this.#clock.sinceJumpMs();
    if (steadyMs >= STEADY_MS) return true;
    this.#deps.log.warn({ ms: steadyMs }, 'the clock was changed: deletion by age is paused');
    return false;
  }

  /**
   * Runs every task once; one that fails does not keep the others from running.
   * @param goesOn called before each task: the clock may jump while the previous one runs.
   */
  async run(goesOn = (): boolean => true): Promise<void> {
    for (const [name, task] of this.#all()) {
      if (!goesOn()) break;
      await this.#runOne(name, task);
    }
    this.#tellOverdue();
  }

  async #runOne(name: string, task: Task): Promise<void> {
    const { log, metrics } = this.#deps;
    try {
      const count = await task.work();
      if (typeof count === 'number' && count > 0)
        log.info({ count, reason: name }, 'housekeeping done');
      task.doneAt = this.#monotonic();
      task.isOverdue = false;
      metrics.background(name, 'done');
    } catch (error) {
      metrics.background(name, 'failed');
      log.error({ err: error, reason: name }, 'housekeeping failed');
    }
  }

  /** Logs an overdue task once, until it succeeds again. */
  #tellOverdue(): void {
    for (const [name, task] of this.#all()) {
      const ms = Math.round(this.#monotonic() - task.doneAt);
      if (task.isOverdue || ms <= OVERDUE_MS) continue;
      task.isOverdue = true;
      this.#deps.log.error(
        { reason: name, ms },
        'a promised deletion has not succeeded for an hour',
      );
    }
  }
}
