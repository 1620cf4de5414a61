// SPDX-License-Identifier: Apache-2.0
import { randomUUID } from 'node:crypto';
import { authorises, type ConsentRecord } from '@perfuse/contract/account/consent';
import { z } from '@perfuse/contract/schema';
import type { Database } from '../../../platform/storage/database.ts';
import type { Erased } from '../../../platform/platform.ts';
import { lockForUpdate, rowLocked } from '../../../platform/storage/transactions.ts';
import { consentRow, type ConsentRow } from '../tables.ts';
import { deleteMeasurements, type MeasurementPredicate } from '../../measurements/index.ts';

/** Who consents: a person, or a guest's device. */
export interface ConsentGiver {
  readonly organisationId: string;
  readonly deviceId: string;
  readonly userId: string | null;
}

/** Receipts of consent. They are added and never changed. */
export class ConsentRepository {
  readonly #db: Database;
  readonly #now: () => number;
  readonly #erased: Erased;

  constructor(
    db: Database,
    now: () => number = Date.now,
    erased: Erased = () => Promise.resolve(),
  ) {
    this.#db = db;
    this.#now = now;
    this.#erased = erased;
  }

  #of({ userId, deviceId }: Pick<ConsentGiver, 'userId' | 'deviceId'>, db = this.#db) {
    const all = db.selectFrom('consents').selectAll();
    return userId === null
      ? all.where('device_id', '=', deviceId)
      : all.where('user_id', '=', userId);
  }

  /** The latest receipt; null when there is none. */
  async current(giver: Pick<ConsentGiver, 'userId' | 'deviceId'>): Promise<ConsentRow | null> {
    const row = await this.#of(giver).orderBy('number', 'desc').limit(1).executeTakeFirst();
    return row === undefined ? null : consentRow.parse(row);
  }

  /** Every receipt, oldest first. */
  async history(giver: Pick<ConsentGiver, 'userId' | 'deviceId'>): Promise<readonly ConsentRow[]> {
    return z.array(consentRow).parse(await this.#of(giver).orderBy('number').execute());
  }

  /**
   * Adds a receipt. Without a consent to storage, what was stored for the person goes in the same transaction.
   * @returns null when the giver is gone.
   */
  async add(giver: ConsentGiver, record: ConsentRecord): Promise<ConsentRow | null> {
    let deleted = 0;
    const added = await rowLocked(this.#db).execute(async (db) => {
      // A measurement that begins holds the giver too: it is there before, to be deleted, or sees this receipt.
      const { userId, deviceId } = giver;
      const isThere = await (userId === null
        ? lockForUpdate(db, 'devices', deviceId)
        : lockForUpdate(db, 'users', userId));
      if (!isThere) return null;
      const last = await this.#of(giver, db).orderBy('number', 'desc').limit(1).executeTakeFirst();
      const row = {
        id: randomUUID(),
        organisation_id: giver.organisationId,
        user_id: userId,
        device_id: userId === null ? deviceId : null,
        number: (last?.number ?? 0) + 1,
        policy_version: record.policy_version,
        record: JSON.stringify(record),
        created_at: this.#now(),
      };
      await db.insertInto('consents').values(row).execute();
      if (userId !== null && !authorises(record, 'healthDataStorage')) {
        const predicate: MeasurementPredicate = (build) => build('user_id', '=', userId);
        deleted = await deleteMeasurements(db, predicate, this.#now());
      }
      return consentRow.parse(row);
    });
    if (deleted > 0) await this.#erased();
    return added;
  }
}
