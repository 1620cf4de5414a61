// SPDX-License-Identifier: Apache-2.0
/**
 * Writes the log back into the database, on a connection of its own in a thread of the driver, so that the event loop
 * is not blocked.
 */
import Connection from 'libsql/promise';
import { z } from '@perfuse/contract/schema';
import type { LogFile } from './log-file.ts';
import type { ConnectionQueue } from './connection-queue.ts';
import { untilEmpty } from './write-ahead-log.ts';

/** Sizes of the log, frames: pages of 4 KiB. */
export interface LogBounds {
  /** It is written back each time it has grown by this many. */
  readonly step: number;
  /** From this length on it restarts: writers wait until the rest of it is written back. */
  readonly limit: number;
}

const BOUNDS: LogBounds = { step: 1000, limit: 8000 };
/**
 * If the log is this many times as long as its limit, it grew faster than the disk: writers wait for the running
 * write-back.
 */
const TOO_LONG = 2;

/** `log` is its length, frames. */
const outcomes = z.tuple([z.object({ busy: z.number(), log: z.number() })]);
type Outcome = z.output<typeof outcomes>[0];

export interface CheckpointOptions {
  readonly file: string;
  readonly log: LogFile;
  /** Queue for the server's connection, the only one that writes. */
  readonly queue: ConnectionQueue;
  readonly bounds?: LogBounds | undefined;
  readonly onError: (error: unknown) => void;
}

export class Checkpoints {
  readonly #options: CheckpointOptions;
  readonly #bounds: LogBounds;
  readonly #connection: Connection;
  #running: Promise<void> | undefined;
  /** The part of the running write-back that runs beside writers. */
  #pass: Promise<unknown> = Promise.resolve();
  #isHolding = false;
  #generation = '';
  /** Length of the log at which the next write-back begins, frames. */
  #next: number;
  #isClosed = false;

  constructor(options: CheckpointOptions) {
    this.#options = options;
    this.#bounds = options.bounds ?? BOUNDS;
    this.#next = this.#bounds.step;
    this.#connection = new Connection(options.file, {});
  }

  /** Begins to write the log back if it has grown enough. */
  readonly consider = (): void => {
    if (this.#isClosed) return;
    if (this.#running !== undefined) {
      if (this.#options.log.exceeds(TOO_LONG * this.#bounds.limit)) this.#holdWriters();
    } else if (this.#isDue()) {
      this.#running = this.#writeBack()
        .catch(this.#options.onError)
        .finally(() => {
          this.#running = undefined;
        });
    }
  };

  #isDue(): boolean {
    const { log } = this.#options;
    const generation = log.generation();
    if (generation !== this.#generation) {
      this.#generation = generation;
      this.#next = this.#bounds.step;
    }
    return log.exceeds(this.#next, generation);
  }

  async #writeBack(): Promise<void> {
    // After an error, such as a full disk, the next step tries again.
    this.#next += this.#bounds.step;
    const pass = this.#checkpoint('passive');
    this.#pass = pass;
    const { log } = await pass;
    this.#next = log + this.#bounds.step;
    if (log < this.#bounds.limit) return;
    // A write-back completes only between writes. The next write then begins at the start of the file, unless a
    // backup reads.
    await this.#options.queue.runExclusive(() => this.#checkpoint('passive'));
  }

  #holdWriters(): void {
    if (this.#isHolding) return;
    this.#isHolding = true;
    this.#options.queue
      .runExclusive(() => this.#pass)
      // The caller of the write-back reports its failure.
      .catch(() => undefined)
      .finally(() => {
        this.#isHolding = false;
      });
  }

  async #checkpoint(mode: 'passive' | 'truncate'): Promise<Outcome> {
    const rows: unknown = await this.#connection.pragma(`wal_checkpoint(${mode})`, undefined);
    return outcomes.parse(rows)[0];
  }

  /**
   * Writes the log back, where deleted rows are overwritten, and empties its file.
   * @throws LogInUseError while another process reads from it.
   */
  readonly empty = (): Promise<void> =>
    untilEmpty(async () => {
      await this.#running;
      const { busy } = await this.#options.queue.runExclusive(() => this.#checkpoint('truncate'));
      return busy === 0;
    });

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#running;
    this.#connection.close();
  }
}
