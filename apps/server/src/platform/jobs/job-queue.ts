// SPDX-License-Identifier: Apache-2.0
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import { codeOf } from '../telemetry/error-code.ts';
import { JOB_OUTCOMES, type Metrics } from '../telemetry/metrics.ts';
import { backOffMs } from './back-off.ts';
import { ClockJumpDetector } from './clock-jump-detector.ts';
import { JobError } from './job-error.ts';
import type { JobOwner, JobRepository, JobRow, NewJob } from './job-repository.ts';
import { PeriodicTask } from './periodic-task.ts';

/** Interval of the poll for jobs that other servers added, or that are due again, ms. */
const POLL_MS = 5_000;

/** Wait before the outcome of a try is written again after a failed write, ms. */
const WRITE_AGAIN_MS = 1_000;

/** A running try. */
interface Try {
  readonly ended: Promise<void>;
  leaseEndsAt: number;
}

/** How long a stopping server lets tries run before it aborts them, ms. */
const STOP_MS = 10_000;

/** How the jobs of a kind are run. */
export interface JobHandler {
  /**
   * Rejects when the try failed. Only the code of the reason is stored and logged.
   * @param signal aborts when the server stops and the grace period for tries has passed.
   */
  readonly run: (job: JobRow, signal: AbortSignal) => Promise<void>;
  /** Jobs that a server runs at once. */
  readonly concurrency: number;
  /** Most of them for one configuration, so that slow jobs of one leave room for the others. */
  readonly maxPerConfiguration?: number;
  /** Renewed while a try runs; after it expires another server may take the job over. */
  readonly leaseMs: number;
  readonly maxTries: number;
  /** Whether jobs that are done are kept for the retention, or deleted at once. */
  readonly keepsDone: boolean;
  /** Wait before another try, ms; {@link backOffMs} by default. */
  readonly retryAfterMs?: ((tries: number) => number) | undefined;
  /** Log messages. */
  readonly lines: { readonly failed: string; readonly givenUp: string };
}

export interface JobQueueDeps {
  readonly store: JobRepository;
  readonly metrics: Metrics;
  readonly log: Logger;
  readonly now: () => number;
  /** How long tries may run on while the queue stops, ms. */
  readonly stopMs?: number;
}

/** Configurations that already have as many running tries as they may. */
function fullConfigurations(running: readonly JobRow[], most: number): readonly string[] {
  const ids = running.flatMap(({ configuration_id: id }) => (id === null ? [] : [id]));
  return [...new Set(ids)].filter((id) => ids.filter((other) => other === id).length >= most);
}

/** Work that is stored first and done in the background, by any of the servers that share the store. */
export class JobQueue {
  readonly store: JobRepository;
  readonly #deps: JobQueueDeps;
  readonly #handlers = new Map<string, JobHandler>();
  readonly #workers = new Map<string, PeriodicTask>();
  readonly #release: PeriodicTask;
  /** Running tries by kind. */
  readonly #running = new Map<string, Map<JobRow, Try>>();
  readonly #stopping = new AbortController();
  readonly #clock: ClockJumpDetector;

  constructor(deps: JobQueueDeps) {
    this.store = deps.store;
    this.#deps = deps;
    this.#clock = new ClockJumpDetector(deps.now);
    this.#release = new PeriodicTask({
      name: 'held jobs',
      metrics: deps.metrics,
      everyMs: POLL_MS,
      work: () => this.#releaseHeld(),
      failed: (error) => this.#broken('held', error),
    });
    const help = 'Stored jobs by kind and state; the same on all servers that share a database.';
    deps.metrics.gauges('perfuse_jobs', help, ['kind', 'state'], () =>
      deps.store.depths().catch((error: unknown) => {
        deps.log.warn({ code: codeOf(error) }, 'jobs could not be counted');
        return [];
      }),
    );
  }

  /** To be called before {@link start}. */
  register(kind: string, handler: JobHandler): void {
    this.#handlers.set(kind, handler);
    // In Prometheus, rate() needs a zero before the first failure.
    for (const outcome of JOB_OUTCOMES) this.#deps.metrics.job(kind, outcome, 0);
  }

  /** Stores jobs, which are run soon; those without a handler are held until a server with one polls. */
  async add(kind: string, owner: JobOwner, jobs: readonly NewJob[]): Promise<void> {
    if (jobs.length === 0) return;
    await this.store.add(kind, this.#handlers.has(kind) ? 'pending' : 'held', owner, jobs);
    this.trigger(kind);
  }

  /** Makes jobs of a kind due again, with all their tries. @returns how many of them still existed. */
  async replay(kind: string, jobs: readonly Pick<JobRow, 'id' | 'payload'>[]): Promise<number> {
    const replayed = await this.store.replay(jobs);
    this.trigger(kind);
    return replayed;
  }

  /** Gives up the oldest jobs of each configuration that has more than `most` waiting. @returns how many. */
  async giveUpOldest(kind: string, most: number): Promise<number> {
    const code = 'TOO_MANY_WAITING';
    const count = await this.store.giveUpOldest(kind, most, code);
    if (count === 0) return 0;
    this.#deps.metrics.job(kind, 'given_up', count);
    this.#deps.log.warn({ code, count, reason: kind }, 'jobs were given up');
    return count;
  }

  /** Polls for due jobs if this process runs jobs: between {@link start} and {@link stop}. */
  trigger(kind: string): void {
    this.#workers.get(kind)?.trigger();
  }

  readonly start = async (): Promise<void> => {
    await this.store.recall();
    for (const [kind, handler] of this.#handlers) {
      const worker = new PeriodicTask({
        name: `jobs of ${kind}`,
        metrics: this.#deps.metrics,
        everyMs: POLL_MS,
        work: () => this.#beginDue(kind, handler),
        failed: (error) => this.#broken(kind, error),
      });
      this.#workers.set(kind, worker);
      worker.start();
    }
    this.#release.start();
  };

  /** Resolves when the running tries have ended, or were aborted after the grace period. */
  readonly stop = async (): Promise<void> => {
    const workers = [...this.#workers.values()];
    this.#workers.clear();
    await Promise.all([this.#release, ...workers].map((task) => task.stop()));
    const { stopMs = STOP_MS } = this.#deps;
    const timer = setTimeout(() => this.#stopping.abort(), stopMs);
    const tries = [...this.#running.values()].flatMap((ofKind) => [...ofKind.values()]);
    await Promise.all(tries.map(({ ended }) => ended));
    clearTimeout(timer);
  };

  /** Servers without a handler leave jobs held. */
  async #releaseHeld(): Promise<void> {
    const kinds = [...this.#handlers.keys()];
    if (kinds.length === 0 || !(await this.store.release(kinds))) return;
    for (const kind of kinds) this.trigger(kind);
  }

  /** Starts due jobs while there is room. The end of a try triggers another poll. */
  async #beginDue(kind: string, handler: JobHandler): Promise<void> {
    const { concurrency, leaseMs, maxPerConfiguration = concurrency } = handler;
    const running = this.#running.get(kind) ?? new Map<JobRow, Try>();
    this.#running.set(kind, running);
    if (this.#clock.sinceJumpMs() === 0) await this.store.recall();
    await this.#renewLeases(running, leaseMs);
    while (this.#workers.has(kind) && running.size < concurrency) {
      const full = fullConfigurations([...running.keys()], maxPerConfiguration);
      const job = await this.store.take(kind, leaseMs, full);
      if (job === null) return;
      const ended = this.#run(job, handler)
        .catch((error: unknown) => this.#broken(kind, error))
        .finally(() => {
          running.delete(job);
          this.trigger(kind);
        });
      running.set(job, { ended, leaseEndsAt: job.due_at });
    }
  }

  /** A lease that ended during its try would let another server run the job a second time. */
  async #renewLeases(running: ReadonlyMap<JobRow, Try>, leaseMs: number): Promise<void> {
    const endsAt = this.#deps.now() + leaseMs;
    for (const [job, one] of running) {
      if (endsAt - one.leaseEndsAt < leaseMs / 2) continue;
      await this.store.renew(job, endsAt);
      one.leaseEndsAt = endsAt;
    }
  }

  #broken(kind: string, error: unknown): void {
    this.#deps.log.error({ code: codeOf(error), reason: kind }, 'jobs failed');
  }

  async #run(job: JobRow, handler: JobHandler): Promise<void> {
    try {
      await handler.run(job, this.#stopping.signal);
    } catch (error) {
      await this.#failed(job, handler, error);
      return;
    }
    this.#deps.metrics.job(job.kind, 'done');
    await this.#written(job, () =>
      handler.keepsDone ? this.store.settle(job, 'done', null) : this.store.remove(job.id),
    );
  }

  /**
   * Retries a failed write until the lease expires or this server stops: a job whose end is not stored would run twice.
   */
  async #written(job: JobRow, write: () => Promise<void>): Promise<void> {
    for (;;) {
      try {
        await write();
        return;
      } catch (error) {
        const leaseEndsAt = this.#running.get(job.kind)?.get(job)?.leaseEndsAt ?? job.due_at;
        if (this.#deps.now() + WRITE_AGAIN_MS >= leaseEndsAt) throw error;
        this.#broken(job.kind, error);
      }
      await wait(WRITE_AGAIN_MS, undefined, { signal: this.#stopping.signal });
    }
  }

  async #failed(job: JobRow, handler: JobHandler, error: unknown): Promise<void> {
    const { metrics, log, now } = this.#deps;
    const { maxTries, retryAfterMs = backOffMs, lines } = handler;
    const code = codeOf(error);
    const tries = job.tries + 1;
    const dueAt = now() + retryAfterMs(tries);
    const isFinal = error instanceof JobError && error.isFinal;
    // A job that expires before its next try is given up now, so that this is reported before the job is deleted.
    const isLast = isFinal || tries >= maxTries || dueAt >= (job.expires_at ?? Infinity);
    await this.store.settle(job, isLast ? 'failed' : 'pending', code, dueAt);
    const isRefused = isFinal && error.isOfReceiver;
    metrics.job(job.kind, isRefused ? 'refused' : isLast ? 'given_up' : 'failed');
    log.warn({ code, count: tries, reason: job.kind }, isLast ? lines.givenUp : lines.failed);
  }
}
