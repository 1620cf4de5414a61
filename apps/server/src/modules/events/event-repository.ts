// SPDX-License-Identifier: Apache-2.0
import type { RemoteEvent } from '@perfuse/contract/events/events';
import { z } from '@perfuse/contract/schema';
import { Repository } from '../../platform/storage/repository.ts';
import { allRows, count, countWritten, firstRow, time } from '../../platform/storage/rows.ts';
import { table, type TablesOf } from '../../platform/storage/tables.ts';
import { lockParent, rowLocked } from '../../platform/storage/transactions.ts';

/** An event that a browser sent for the events webhook, stored once however often it was sent. */
const eventRow = z.object({
  configuration_id: z.string(),
  /** SHA-256 of the secret of the launch that reported it, hex. */
  launch_hash: z.string(),
  /** As given by the browser. */
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

const storedEvent = z.pick(eventRow, {
  launch_hash: true,
  sequence: true,
  event: true,
  happened_at: true,
});
type StoredEvent = z.output<typeof storedEvent>;
/** Distinguishes the events of a session. */
const nameOf = ({ event, happened_at }: StoredEvent): string => `${String(happened_at)} ${event}`;
const nameOfEvent = ({ event, timestamp }: RemoteEvent): string =>
  `${String(Date.parse(timestamp))} ${event}`;

export const EVENT_TABLES = { events: table(eventRow) };

declare module '../../platform/storage/database.ts' {
  interface Tables extends TablesOf<typeof EVENT_TABLES> {}
}

const keptEvent = z.object({ sequence: count, received_at: time });
export type KeptEvent = z.output<typeof keptEvent>;

/** Events of a launch. */
export interface Told {
  readonly configurationId: string;
  readonly sessionId: string;
  readonly launchHash: string;
  readonly events: readonly RemoteEvent[];
}

/** Events that browsers reported for the events webhooks of configurations. */
export class EventRepository extends Repository {
  /** The event with the `most`-th highest number of a launch, and when it was received; null where it has fewer. */
  async lowestKept(launchHash: string, most: number): Promise<KeptEvent | null> {
    return this.db
      .selectFrom('events')
      .select(['sequence', 'received_at'])
      .where('launch_hash', '=', launchHash)
      .orderBy('sequence', 'desc')
      .offset(most - 1)
      .limit(1)
      .$call(firstRow(keptEvent));
  }

  /** Whether any event of this launch is stored. */
  async has(launchHash: string): Promise<boolean> {
    const row = await this.db
      .selectFrom('events')
      .select('sequence')
      .where('launch_hash', '=', launchHash)
      .limit(1)
      .executeTakeFirst();
    return row !== undefined;
  }

  /**
   * Renumbers events of a launch where their numbers are taken. A browser numbers its own from 0: a link that is opened
   * again, or on a phone, continues after the stored events of its session. An event that was sent before keeps its
   * number.
   */
  async numbered(told: Told): Promise<readonly RemoteEvent[]> {
    const { configurationId, sessionId, launchHash, events } = told;
    const stored = this.db
      .selectFrom('events')
      .select(['launch_hash', 'sequence', 'event', 'happened_at'])
      .where('configuration_id', '=', configurationId)
      .where('session_id', '=', sessionId);
    const sequences = events.map(({ sequence }) => sequence);
    const at = await stored.where('sequence', 'in', sequences).$call(allRows(storedEvent));
    const isThis = (row: StoredEvent, event: RemoteEvent) =>
      row.launch_hash === launchHash && nameOf(row) === nameOfEvent(event);
    const isAnother = (event: RemoteEvent) =>
      at.some((row) => row.sequence === event.sequence && !isThis(row, event));
    if (!events.some(isAnother)) return events;
    const times = events.map(({ timestamp }) => Date.parse(timestamp));
    const before = stored.where('happened_at', 'in', times).where('launch_hash', '=', launchHash);
    const sent = await before.$call(allRows(storedEvent));
    const known = new Map(sent.map((row) => [nameOf(row), row.sequence]));
    const [last] = await stored.orderBy('sequence', 'desc').limit(1).$call(allRows(storedEvent));
    let next = Math.max(last?.sequence ?? 0, ...sequences) + 1;
    return events.map((event) => {
      if (!isAnother(event)) return event;
      return { ...event, sequence: known.get(nameOfEvent(event)) ?? next++ };
    });
  }

  /**
   * Adds events of a launch, of which the newest `most` are kept.
   * @returns how many of them were new; null when the configuration was deleted.
   */
  async add({ configurationId, launchHash, events }: Told, most: number): Promise<number | null> {
    const received_at = this.now();
    const rows = events.map(({ timestamp, sessionId, sequence, event, severity, payload }) => ({
      configuration_id: configurationId,
      launch_hash: launchHash,
      session_id: sessionId,
      sequence,
      event,
      severity,
      payload: JSON.stringify(payload),
      happened_at: Date.parse(timestamp),
      received_at,
    }));
    return rowLocked(this.db).execute(async (db) => {
      if (!(await lockParent(db, 'configurations', configurationId))) return null;
      const result = await db
        .insertInto('events')
        .values(rows)
        .onConflict((conflict) => conflict.columns(['launch_hash', 'sequence']).doNothing())
        .executeTakeFirst();
      await db
        .deleteFrom('events')
        .where('launch_hash', '=', launchHash)
        .where('sequence', '<=', (build) =>
          build
            .selectFrom('events')
            .select('sequence')
            .where('launch_hash', '=', launchHash)
            .orderBy('sequence', 'desc')
            .offset(most)
            .limit(1),
        )
        .execute();
      return Number(result.numInsertedOrUpdatedRows ?? 0);
    });
  }

  /** Deletes all but the newest `most` events of a configuration. @returns how many. */
  async trim(configurationId: string, most: number): Promise<number> {
    return this.db
      .deleteFrom('events')
      .where('configuration_id', '=', configurationId)
      .where('received_at', '<=', (build) =>
        build
          .selectFrom('events')
          .select('received_at')
          .where('configuration_id', '=', configurationId)
          .orderBy('received_at', 'desc')
          .offset(most)
          .limit(1),
      )
      .$call(countWritten);
  }

  /** Deletes events received before a time, ms since 1970. @returns how many. */
  async expire(before: number): Promise<number> {
    return this.db.deleteFrom('events').where('received_at', '<', before).$call(countWritten);
  }
}
