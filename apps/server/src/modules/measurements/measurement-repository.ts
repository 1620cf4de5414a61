// SPDX-License-Identifier: Apache-2.0
import { sql, type Expression, type ExpressionBuilder, type SqlBool } from 'kysely';
import { z } from '@perfuse/contract/schema';
import type { Owner } from '../../platform/http/principal.ts';
import type { Tables } from '../../platform/storage/database.ts';
import { ErasingRepository } from '../../platform/storage/repository.ts';
import { allRows, count, countWritten, firstRow, time } from '../../platform/storage/rows.ts';
import {
  countMatching,
  selectPage,
  selectRows,
  unindexed,
  whereDefined,
  whereWithin,
  type Page,
  type PageOfRows,
  type Period,
  type Sort,
} from '../../platform/storage/list-query.ts';
import { rowLocked } from '../../platform/storage/transactions.ts';
import { measurementRow, type MeasurementRow } from './tables.ts';
import { openMeasurement, type NewMeasurement, type Opening } from './measurement-opening.ts';
import {
  deleteMeasurements,
  measurementsOf,
  type MeasurementPredicate,
} from './measurement-deletion.ts';
import { incrementUsage } from './usage-repository.ts';

const namesRow = z.object({
  id: z.string(),
  profile_name: z.nullable(z.string()),
  device_version: z.string(),
});
export type ListedMeasurement = MeasurementRow & z.output<typeof namesRow>;

export const SORTABLE = {
  Created: 'created_at',
  Updated: 'updated_at',
  StatusID: 'status',
} as const;

/** For the staff of an organisation: everything stored in it. */
interface OrganisationScope {
  readonly wholeOrganisation: string;
}

/** Whose rows: those of the device, those stored for the person, or the organisation's. */
export type Scope = Owner | OrganisationScope;

/** Selects measurements; an omitted field does not filter. */
export interface MeasurementSelection extends Period {
  readonly id?: string;
  readonly deviceId?: string;
  readonly profileId?: string;
  readonly profileName?: string;
  readonly userId?: string;
  /** E-mail address of the account, in lower case. */
  readonly email?: string;
  readonly studyId?: string;
  readonly status?: string;
  readonly partnerId?: string;
  readonly mode?: string;
}

export interface MeasurementFilter extends MeasurementSelection, Page {
  readonly owner: Scope;
  readonly sort?: Sort<(typeof SORTABLE)[keyof typeof SORTABLE]>;
}

const ownedBy = (scope: Scope) => (build: ExpressionBuilder<Tables, 'measurements'>) => {
  if ('wholeOrganisation' in scope) {
    return build('measurements.organisation_id', '=', scope.wholeOrganisation);
  }
  const { deviceId, userId } = scope;
  return userId === null
    ? build('measurements.device_id', '=', deviceId)
    : build.or([
        build('measurements.device_id', '=', deviceId),
        build('measurements.user_id', '=', userId),
      ]);
};

const STUDY = 'measurements.study_id';

/** As {@link ownedBy}, for a list: a field that narrows an organisation's list has an index that finds fewer rows. */
const listedOf = (filter: MeasurementSelection & Pick<MeasurementFilter, 'owner'>) => {
  const { owner, id, deviceId, profileId, profileName, userId, email, studyId } = filter;
  const narrowing = [id, deviceId, profileId, profileName, userId, email, studyId];
  if (!('wholeOrganisation' in owner) || narrowing.every((value) => value === undefined))
    return ownedBy(owner);
  return (build: ExpressionBuilder<Tables, 'measurements'>) =>
    build(unindexed('measurements.organisation_id'), '=', owner.wholeOrganisation);
};

/** Conditions of partial indexes, as literals: a bound value does not select one. */
const isComplete = sql<SqlBool>`status = 'COMPLETE'`;
const isNotComplete = sql<SqlBool>`status <> 'COMPLETE'`;

/** Most measurements that one transaction deletes, which blocks the embedded store for some 0.1 s. */
const SLICE = 50;

/** Measurements without their data; every call except the housekeeping's names their owner. */
export class MeasurementRepository extends ErasingRepository {
  /** Begins a measurement of a device with fewer than `maxOpen` measurements that wait for data. */
  async open(measurement: NewMeasurement, maxOpen: number): Promise<Opening> {
    return rowLocked(this.db).execute((db) =>
      openMeasurement(db, measurement, { maxOpen, now: this.now() }),
    );
  }

  async find(owner: Scope, id: string): Promise<MeasurementRow | null> {
    return this.db
      .selectFrom('measurements')
      .selectAll()
      .where('id', '=', id)
      .where(ownedBy(owner))
      .$call(firstRow(measurementRow));
  }

  #listed(filter: MeasurementSelection & Pick<MeasurementFilter, 'owner'>) {
    const { owner, studyId, profileName, email } = filter;
    const all = this.db.selectFrom('measurements').where(listedOf(filter));
    const given = whereDefined(all, {
      'measurements.id': filter.id,
      'measurements.device_id': filter.deviceId,
      'measurements.profile_id': filter.profileId,
      'measurements.status': filter.status,
      'measurements.partner_id': filter.partnerId,
      'measurements.mode': filter.mode,
      'measurements.user_id': filter.userId,
    });
    let wanted = whereWithin(given, 'measurements.created_at', filter);
    if (studyId !== undefined) {
      const column = 'wholeOrganisation' in owner ? sql.ref(STUDY) : unindexed(STUDY);
      wanted = wanted.where(column, '=', studyId);
    }
    if (profileName !== undefined) {
      wanted = wanted.where('measurements.profile_id', 'in', (build) =>
        build.selectFrom('profiles').select('profiles.id').where('profiles.name', '=', profileName),
      );
    }
    if (email !== undefined) {
      wanted = wanted.where('measurements.user_id', 'in', (build) =>
        build.selectFrom('users').select('users.id').where('users.email', '=', email),
      );
    }
    return wanted.selectAll('measurements');
  }

  /**
   * Adds the names for one page only: PostgreSQL would also look them up for all rows before it. Rows deleted in the
   * meantime are left out.
   */
  async #named(rows: readonly MeasurementRow[]): Promise<ListedMeasurement[]> {
    if (rows.length === 0) return [];
    const found = await this.db
      .selectFrom('measurements')
      .innerJoin('devices', 'devices.id', 'measurements.device_id')
      .leftJoin('profiles', 'profiles.id', 'measurements.profile_id')
      .select([
        'measurements.id',
        'profiles.name as profile_name',
        'devices.version as device_version',
      ])
      .where(
        'measurements.id',
        'in',
        rows.map(({ id }) => id),
      )
      .$call(allRows(namesRow));
    const names = new Map(found.map((row) => [row.id, row]));
    return rows.flatMap((row) => {
      const named = names.get(row.id);
      return named === undefined ? [] : [{ ...row, ...named }];
    });
  }

  async list(filter: MeasurementFilter): Promise<PageOfRows<ListedMeasurement>> {
    const page = await selectPage(this.#listed(filter), measurementRow, 'measurements', filter);
    return { ...page, rows: await this.#named(page.rows) };
  }

  /** As {@link list}, without the total, whose cost grows with the number of rows. */
  async rows(filter: MeasurementFilter): Promise<readonly ListedMeasurement[]> {
    return this.#named(
      await selectRows(this.#listed(filter), measurementRow, 'measurements', filter),
    );
  }

  /** How many measurements match. */
  count(filter: MeasurementSelection & Pick<MeasurementFilter, 'owner'>): Promise<number> {
    return countMatching(this.#listed(filter));
  }

  /**
   * Deletes the present measurements of an organisation with their chunks and results, newest first, in transactions of
   * at most {@link SLICE}, between which others are served. If it ends early, the older ones remain.
   * @returns how many there were.
   */
  async removeAll(
    { wholeOrganisation }: OrganisationScope,
    by: Pick<MeasurementSelection, 'studyId' | 'userId' | 'deviceId' | 'partnerId'>,
  ): Promise<number> {
    const { studyId, userId, deviceId, partnerId } = by;
    const chosen: MeasurementPredicate = (build) => {
      const all: Expression<SqlBool>[] = [build('organisation_id', '=', wholeOrganisation)];
      if (studyId !== undefined) all.push(build('study_id', '=', studyId));
      if (userId !== undefined) all.push(measurementsOf(userId)(build));
      if (deviceId !== undefined) all.push(build('device_id', '=', deviceId));
      if (partnerId !== undefined) all.push(build('partner_id', '=', partnerId));
      return build.and(all);
    };
    let deleted = 0;
    // Measurements that begin in the meantime are newer than `until`, and stay.
    for (let until = Number.MAX_SAFE_INTEGER; ;) {
      const slice = await this.db
        .selectFrom('measurements')
        .select(['id', 'created_at'])
        .where(chosen)
        .where('created_at', '<=', until)
        .orderBy('created_at', 'desc')
        .limit(SLICE)
        .execute();
      const ids = slice.map(({ id }) => id);
      if (ids.length > 0) deleted += await this.#deleteNow((build) => build('id', 'in', ids));
      const last = slice[SLICE - 1];
      if (last === undefined) break;
      until = time.parse(last.created_at);
    }
    if (deleted > 0) await this.erased();
    return deleted;
  }

  /** Deletes a measurement with its chunks and results. @returns false when the owner has no such measurement. */
  async remove(owner: Scope, id: string): Promise<boolean> {
    const deleted = await this.#deleteNow((build) =>
      build.and([build('id', '=', id), ownedBy(owner)(build)]),
    );
    if (deleted > 0) await this.erased();
    return deleted > 0;
  }

  #deleteNow(predicate: MeasurementPredicate): Promise<number> {
    return rowLocked(this.db).execute((db) => deleteMeasurements(db, predicate, this.now()));
  }

  /** Closes measurements without new data since `before`, and deletes their data. */
  async abandon(before: number): Promise<number> {
    return this.db.transaction().execute(async (db) => {
      const stale = db
        .selectFrom('measurements')
        .select('id')
        .where(isNotComplete)
        .where('status', '=', 'CAPTURING')
        .where('updated_at', '<', before);
      await db.deleteFrom('chunks').where('measurement_id', 'in', stale).execute();
      const now = this.now();
      const owners = await stale
        .clearSelect()
        .select(['organisation_id', ({ fn }) => fn.countAll().as('n')])
        .groupBy('organisation_id')
        .execute();
      for (const { organisation_id, n } of owners) {
        await incrementUsage(db, organisation_id, 'abandoned', now, count.parse(n));
      }
      return db
        .updateTable('measurements')
        .set({ status: 'INCOMPLETE', updated_at: now })
        .where(isNotComplete)
        .where('status', '=', 'CAPTURING')
        .where('updated_at', '<', before)
        .$call(countWritten);
    });
  }

  /** Deletes closed measurements that are in no history and were last changed before `before`, with their results. */
  async expire(before: number): Promise<number> {
    return this.db
      .deleteFrom('measurements')
      .where((of) => {
        const isOld = of('updated_at', '<', before);
        return of.or([
          of.and([isComplete, of('user_id', 'is', null), isOld]),
          // Failed and abandoned measurements are in no history.
          of.and([isNotComplete, of('status', 'in', ['ERROR', 'INCOMPLETE']), isOld]),
        ]);
      })
      .$call(countWritten);
  }
}
