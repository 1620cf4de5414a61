// SPDX-License-Identifier: Apache-2.0
import type { MeasurementStatus } from '@perfuse/contract/analysis/schemas';
import { z } from '@perfuse/contract/schema';
import type { Database } from '../../platform/storage/database.ts';
import { Repository } from '../../platform/storage/repository.ts';
import { allRows, firstRow } from '../../platform/storage/rows.ts';
import { measurementRow, resultRow, type ResultRow } from './tables.ts';
import { incrementUsage } from './usage-repository.ts';
import { prepared } from '../../platform/storage/prepared.ts';
import { rowLocked, withoutFlush } from '../../platform/storage/transactions.ts';

export interface NewResult {
  readonly id: string;
  readonly measurementId: string;
  readonly position: number;
  /** Digest of the chunk that was analysed. */
  readonly digest: string;
  readonly isFinal: boolean;
  readonly channels: ResultRow['channels'];
  readonly error: ResultRow['error'];
}

const insertRow = prepared(
  (
    db,
    values: {
      readonly measurementId: string;
      readonly position: number;
      readonly id: string;
      readonly digest: string;
      readonly isFinal: 0 | 1;
      readonly status: MeasurementStatus;
      readonly channels: string;
      readonly error: string;
      readonly now: number;
    },
  ) =>
    db.insertInto('results').values({
      measurement_id: values.measurementId,
      position: values.position,
      id: values.id,
      digest: values.digest,
      is_final: values.isFinal,
      status: values.status,
      channels: values.channels,
      error: values.error,
      created_at: values.now,
    }),
);

const selectStatus = prepared((db, values: { readonly measurementId: string }) =>
  db.selectFrom('measurements').select('status').where('id', '=', values.measurementId).forUpdate(),
);

/** Settles the chunk of a result, if it is still pending. */
const settleChunk = prepared(
  (
    db,
    values: {
      readonly measurementId: string;
      readonly position: number;
      readonly digest: string;
    },
  ) =>
    db
      .updateTable('chunks')
      .set({ state: 'settled' })
      .where('measurement_id', '=', values.measurementId)
      .where('position', '=', values.position)
      .where('digest', '=', values.digest)
      .where('state', '=', 'pending'),
);

const updateClosed = prepared(
  (
    db,
    values: {
      readonly measurementId: string;
      readonly status: MeasurementStatus;
      readonly now: number;
    },
  ) =>
    db
      .updateTable('measurements')
      .set({ status: values.status, updated_at: values.now, completed_at: values.now })
      .where('id', '=', values.measurementId)
      .returning('organisation_id'),
);

/** Deletes the data of a measurement. Part of a transaction. */
export const deleteChunks = prepared((db, values: { readonly measurementId: string }) =>
  db.deleteFrom('chunks').where('measurement_id', '=', values.measurementId),
);

/** Adds the result of a chunk. Part of a transaction; `now` in ms since 1970. */
export async function insertResult(
  db: Database,
  result: NewResult,
  status: MeasurementStatus,
  now: number,
): Promise<void> {
  await insertRow(db, {
    measurementId: result.measurementId,
    position: result.position,
    id: result.id,
    digest: result.digest,
    isFinal: result.isFinal ? 1 : 0,
    status,
    channels: JSON.stringify(result.channels),
    error: JSON.stringify(result.error),
    now,
  });
}

/**
 * Closes a measurement with its last result, and deletes its data. Part of a transaction; `now` in ms since 1970.
 * @returns its status.
 */
export async function closeMeasurement(
  db: Database,
  result: NewResult,
  now: number,
): Promise<MeasurementStatus> {
  const status = result.error.Code === 'OK' ? 'COMPLETE' : 'ERROR';
  const { measurementId } = result;
  const { rows } = await updateClosed(db, { measurementId, status, now });
  const [closed] = rows;
  if (closed === undefined) throw new Error('The measurement to be closed does not exist.');
  const outcome = status === 'COMPLETE' ? 'completed' : 'failed';
  await incrementUsage(db, closed.organisation_id, outcome, now);
  await deleteChunks(db, { measurementId });
  return status;
}

/** Stores results of chunks, and closes a measurement with its last one. */
export class ResultRepository extends Repository {
  /**
   * Stores the result of a chunk. The final one closes the measurement and deletes its data. Any other does not wait for
   * the disk: after a power cut its chunk, which did, is analysed again, with the same result.
   * @returns the status of the measurement, or null when the chunk no longer exists: the measurement was deleted or
   * restarted during the analysis, and the result is dropped.
   */
  async store(result: NewResult): Promise<MeasurementStatus | null> {
    return rowLocked(this.db).execute(async (db) => {
      if (!result.isFinal) await withoutFlush(db);
      // Locks the measurement's row first, as adding a chunk does, to avoid deadlocks.
      const { rows } = await selectStatus(db, { measurementId: result.measurementId });
      const [measurement] = rows;
      if (measurement === undefined) return null;
      const { measurementId, position, digest } = result;
      const { numAffectedRows } = await settleChunk(db, { measurementId, position, digest });
      if (numAffectedRows === 0n) return null;
      const now = this.now();
      const status = result.isFinal
        ? await closeMeasurement(db, result, now)
        : measurementRow.shape.status.parse(measurement.status);
      await insertResult(db, result, status, now);
      return status;
    });
  }

  /** Results of a measurement so far, except the known ones, in order. */
  async list(
    measurementId: string,
    known: ReadonlySet<string> = new Set(),
  ): Promise<readonly ResultRow[]> {
    const all = this.db
      .selectFrom('results')
      .selectAll()
      .where('measurement_id', '=', measurementId)
      .orderBy('position');
    return (known.size === 0 ? all : all.where('id', 'not in', [...known])).$call(
      allRows(resultRow),
    );
  }

  /** Which of some measurements have results other than the known ones. */
  async measurementsWithOthers(
    measurements: readonly { readonly id: string; readonly known: ReadonlySet<string> }[],
  ): Promise<readonly string[]> {
    if (measurements.length === 0) return [];
    const ids = measurements.map(({ id }) => id);
    const rows = await this.db
      .selectFrom('results')
      .select(['measurement_id', 'id'])
      .where('measurement_id', 'in', ids)
      .execute();
    const known = new Map(measurements.map((measurement) => [measurement.id, measurement.known]));
    const unknown = rows.filter((row) => known.get(row.measurement_id)?.has(row.id) === false);
    return [...new Set(unknown.map((row) => row.measurement_id))];
  }

  async find(measurementId: string, position: number): Promise<ResultRow | null> {
    return this.db
      .selectFrom('results')
      .selectAll()
      .where('measurement_id', '=', measurementId)
      .where('position', '=', position)
      .$call(firstRow(resultRow));
  }

  /** The result before a position: chunks in between may have requested none. */
  async lastBefore(measurementId: string, position: number): Promise<ResultRow | null> {
    return this.db
      .selectFrom('results')
      .selectAll()
      .where('measurement_id', '=', measurementId)
      .where('position', '<', position)
      .orderBy('position', 'desc')
      .limit(1)
      .$call(firstRow(resultRow));
  }

  /** The final results of several measurements, by measurement. */
  async finals(measurementIds: readonly string[]): Promise<ReadonlyMap<string, ResultRow>> {
    if (measurementIds.length === 0) return new Map();
    const rows = await this.db
      .selectFrom('results')
      .selectAll()
      .where('measurement_id', 'in', measurementIds)
      .where('is_final', '=', 1)
      .execute();
    return new Map(
      z
        .array(resultRow)
        .parse(rows)
        .map((row) => [row.measurement_id, row] as const),
    );
  }

  async final(measurementId: string): Promise<ResultRow | null> {
    return (await this.finals([measurementId])).get(measurementId) ?? null;
  }
}
