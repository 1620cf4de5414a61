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

const storedEvents = z.array(z.pick(eventRow, { sequence: true, event: true, happened_at: true }));
type StoredEvent = z.output<typeof storedEvents>[number];
/** What tells two events of a session apart. */
const nameOf = ({ event, happened_at }: StoredEvent): string => `${String(happened_at)} ${event}`;
const nameOfEvent = ({ event, timestamp }: RemoteEvent): string =>
  `${String(Date.parse(timestamp))} ${event}`;

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

  /**
   * Events of one session with the numbers that they have here. A browser numbers its own from 0: a link that is opened
   * again, or on a phone, goes on after those that are stored already. An event that was sent before keeps its number.
   */
  async #numbered(
    configurationId: string,
    sessionId: string,
    events: readonly RemoteEvent[],
  ): Promise<readonly RemoteEvent[]> {
    const stored = this.#db
      .selectFrom('events')
      .select(['sequence', 'event', 'happened_at'])
      .where('configuration_id', '=', configurationId)
      .where('session_id', '=', sessionId);
    const sequences = events.map(({ sequence }) => sequence);
    const at = storedEvents.parse(await stored.where('sequence', 'in', sequences).execute());
    const isAnother = (event: RemoteEvent) =>
      at.some((row) => row.sequence === event.sequence && nameOf(row) !== nameOfEvent(event));
    if (!events.some(isAnother)) return events;
    const times = events.map(({ timestamp }) => Date.parse(timestamp));
    const known = new Map(
      storedEvents
        .parse(await stored.where('happened_at', 'in', times).execute())
        .map((row) => [nameOf(row), row.sequence]),
    );
    const [last] = storedEvents.parse(await stored.orderBy('sequence', 'desc').limit(1).execute());
    let next = Math.max(last?.sequence ?? 0, ...sequences) + 1;
    return events.map((event) => {
      if (!isAnother(event)) return event;
      return { ...event, sequence: known.get(nameOfEvent(event)) ?? next++ };
    });
  }

  /** Events with the numbers that they have here, whichever the browser gave them. */
  async numbered(
    configurationId: string,
    events: readonly RemoteEvent[],
  ): Promise<readonly RemoteEvent[]> {
    const sessions = [...new Set(events.map(({ sessionId }) => sessionId))];
    const numbered = await Promise.all(
      sessions.map((sessionId) =>
        this.#numbered(
          configurationId,
          sessionId,
          events.filter((event) => event.sessionId === sessionId),
        ),
      ),
    );
    return numbered.flat();
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
