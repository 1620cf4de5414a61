// SPDX-License-Identifier: Apache-2.0
/** Opens a measurement, provided that its consent, study and profile are still as they were checked. */
import type { Database } from '../../platform/storage/database.ts';
import { countMatching } from '../../platform/storage/list-query.ts';
import { lockForUpdate, lockParent } from '../../platform/storage/transactions.ts';
import { incrementUsage } from './usage-repository.ts';

/** The consent of the person who measures, as it was read. */
interface MeasuringConsent {
  /** The person who measures; null for a guest, whose device consents. */
  readonly userId: string | null;
  /** The newest receipt; null for none. */
  readonly receiptId: string | null;
  /** Whether the measurement is stored for the person. */
  readonly isStored: boolean;
}

export interface NewMeasurement {
  readonly id: string;
  readonly organisationId: string;
  readonly deviceId: string;
  readonly consent: MeasuringConsent;
  readonly studyId: string;
  readonly profileId: string | null;
  readonly partnerId: string;
  readonly mode: string;
  readonly resolution: number;
}

/**
 * Outcome of opening a measurement. `gone`: the caller was deleted. `changed`: the consent, study or profile changed
 * after it was checked and must be checked again.
 */
export type Opening = 'opened' | 'too many' | 'gone' | 'changed';

/** Whether the checked receipt is still the newest. The caller has locked the person or device that gives them. */
async function isStillConsent(
  db: Database,
  { deviceId, consent: { userId, receiptId } }: NewMeasurement,
): Promise<boolean> {
  const all = db.selectFrom('consents').select('id');
  const own =
    userId === null ? all.where('device_id', '=', deviceId) : all.where('user_id', '=', userId);
  const newest = await own.orderBy('number', 'desc').limit(1).executeTakeFirst();
  return (newest?.id ?? null) === receiptId;
}

/** Whether a study accepts measurements, which holds until the transaction ends. */
async function isActiveStudy(db: Database, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('studies')
    .select('status')
    .where('id', '=', id)
    .forShare()
    .executeTakeFirst();
  return row?.status === 'ACTIVE';
}

/** Whether all that a measurement depends on is as it was checked, which holds until the transaction ends. */
async function isAsLookedAt(db: Database, measurement: NewMeasurement): Promise<boolean> {
  const { studyId, profileId } = measurement;
  return (
    (await isStillConsent(db, measurement)) &&
    (await isActiveStudy(db, studyId)) &&
    (profileId === null || (await lockParent(db, 'profiles', profileId)))
  );
}

/**
 * Begins a measurement of a device with fewer than `maxOpen` measurements that wait for data. Part of a transaction.
 * @param limits `now` in ms since 1970.
 */
export async function openMeasurement(
  db: Database,
  measurement: NewMeasurement,
  limits: { readonly maxOpen: number; readonly now: number },
): Promise<Opening> {
  const { maxOpen, now } = limits;
  const { deviceId, consent } = measurement;
  const { userId } = consent;
  if (userId !== null && !(await lockParent(db, 'users', userId))) return 'gone';
  if (!(await lockForUpdate(db, 'devices', deviceId))) return 'gone';
  if (!(await isAsLookedAt(db, measurement))) return 'changed';
  const open = db
    .selectFrom('measurements')
    .where('device_id', '=', deviceId)
    .where('status', '=', 'CAPTURING');
  if ((await countMatching(open)) >= maxOpen) return 'too many';
  await db
    .insertInto('measurements')
    .values({
      id: measurement.id,
      organisation_id: measurement.organisationId,
      device_id: deviceId,
      user_id: consent.isStored ? userId : null,
      study_id: measurement.studyId,
      profile_id: measurement.profileId,
      partner_id: measurement.partnerId,
      mode: measurement.mode,
      resolution: measurement.resolution,
      status: 'CAPTURING',
      data_bytes: 0,
      received_ms: 0,
      created_at: now,
      updated_at: now,
      completed_at: null,
    })
    .execute();
  await incrementUsage(db, measurement.organisationId, 'started', now);
  return 'opened';
}
