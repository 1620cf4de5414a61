// SPDX-License-Identifier: Apache-2.0
import { randomUUID } from 'node:crypto';
import {
  authorises,
  CONSENT_PURPOSES,
  type ConsentRecord,
} from '@perfuse/contract/account/consent';
import { ServiceError } from '../../../platform/errors/service-error.ts';
import type { Database } from '../../../platform/storage/database.ts';
import { ErasingRepository } from '../../../platform/storage/repository.ts';
import { countMatching } from '../../../platform/storage/list-query.ts';
import { allRows, firstRow } from '../../../platform/storage/rows.ts';
import { lockForUpdate, rowLocked } from '../../../platform/storage/transactions.ts';
import { consentRow, type ConsentRow } from '../tables.ts';
import {
  deleteMeasurements,
  measurementsOf,
  type MeasurementPredicate,
} from '../../measurements/index.ts';

/** Who consents: a person, or a guest's device. */
export interface ConsentGiver {
  readonly organisationId: string;
  readonly deviceId: string;
  readonly userId: string | null;
}

const DAY_MS = 86_400_000;
/** Most receipts of one giver: a flood must not fill the disk. */
const MAX_PER_DAY = 100;

const takesBack = (before: ConsentRecord, after: ConsentRecord): boolean =>
  CONSENT_PURPOSES.some((purpose) => authorises(before, purpose) && !authorises(after, purpose));

/** The measurements that a record does not allow; null for none. */
function forbiddenBy(
  record: ConsentRecord,
  { userId, deviceId }: ConsentGiver,
): MeasurementPredicate | null {
  const mayProcess = authorises(record, 'healthDataProcessing');
  if (userId === null) return mayProcess ? null : (build) => build('device_id', '=', deviceId);
  if (!mayProcess) return measurementsOf(userId);
  return authorises(record, 'healthDataStorage') ? null : (build) => build('user_id', '=', userId);
}

/** Receipts of consent. They are added and never changed. */
export class ConsentRepository extends ErasingRepository {
  #of({ userId, deviceId }: Pick<ConsentGiver, 'userId' | 'deviceId'>, db = this.db) {
    const all = db.selectFrom('consents').selectAll();
    return userId === null
      ? all.where('device_id', '=', deviceId)
      : all.where('user_id', '=', userId);
  }

  async #assertFew(giver: ConsentGiver, db: Database): Promise<void> {
    const today = this.#of(giver, db).where('created_at', '>', this.now() - DAY_MS);
    if ((await countMatching(today)) < MAX_PER_DAY) return;
    throw new ServiceError('RATE_LIMIT', 'The consent was changed too often today.');
  }

  /** The latest receipt; null when there is none. */
  async current(
    giver: Pick<ConsentGiver, 'userId' | 'deviceId'>,
    db = this.db,
  ): Promise<ConsentRow | null> {
    return this.#of(giver, db).orderBy('number', 'desc').limit(1).$call(firstRow(consentRow));
  }

  /** Every receipt, oldest first. */
  async history(giver: Pick<ConsentGiver, 'userId' | 'deviceId'>): Promise<readonly ConsentRow[]> {
    return this.#of(giver).orderBy('number').$call(allRows(consentRow));
  }

  /**
   * Adds a receipt, or returns the latest one for the same record. Deletes what it no longer allows in the same
   * transaction: without consent to storage, what was stored for the person; without consent to processing, every
   * measurement of the giver, including one in progress.
   * @returns null when the giver was deleted.
   * @throws ServiceError RATE_LIMIT beyond {@link MAX_PER_DAY}.
   */
  add(giver: ConsentGiver, record: ConsentRecord): Promise<ConsentRow | null> {
    return this.#add(giver, () => record);
  }

  /** As {@link add}, for a record that follows from the latest one. @returns null also where there is none. */
  change(
    giver: ConsentGiver,
    revise: (last: ConsentRecord) => ConsentRecord,
  ): Promise<ConsentRow | null> {
    return this.#add(giver, (last) => (last === null ? null : revise(last)));
  }

  async #add(
    giver: ConsentGiver,
    revise: (last: ConsentRecord | null) => ConsentRecord | null,
  ): Promise<ConsentRow | null> {
    let deleted = 0;
    const added = await rowLocked(this.db).execute(async (db) => {
      // The start of a measurement locks the giver too: it comes first and is deleted, or it sees this receipt.
      const { userId, deviceId } = giver;
      const isThere = await (userId === null
        ? lockForUpdate(db, 'devices', deviceId)
        : lockForUpdate(db, 'users', userId));
      if (!isThere) return null;
      const last = await this.current(giver, db);
      const record = revise(last?.record ?? null);
      if (record === null) return null;
      const written = JSON.stringify(record);
      if (last !== null && JSON.stringify(last.record) === written) return last;
      // A withdrawal is never limited.
      if (last === null || !takesBack(last.record, record)) await this.#assertFew(giver, db);
      const row = {
        id: randomUUID(),
        organisation_id: giver.organisationId,
        user_id: userId,
        device_id: userId === null ? deviceId : null,
        number: (last?.number ?? 0) + 1,
        policy_version: record.policy_version,
        record: written,
        created_at: this.now(),
      };
      await db.insertInto('consents').values(row).execute();
      const forbidden = forbiddenBy(record, giver);
      if (forbidden !== null) deleted = await deleteMeasurements(db, forbidden, this.now());
      return consentRow.parse(row);
    });
    if (deleted > 0) await this.erased();
    return added;
  }
}
