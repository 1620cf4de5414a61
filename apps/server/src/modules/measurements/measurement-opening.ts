// SPDX-License-Identifier: Apache-2.0
/** How a measurement begins: only on a consent, a study and a profile that are as they were looked at. */
import type { Database } from '../../platform/storage/database.ts';
import { countMatching } from '../../platform/storage/list-query.ts';
import { lockForUpdate, lockParent } from '../../platform/storage/transactions.ts';
import { incrementUsage } from './usage-repository.ts';

/** The consent of the person who measures, as it was read. */
interface MeasuringConsent {
  /** Who measures; null for a guest, whose device consents. */
  readonly userId: string | null;
  /** The newest receipt; null for none. */
  readonly receiptId: string | null;
  /** Whether the measurement is kept for the person. */
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
 * What became of a measurement that was to begin. `gone`: who asks was deleted. `changed`: what was looked at before is
 * not so any more, the consent, the study or the profile; it is to be looked at anew.
 */
export type Opening = 'opened' | 'too many' | 'gone' | 'changed';

/** Whether no other receipt has taken the place of the one that was looked at. Who gives them is held by the caller. */
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

/** Whether a study takes measurements, until the transaction ends. */
async function isActiveStudy(db: Database, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('studies')
    .select('status')
    .where('id', '=', id)
    .forShare()
    .executeTakeFirst();
  return row?.status === 'ACTIVE';
}

/** Whether all that a measurement rests on is as it was looked at, until the transaction ends. */
async function isAsLookedAt(db: Database, measurement: NewMeasurement): Promise<boolean> {
  const { studyId, profileId } = measurement;
  return (
    (await isStillConsent(db, measurement)) &&
    (await isActiveStudy(db, studyId)) &&
    (profileId === null || (await lockParent(db, 'profiles', profileId)))
  );
}

/**
 * Begins a measurement of a device that has fewer than `maxOpen` which wait for data. Part of a transaction.
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
