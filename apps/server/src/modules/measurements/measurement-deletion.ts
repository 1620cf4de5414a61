// SPDX-License-Identifier: Apache-2.0
import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import type { Database, Tables } from '../../platform/storage/database.ts';
import { countWritten } from '../../platform/storage/rows.ts';
import { incrementUsage } from './usage-repository.ts';

/** Selects measurements. */
export type MeasurementPredicate = (
  build: ExpressionBuilder<Tables, 'measurements'>,
) => Expression<SqlBool>;

/**
 * Measurements stored for a person, and those of their sessions' devices that are not. Selected by id: for an `or` with
 * a subquery, PostgreSQL reads everybody's measurements.
 */
export const measurementsOf =
  (userId: string): MeasurementPredicate =>
  (build) =>
    build('measurements.id', 'in', (from) =>
      from
        .selectFrom('measurements as stored')
        .select('stored.id')
        .where('stored.user_id', '=', userId)
        .union(
          from
            .selectFrom('devices')
            .innerJoin('measurements as filmed', 'filmed.device_id', 'devices.id')
            .select('filmed.id')
            .where('devices.user_id', '=', userId),
        ),
    );

const OPEN = ['CAPTURING', 'PROCESSING'] as const;

/**
 * Deletes measurements with their chunks and results; unfinished ones count as abandoned. Part of a transaction.
 * @param now ms since 1970.
 * @returns how many there were.
 */
export async function deleteMeasurements(
  db: Database,
  predicate: MeasurementPredicate,
  now: number,
): Promise<number> {
  // In one statement, so that a measurement that ends at this moment is counted once.
  const open = await db
    .deleteFrom('measurements')
    .where(predicate)
    .where('status', 'in', OPEN)
    .returning('organisation_id')
    .execute();
  for (const organisation of new Set(open.map((row) => row.organisation_id))) {
    const left = open.filter((row) => row.organisation_id === organisation).length;
    await incrementUsage(db, organisation, 'abandoned', now, left);
  }
  // One that began since then stays: it would be missing in the counts.
  const ended = await db
    .deleteFrom('measurements')
    .where(predicate)
    .where('status', 'not in', OPEN)
    .$call(countWritten);
  return open.length + ended;
}
