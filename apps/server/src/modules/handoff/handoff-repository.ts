// SPDX-License-Identifier: Apache-2.0
import { z } from '@perfuse/contract/schema';
import { Repository } from '../../platform/storage/repository.ts';
import { firstRow, hasWritten } from '../../platform/storage/rows.ts';
import { lockForUpdate, lockParent, rowLocked } from '../../platform/storage/transactions.ts';
import { handOffRow } from './tables.ts';

/** How long the requesting device can read the state after a phone has opened the hand-off, ms. */
const KEPT_MS = 3_600_000;

const openedRow = z.pick(handOffRow, {
  id: true,
  organisation_id: true,
  device_id: true,
  family_id: true,
  user_id: true,
  encrypted: true,
});
export type HandOffRow = z.output<typeof openedRow>;

const stateRow = z.pick(handOffRow, { phone_id: true, opened_at: true, expires_at: true });
type HandOffStateRow = z.output<typeof stateRow>;

type NewHandOff = Omit<z.output<typeof handOffRow>, 'phone_id' | 'opened_at' | 'kept_until'>;

/** One-time tokens for continuing on a phone. */
export class HandOffRepository extends Repository {
  /** Adds a hand-off, replacing the device's unopened one. @returns false when the person or device was deleted. */
  async replace(handOff: NewHandOff): Promise<boolean> {
    return rowLocked(this.db).execute(async (db) => {
      const { user_id } = handOff;
      if (user_id !== null && !(await lockParent(db, 'users', user_id))) return false;
      if (!(await lockForUpdate(db, 'devices', handOff.device_id))) return false;
      await db
        .deleteFrom('handoffs')
        .where('device_id', '=', handOff.device_id)
        .where('opened_at', 'is', null)
        .execute();
      await db
        .insertInto('handoffs')
        .values({ ...handOff, phone_id: null, opened_at: null, kept_until: handOff.expires_at })
        .execute();
      return true;
    });
  }

  /** Uses up a token: one of several calls with it gets the row, and the encrypted data is deleted from the store. */
  async open(hash: string, edition: string): Promise<HandOffRow | null> {
    const now = this.now();
    const found = await this.db
      .selectFrom('handoffs')
      .select(['id', 'organisation_id', 'device_id', 'family_id', 'user_id', 'encrypted'])
      .where('hash', '=', hash)
      .where('edition', '=', edition)
      .where('opened_at', 'is', null)
      .where('expires_at', '>', now)
      .executeTakeFirst();
    if (found === undefined) return null;
    const isFirst = await this.db
      .updateTable('handoffs')
      .set({ opened_at: now, kept_until: now + KEPT_MS, encrypted: '' })
      .where('hash', '=', hash)
      .where('opened_at', 'is', null)
      .$call(hasWritten);
    return isFirst ? openedRow.parse(found) : null;
  }

  /** Stores which device the phone got. */
  async setPhone(id: string, phoneId: string): Promise<void> {
    await this.db.updateTable('handoffs').set({ phone_id: phoneId }).where('id', '=', id).execute();
  }

  /** For the requesting device. */
  async find(id: string, deviceId: string): Promise<HandOffStateRow | null> {
    return this.db
      .selectFrom('handoffs')
      .select(['phone_id', 'opened_at', 'expires_at'])
      .where('id', '=', id)
      .where('device_id', '=', deviceId)
      .$call(firstRow(stateRow));
  }

  /** Whether a device has finished a measurement. */
  async hasMeasured(deviceId: string): Promise<boolean> {
    const row = await this.db
      .selectFrom('measurements')
      .select('id')
      .where('device_id', '=', deviceId)
      .where('status', '=', 'COMPLETE')
      .limit(1)
      .executeTakeFirst();
    return row !== undefined;
  }

  /** Ends a hand-off that no phone has opened. */
  async cancel(id: string, deviceId: string): Promise<void> {
    await this.db
      .deleteFrom('handoffs')
      .where('id', '=', id)
      .where('device_id', '=', deviceId)
      .where('opened_at', 'is', null)
      .execute();
  }

  /** Deletes hand-offs that expired unused, and those whose state is no longer readable. */
  async purge(): Promise<void> {
    await this.db.deleteFrom('handoffs').where('kept_until', '<=', this.now()).execute();
  }
}
