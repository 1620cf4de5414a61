// SPDX-License-Identifier: Apache-2.0
import { channelDataSchema } from '@perfuse/contract/results/message';
import { z } from '@perfuse/contract/schema';
import type { Database } from '../database.ts';
import { count, json, time } from '../rows.ts';

const historyRow = z.object({
  id: z.string(),
  study_id: z.string(),
  created_at: time,
  completed_at: time,
  channels: json(z.record(z.string(), channelDataSchema)),
});
export type HistoryRow = z.output<typeof historyRow>;

/** Finished measurements that were stored for a person. */
export class HistoryRepository {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  #finished(userId: string) {
    return this.#db
      .selectFrom('measurements')
      .innerJoin('results', 'results.measurement_id', 'measurements.id')
      .where('measurements.user_id', '=', userId)
      .where('measurements.status', '=', 'COMPLETE')
      .where('results.is_final', '=', 1);
  }

  #rows(userId: string) {
    return this.#finished(userId).select([
      'measurements.id',
      'measurements.study_id',
      'measurements.created_at',
      'measurements.completed_at',
      'results.channels',
    ]);
  }

  /** One page, newest first, and how many there are. */
  async page(
    userId: string,
    limit: number,
    offset: number,
  ): Promise<{ readonly rows: readonly HistoryRow[]; readonly total: number }> {
    const rows = await this.#rows(userId)
      .orderBy('measurements.created_at', 'desc')
      .orderBy('measurements.id')
      .limit(limit)
      .offset(offset)
      .execute();
    const { total } = await this.#finished(userId)
      .select(({ fn }) => fn.countAll().as('total'))
      .executeTakeFirstOrThrow();
    return { rows: z.array(historyRow).parse(rows), total: count.parse(total) };
  }

  async find(userId: string, id: string): Promise<HistoryRow | null> {
    const row = await this.#rows(userId).where('measurements.id', '=', id).executeTakeFirst();
    return row === undefined ? null : historyRow.parse(row);
  }

  /** @returns false when the person has no such measurement. */
  async remove(userId: string, id: string): Promise<boolean> {
    const result = await this.#db
      .deleteFrom('measurements')
      .where('user_id', '=', userId)
      .where('id', '=', id)
      .executeTakeFirst();
    return result.numDeletedRows > 0n;
  }

  /** Deletes everything stored for the person, whatever its state. */
  async clear(userId: string): Promise<number> {
    const result = await this.#db
      .deleteFrom('measurements')
      .where('user_id', '=', userId)
      .executeTakeFirst();
    return Number(result.numDeletedRows);
  }
}
