// SPDX-License-Identifier: Apache-2.0
/** One flush of the write-ahead log for everything committed before it began (decision 013). */
import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises';

/** A flush for so many commits is followed by the next one this much later, ms, which then covers more of them. */
const SIBLINGS = 3;
const SPACING_MS = 20;

/** Commits may not be on the disk. After a failed flush, another one proves nothing. */
export class NotDurableError extends Error {
  override readonly name = 'NotDurableError';
  readonly code = 'NOT_DURABLE';
  constructor(cause?: unknown) {
    super('The disk did not confirm what was written to the database.', { cause });
  }
}

export interface GroupFlushOptions {
  /** Resolves once everything written before the call is on the disk. */
  readonly flush: () => Promise<void>;
  /** Called after each flush. */
  readonly onFlushed: () => void;
  /** Called once, when a flush failed: nothing may be acknowledged from then on. */
  readonly onLost: (error: NotDurableError) => void;
  /** Time, ms, and waiting for it. */
  readonly clock?: {
    readonly now: () => number;
    readonly wait: (ms: number) => Promise<unknown>;
  };
}

/**
 * Flushes for several writers at once. They are delayed a little where many write, as with PostgreSQL's commit_delay and
 * commit_siblings; a writer alone never waits for others.
 */
export class GroupFlush {
  readonly #options: GroupFlushOptions;
  readonly #clock: NonNullable<GroupFlushOptions['clock']>;
  #committed = 0;
  #durable = 0;
  /** When the next flush may begin. */
  #notBefore = 0;
  #running: Promise<void> | undefined;
  #lost: NotDurableError | undefined;

  constructor(options: GroupFlushOptions) {
    this.#options = options;
    this.#clock = options.clock ?? { now: () => performance.now(), wait };
  }

  /** To be called after each commit, before anything else can be committed. */
  noteCommit(): void {
    this.#committed += 1;
  }

  /** @throws NotDurableError after a flush failed. */
  check(): void {
    if (this.#lost !== undefined) throw this.#lost;
  }

  /**
   * Resolves when everything committed so far is on the disk: after a flush that began after this call.
   * @throws NotDurableError
   */
  async durable(): Promise<void> {
    const upTo = this.#committed;
    this.check();
    // A running flush does not count: it may have begun before the commit. The next one is shared.
    while (this.#durable < upTo) await this.#round();
  }

  #round(): Promise<void> {
    this.#running ??= this.#flush().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  async #flush(): Promise<void> {
    const early = this.#notBefore - this.#clock.now();
    if (early > 0) await this.#clock.wait(early);
    // Includes everything else that commits in this turn of the event loop.
    else await turn();
    this.check();
    const upTo = this.#committed;
    this.#notBefore = upTo - this.#durable < SIBLINGS ? 0 : this.#clock.now() + SPACING_MS;
    try {
      await this.#options.flush();
    } catch (error) {
      this.#lost = new NotDurableError(error);
      this.#options.onLost(this.#lost);
      throw this.#lost;
    }
    this.#durable = upTo;
    this.#options.onFlushed();
  }

  /** Waits for the running flush; from then on nothing is durable. */
  async close(): Promise<void> {
    await this.#running?.catch(() => undefined);
    this.#lost ??= new NotDurableError();
  }
}
