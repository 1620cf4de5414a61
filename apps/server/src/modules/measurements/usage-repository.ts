// SPDX-License-Identifier: Apache-2.0
import type { UsageOutcome } from '@perfuse/contract/admin/usage';
import type { Database } from '../../platform/storage/database.ts';
import { allRows } from '../../platform/storage/rows.ts';
import { prepared } from '../../platform/storage/prepared.ts';
import { usageDayRow, type UsageRow } from './tables.ts';

/** The UTC day of a time in ms since 1970, as `2030-01-31`. */
export const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

const addToDay = prepared(
  (
    db,
    values: {
      readonly organisationId: string;
      readonly day: string;
      readonly outcome: UsageOutcome;
      readonly added: number;
    },
  ) =>
    db
      .insertInto('usage_days')
      .values({
        organisation_id: values.organisationId,
        day: values.day,
        outcome: values.outcome,
        count: values.added,
      })
      .onConflict((conflict) =>
        conflict
          .columns(['organisation_id', 'day', 'outcome'])
          .doUpdateSet((build) => ({ count: build('usage_days.count', '+', values.added) })),
      ),
);

/** Counts measurements of an organisation: how many, never whose. Part of the transaction that changes them. */
export async function incrementUsage(
  db: Database,
  organisationId: string,
  outcome: UsageOutcome,
  now: number,
  added = 1,
): Promise<void> {
  await addToDay(db, { organisationId, day: dayOf(now), outcome, added });
}

/** Measurements of an organisation per day. */
export class UsageRepository {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Counts from a day on, oldest first; days without any are omitted. */
  async since(organisationId: string, day: string): Promise<readonly UsageRow[]> {
    return this.#db
      .selectFrom('usage_days')
      .selectAll()
      .where('organisation_id', '=', organisationId)
      .where('day', '>=', day)
      .orderBy('day')
      .$call(allRows(usageDayRow));
  }
}
