// SPDX-License-Identifier: Apache-2.0
import { serverTime, serverTimePlus } from '../../../platform/storage/clock.ts';
import type { Database } from '../../../platform/storage/database.ts';
import { rowLocked } from '../../../platform/storage/transactions.ts';
import { pendingRow, type PendingChunk } from './chunk-repository.ts';

/** Distributes chunks between replicas on PostgreSQL: a lease on the first waiting one, taken over once expired. */
export class ChunkLeases {
  readonly #db: Database;
  readonly #holder: string;
  readonly #leaseMs: number;

  /** @param holder names this replica. */
  constructor(db: Database, holder: string, leaseMs: number) {
    this.#db = db;
    this.#holder = holder;
    this.#leaseMs = leaseMs;
  }

  /**
   * Takes the first chunk of a measurement that has no result, counted as tried. Null when there is none, or when
   * another process holds it: the chunks behind it wait, so that results come in order.
   */
  async claim(measurementId: string): Promise<PendingChunk | null> {
    return rowLocked(this.#db).execute(async (db) => {
      const row = await db
        .selectFrom('chunks')
        .select(['position', 'digest', 'is_last', 'tries', 'received_at'])
        .where('measurement_id', '=', measurementId)
        .where('position', '=', (build) =>
          build
            .selectFrom('chunks as first')
            .select(({ fn }) => fn.min('first.position').as('position'))
            .where('first.measurement_id', '=', measurementId)
            .where('first.state', '=', 'pending'),
        )
        .where('state', '=', 'pending')
        .where('claimed_until', '<=', serverTime())
        .forUpdate()
        .skipLocked()
        .executeTakeFirst();
      if (row === undefined) return null;
      const chunk = pendingRow.parse(row);
      const tries = chunk.tries + 1;
      await db
        .updateTable('chunks')
        .set({ tries, claimed_by: this.#holder, claimed_until: serverTimePlus(this.#leaseMs) })
        .where('measurement_id', '=', measurementId)
        .where('position', '=', chunk.position)
        .execute();
      return { ...chunk, tries };
    });
  }

  /** Renews the leases on the waiting chunks of measurements, except those taken over by another replica. */
  async renew(measurementIds: readonly string[]): Promise<void> {
    if (measurementIds.length === 0) return;
    await this.#db
      .updateTable('chunks')
      .set({ claimed_until: serverTimePlus(this.#leaseMs) })
      .where('measurement_id', 'in', measurementIds)
      .where('state', '=', 'pending')
      .where('claimed_by', '=', this.#holder)
      .execute();
  }

  /** Releases every waiting chunk of this replica, as when it stops. */
  async releaseAll(): Promise<void> {
    await this.#db
      .updateTable('chunks')
      .set({ claimed_by: null, claimed_until: 0 })
      .where('state', '=', 'pending')
      .where('claimed_by', '=', this.#holder)
      .execute();
  }

  /** Releases a chunk before its lease ends. @param counts whether it was tried. */
  async release(measurementId: string, position: number, counts: boolean): Promise<void> {
    await this.#db
      .updateTable('chunks')
      .set((build) => ({
        claimed_by: null,
        claimed_until: 0,
        tries: counts ? build.ref('tries') : build('tries', '-', 1),
      }))
      .where('measurement_id', '=', measurementId)
      .where('position', '=', position)
      .where('claimed_by', '=', this.#holder)
      .execute();
  }

  /** Measurements with waiting chunks that have no lease, oldest first. */
  async waiting(limit: number): Promise<readonly string[]> {
    const rows = await this.#db
      .selectFrom('chunks')
      .select(['measurement_id', ({ fn }) => fn.min('received_at').as('since')])
      .where('state', '=', 'pending')
      .where('claimed_until', '<=', serverTime())
      .groupBy('measurement_id')
      .orderBy('since')
      .limit(limit)
      .execute();
    return rows.map(({ measurement_id }) => measurement_id);
  }
}
