// SPDX-License-Identifier: Apache-2.0
import { sql } from 'kysely';
import { z } from '@perfuse/contract/schema';
import { serverTime, serverTimePlus } from '../storage/clock.ts';
import type { Database } from '../storage/database.ts';
import { count, time } from '../storage/rows.ts';
import { table, type TablesOf } from '../storage/tables.ts';

/** Requests of one address to strict routes, where several servers count together. */
export const REQUEST_COUNT_TABLES = {
  request_counts: table(
    z.object({
      /** Keyed hash of the address. */
      key: z.string(),
      count,
      ends_at: time,
    }),
  ),
};

declare module '../storage/database.ts' {
  interface Tables extends TablesOf<typeof REQUEST_COUNT_TABLES> {}
}

const countedRow = z.object({ count, left_ms: time });

export interface RequestCount {
  /** Requests in this window, including the one just counted. */
  readonly count: number;
  /** Until the window ends, ms. */
  readonly leftMs: number;
}

/** Requests per key and window, on PostgreSQL, counted by one statement however many servers count at once. */
export class RequestCounts {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async add(key: string, windowMs: number): Promise<RequestCount> {
    const row = await this.#db
      .insertInto('request_counts')
      .values({ key, count: 1, ends_at: serverTimePlus(windowMs) })
      .onConflict((conflict) =>
        conflict.column('key').doUpdateSet({
          count: sql<number>`case when request_counts.ends_at <= ${serverTime()} then 1 else request_counts.count + 1 end`,
          ends_at: sql<number>`case when request_counts.ends_at <= ${serverTime()} then excluded.ends_at else request_counts.ends_at end`,
        }),
      )
      .returning(['count', sql<number>`greatest(ends_at - ${serverTime()}, 0)`.as('left_ms')])
      .executeTakeFirstOrThrow();
    const { count: counted, left_ms } = countedRow.parse(row);
    return { count: counted, leftMs: left_ms };
  }

  /** Deletes windows that have ended. */
  async purge(): Promise<void> {
    await this.#db.deleteFrom('request_counts').where('ends_at', '<=', serverTime()).execute();
  }
}
