// SPDX-License-Identifier: Apache-2.0
import type { MeasurementStatus } from '@perfuse/contract/analysis/schemas';
import { ANALYSIS_LIMITS } from '@perfuse/contract/limits';
import { Repository } from '../../platform/storage/repository.ts';
import { rowLocked } from '../../platform/storage/transactions.ts';
import { openMeasurement, type NewMeasurement, type Opening } from './measurement-opening.ts';
import { closeMeasurement, insertResult, type NewResult } from './result-repository.ts';

/** A measurement that was analysed before it was stored. */
export interface FinishedMeasurement {
  readonly measurement: NewMeasurement;
  /** Of the whole recording. */
  readonly result: Omit<NewResult, 'measurementId' | 'isFinal'>;
  /** Size of its payloads, bytes. */
  readonly dataBytes: number;
  /** Length of the recording, ms. */
  readonly receivedMs: number;
}

/**
 * Stores measurements that were analysed beforehand, under the same rules as others and in one transaction: no server
 * sees one that waits for data.
 */
export class FinishedMeasurements extends Repository {
  /** @returns the status of the measurement, or why it could not begin. */
  async store(
    finished: FinishedMeasurement,
  ): Promise<MeasurementStatus | Exclude<Opening, 'opened'>> {
    const { measurement, dataBytes, receivedMs } = finished;
    const end = this.now();
    const limits = { maxOpen: ANALYSIS_LIMITS.maxOpenMeasurementsPerToken, now: end - receivedMs };
    return rowLocked(this.db).execute(async (db) => {
      const opening = await openMeasurement(db, measurement, limits);
      if (opening !== 'opened') return opening;
      await db
        .updateTable('measurements')
        .set({ data_bytes: dataBytes, received_ms: receivedMs })
        .where('id', '=', measurement.id)
        .execute();
      const result = { ...finished.result, measurementId: measurement.id, isFinal: true };
      const status = await closeMeasurement(db, result, end);
      await insertResult(db, result, status, end);
      return status;
    });
  }
}
