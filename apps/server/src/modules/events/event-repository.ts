// SPDX-License-Identifier: Apache-2.0
import type { RemoteEvent } from '@perfuse/contract/events/events';
import { z } from '@perfuse/contract/schema';
import type { Database } from '../../platform/storage/database.ts';
import { count, time } from '../../platform/storage/rows.ts';
import { table, type TablesOf } from '../../platform/storage/tables.ts';
import { lockParent, rowLocked } from '../../platform/storage/transactions.ts';

/** What browsers sent for the events webhook. Each counts once, however often it was sent. */
const eventRow = z.object({
  configuration_id: z.string(),
  /** As the browser named it. */
  session_id: z.string(),
  sequence: count,
  event: z.string(),
  severity: z.string(),
  /** JSON of the contract's event payload. */
  payload: z.string(),
  /** On the browser's clock. */
  happened_at: time,
  received_at: time,
});

export const EVENT_TABLES = { events: table(eventRow) };

declare module '../../platform/storage/database.ts' {
  interface Tables extends TablesOf<typeof EVENT_TABLES> {}
}

/** What browsers told for the events webhooks of configurations. */
export class EventRepository {
  readonly #db: Database;
  readonly #now: () => number;

  constructor(db: Database, now: () => number = Date.now) {
    this.#db = db;
    this.#now = now;
  }

  async hasConfiguration(id: string): Promise<boolean> {
    const row = await this.#db
      .selectFrom('configurations')
      .select('id')
      .where('id', '=', id)
      .executeTakeFirst();
    return row !== undefined;
  }

  /** Stored events of a configuration, of one session where one is named; counts no further than `most`. */
  async count(configurationId: string, most: number, sessionId?: string): Promise<number> {
    const { total } = await this.#db
      .selectFrom((from) => {
        const rows = from
          .selectFrom('events')
          .select('sequence')
          .where('configuration_id', '=', configurationId)
          .limit(most);
        return (sessionId === undefined ? rows : rows.where('session_id', '=', sessionId)).as(
          'counted',
        );
      })
      .select(({ fn }) => fn.countAll().as('total'))
      .executeTakeFirstOrThrow();
    return count.parse(total);
  }

  /** @returns how many of them were not there yet; null when the configuration is not there any more. */
  async add(configurationId: string, events: readonly RemoteEvent[]): Promise<number | null> {
    const received_at = this.#now();
    const rows = events.map(({ timestamp, sessionId, sequence, event, severity, payload }) => ({
      configuration_id: configurationId,
      session_id: sessionId,
      sequence,
      event,
      severity,
      payload: JSON.stringify(payload),
      happened_at: Date.parse(timestamp),
      received_at,
    }));
    return rowLocked(this.#db).execute(async (db) => {
      if (!(await lockParent(db, 'configurations', configurationId))) return null;
      const result = await db
        .insertInto('events')
        .values(rows)
        .onConflict((conflict) =>
          conflict.columns(['configuration_id', 'session_id', 'sequence']).doNothing(),
        )
        .executeTakeFirst();
      return Number(result.numInsertedOrUpdatedRows ?? 0);
    });
  }

  /** Deletes what was received before a moment. @returns how many. */
  async expire(before: number): Promise<number> {
    const result = await this.#db
      .deleteFrom('events')
      .where('received_at', '<', before)
      .executeTakeFirst();
    return Number(result.numDeletedRows);
  }
}
