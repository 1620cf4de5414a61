// SPDX-License-Identifier: Apache-2.0
import { sql, type RawBuilder } from 'kysely';
import type { Database } from './database.ts';

/**
 * The time of the PostgreSQL server, ms since 1970: leases expire by one clock, whatever the clocks of the replicas
 * show.
 */
export const serverTime = (): RawBuilder<number> =>
  sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`;

/** The time of the PostgreSQL server plus an offset, ms. */
export const serverTimePlus = (ms: number): RawBuilder<number> =>
  sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint + ${ms}::bigint`;

/**
 * How often the server is asked for the time, ms. In between, and while it is unavailable, the monotonic clock
 * continues.
 */
const ASK_EVERY_MS = 10_000;

/**
 * The clock of the PostgreSQL server, continued by the monotonic clock of this process: all servers that share the
 * store agree on the time, however the clocks of their machines are set.
 */
export class ServerClock {
  readonly #db: Database;
  readonly #onError: (error: unknown) => void;
  /** Server's time at the origin of this process's monotonic clock, ms since 1970. */
  #origin = 0;
  #timer: NodeJS.Timeout | undefined;

  /**
   * @param onError called with the reason when the server does not answer; until it does, the monotonic clock
   * continues.
   */
  constructor(db: Database, onError: (error: unknown) => void) {
    this.#db = db;
    this.#onError = onError;
  }

  /** Asks the server for the first time. @throws when it does not answer. */
  async start(): Promise<void> {
    await this.#ask();
    this.#timer = setInterval(() => {
      this.#ask().catch(this.#onError);
    }, ASK_EVERY_MS);
    this.#timer.unref();
  }

  /** Ms since 1970. */
  readonly now = (): number => Math.round(this.#origin + performance.now());

  stop(): void {
    clearInterval(this.#timer);
  }

  async #ask(): Promise<void> {
    const sentAt = performance.now();
    const { rows } = await sql<{ time: number }>`select ${serverTime()} as time`.execute(this.#db);
    const answeredAt = performance.now();
    const [row] = rows;
    if (row !== undefined) this.#origin = row.time - (sentAt + answeredAt) / 2;
  }
}
