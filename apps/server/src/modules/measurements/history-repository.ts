// SPDX-License-Identifier: Apache-2.0
import { z } from '@perfuse/contract/schema';
import { ErasingRepository } from '../../platform/storage/repository.ts';
import { selectPage, type PageOfRows } from '../../platform/storage/list-query.ts';
import { allRows, time } from '../../platform/storage/rows.ts';
import { rowLocked } from '../../platform/storage/transactions.ts';
import { measurementRow, resultRow, type MeasurementRow, type ResultRow } from './tables.ts';
import {
  deleteMeasurements,
  measurementsOf,
  type MeasurementPredicate,
} from './measurement-deletion.ts';

const finishedRow = z.extend(
  z.pick(measurementRow, { id: true, study_id: true, created_at: true }),
  { completed_at: time },
);
type FinishedRow = z.output<typeof finishedRow>;

const finalRow = z.pick(resultRow, { measurement_id: true, channels: true });
export type HistoryRow = FinishedRow & Pick<z.output<typeof finalRow>, 'channels'>;

export interface KeptRows {
  readonly measurement: MeasurementRow;
  readonly results: readonly ResultRow[];
}

/** Finished measurements that were stored for a person. */
export class HistoryRepository extends ErasingRepository {
  #rows(userId: string) {
    return this.db
      .selectFrom('measurements')
      .where('measurements.user_id', '=', userId)
      .where('measurements.status', '=', 'COMPLETE')
      .select([
        'measurements.id',
        'measurements.study_id',
        'measurements.created_at',
        'measurements.completed_at',
      ]);
  }

  /** Adds the final results; rows deleted in the meantime are left out. */
  async #withChannels(rows: readonly FinishedRow[]): Promise<HistoryRow[]> {
    if (rows.length === 0) return [];
    const ids = rows.map(({ id }) => id);
    const found = await this.db
      .selectFrom('results')
      .select(['measurement_id', 'channels'])
      .where('measurement_id', 'in', ids)
      .where('is_final', '=', 1)
      .$call(allRows(finalRow));
    const finals = new Map(found.map(({ measurement_id, channels }) => [measurement_id, channels]));
    return rows.flatMap((row) => {
      const channels = finals.get(row.id);
      return channels === undefined ? [] : [{ ...row, channels }];
    });
  }

  /** One page, newest first, and the total. Results are read for the page only: they are large. */
  async page(userId: string, limit: number, offset: number): Promise<PageOfRows<HistoryRow>> {
    const page = { limit, offset, sort: { by: 'created_at', descending: true } } as const;
    const found = await selectPage(this.#rows(userId), finishedRow, 'measurements', page);
    return { rows: await this.#withChannels(found.rows), total: found.total };
  }

  /**
   * One page of everything stored of the person, in any state, newest first, with its results, oldest first.
   * @param last the last measurement of the page before: one deleted or added since then moves no other.
   */
  async kept(
    userId: string,
    limit: number,
    last?: Pick<MeasurementRow, 'id' | 'created_at'>,
  ): Promise<readonly KeptRows[]> {
    const all = this.db.selectFrom('measurements').selectAll().where(measurementsOf(userId));
    const older =
      last === undefined
        ? all
        : all.where((build) =>
            build(build.refTuple('created_at', 'id'), '<', build.tuple(last.created_at, last.id)),
          );
    const measurements = await older
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .$call(allRows(measurementRow));
    if (measurements.length === 0) return [];
    const ids = measurements.map(({ id }) => id);
    const results = await this.db
      .selectFrom('results')
      .selectAll()
      .where('measurement_id', 'in', ids)
      .orderBy('position')
      .$call(allRows(resultRow));
    return measurements.map((measurement) => ({
      measurement,
      results: results.filter(({ measurement_id }) => measurement_id === measurement.id),
    }));
  }

  async find(userId: string, id: string): Promise<HistoryRow | null> {
    const found = this.#rows(userId).where('measurements.id', '=', id);
    const [row] = await this.#withChannels(await found.$call(allRows(finishedRow)));
    return row ?? null;
  }

  /** @returns false when the person has no such measurement. */
  async remove(userId: string, id: string): Promise<boolean> {
    const deleted = await this.#delete((build) =>
      build.and([build('user_id', '=', userId), build('id', '=', id)]),
    );
    return deleted > 0;
  }

  /** Deletes every measurement of the person, in any state, including those not stored for them. */
  clear(userId: string): Promise<number> {
    return this.#delete(measurementsOf(userId));
  }

  async #delete(predicate: MeasurementPredicate): Promise<number> {
    const deleted = await rowLocked(this.db).execute((db) =>
      deleteMeasurements(db, predicate, this.now()),
    );
    if (deleted > 0) await this.erased();
    return deleted;
  }
}
