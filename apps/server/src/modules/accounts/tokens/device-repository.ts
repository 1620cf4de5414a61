// SPDX-License-Identifier: Apache-2.0
import type { Database } from '../../../platform/storage/database.ts';
import { flag, time } from '../../../platform/storage/rows.ts';
import { tokenFamilyRow, type TokenFamily } from '../tables.ts';
import { lockForUpdate, rowLocked } from '../../../platform/storage/transactions.ts';
import { deleteExpiredDevices } from './device-purge.ts';
import {
  presentedToken,
  rotateRefreshToken,
  type NextRefreshToken,
  type Rotation,
} from './token-rotation.ts';
import {
  ENDED,
  endSessions,
  listOpenSessions,
  listSessions,
  type SessionClient,
  type SessionRow,
} from './session-rows.ts';

/** A user who has proven who they are, with the password of that proof; null for none. */
export interface ProvenUser {
  readonly id: string;
  readonly password_hash: string | null;
}

export interface NewDevice {
  readonly id: string;
  readonly organisationId: string;
  readonly licenceId: string;
  /** Null for devices of guests and integrators. */
  readonly user: ProvenUser | null;
  readonly type: string;
  readonly name: string;
  readonly identifier: string;
  readonly version: string;
  /** Token family of the session that lets this device in, as long as it is open; left out where none does. */
  readonly letInBy?: string;
}

export interface NewFamily {
  readonly id: string;
  readonly accessLifetimeS: number;
  readonly refreshHash: string;
  readonly expiresAt: number;
  /** No renewal reaches past this; 0 for none. */
  readonly endsAt: number;
}

/** Whether the user may still sign in with the proven password; locked until the transaction ends. */
async function isStillProven(db: Database, { id, password_hash }: ProvenUser): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select(['status', 'password_hash'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row?.status === 'ACTIVE' && row.password_hash === password_hash;
}

/** Whether a licence is active; locked until the transaction ends. */
async function isActive(db: Database, licenceId: string): Promise<boolean> {
  const row = await db
    .selectFrom('licences')
    .select('id')
    .where('id', '=', licenceId)
    .where('active', '=', 1)
    .forShare()
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether a session is open; locked until the transaction ends. */
async function isOpen(db: Database, familyId: string, now: number): Promise<boolean> {
  const row = await db
    .selectFrom('token_families')
    .select('id')
    .where('id', '=', familyId)
    .where('revoked', '=', 0)
    .where('expires_at', '>', now)
    .forShare()
    .executeTakeFirst();
  return row !== undefined;
}

/** Devices and the token families issued to them. */
export class DeviceRepository {
  readonly #db: Database;
  readonly #now: () => number;

  constructor(db: Database, now: () => number = Date.now) {
    this.#db = db;
    this.#now = now;
  }

  /**
   * @returns false when the person was suspended, has gone or has another password since they proved themselves: the
   * end of all their sessions would have missed this one. False also, for the same reason, when the licence was revoked
   * or the session that lets the device in has ended.
   */
  async register(device: NewDevice, family: NewFamily): Promise<boolean> {
    const now = this.#now();
    const userId = device.user?.id ?? null;
    return rowLocked(this.#db).execute(async (db) => {
      if (device.user !== null && !(await isStillProven(db, device.user))) return false;
      if (!(await isActive(db, device.licenceId))) return false;
      const { letInBy } = device;
      if (letInBy !== undefined && !(await isOpen(db, letInBy, now))) return false;
      await db
        .insertInto('devices')
        .values({
          id: device.id,
          organisation_id: device.organisationId,
          licence_id: device.licenceId,
          user_id: userId,
          type: device.type,
          name: device.name,
          identifier: device.identifier,
          version: device.version,
          created_at: now,
        })
        .execute();
      await db
        .insertInto('token_families')
        .values({
          id: family.id,
          device_id: device.id,
          user_id: userId,
          organisation_id: device.organisationId,
          generation: 1,
          revoked: 0,
          access_lifetime_s: family.accessLifetimeS,
          expires_at: family.expiresAt,
          ends_at: family.endsAt,
          seen_at: now,
        })
        .execute();
      await db
        .insertInto('refresh_tokens')
        .values({
          hash: family.refreshHash,
          family_id: family.id,
          used: 0,
          expires_at: family.expiresAt,
        })
        .execute();
      return true;
    });
  }

  async family(id: string): Promise<TokenFamily | null> {
    const row = await this.#db
      .selectFrom('token_families')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst();
    return row === undefined ? null : tokenFamilyRow.parse(row);
  }

  /** As {@link rotateRefreshToken}. */
  rotate(
    familyId: string,
    presentedHash: string,
    next: NextRefreshToken,
    leewayMs = 0,
    client: SessionClient | null = null,
  ): Promise<Rotation> {
    const request = { familyId, presentedHash, next, leewayMs, client };
    return rotateRefreshToken(this.#db, this.#now, request);
  }

  /** The open family that a refresh token belongs to; null when the token is used, expired or not of the family. */
  async holder(familyId: string, presentedHash: string): Promise<TokenFamily | null> {
    const token = await presentedToken(this.#db, familyId, presentedHash);
    const family = await this.family(familyId);
    if (token === null || family === null || token.used || family.revoked) return null;
    return token.expires_at > this.#now() ? family : null;
  }

  async revokeFamily(familyId: string): Promise<void> {
    await this.#db.updateTable('token_families').set(ENDED).where('id', '=', familyId).execute();
  }

  /** Ends every session of a person, but the one named. @returns how many were open. */
  revokeUser(userId: string, exceptFamilyId = ''): Promise<number> {
    return rowLocked(this.#db).execute(async (db) => {
      // Waits for sessions that are being opened, which end with the others then.
      await lockForUpdate(db, 'users', userId);
      return endSessions(db, userId, exceptFamilyId);
    });
  }

  /** Ends a session of a person. @returns false when it is not theirs, or was forgotten. */
  async revokeSession(userId: string, familyId: string): Promise<boolean> {
    const result = await this.#db
      .updateTable('token_families')
      .set(ENDED)
      .where('id', '=', familyId)
      .where('user_id', '=', userId)
      .executeTakeFirst();
    return result.numUpdatedRows > 0n;
  }

  /** Ends every token of the device. */
  async revokeDevice(deviceId: string): Promise<void> {
    await this.#db
      .updateTable('token_families')
      .set(ENDED)
      .where('device_id', '=', deviceId)
      .execute();
  }

  /** A person's sessions that are stored, ended ones as well, oldest first. */
  ofUser(userId: string): Promise<readonly SessionRow[]> {
    return listSessions(this.#db, userId);
  }

  /** A person's open sessions, the last used first. */
  openSessions(userId: string, limit: number): Promise<readonly SessionRow[]> {
    return listOpenSessions(this.#db, userId, this.#now(), limit);
  }

  /** When a device was registered, and with it a person's session begun, ms; 0 for none. */
  async registeredAt(deviceId: string): Promise<number> {
    const row = await this.#db
      .selectFrom('devices')
      .select('created_at')
      .where('id', '=', deviceId)
      .executeTakeFirst();
    return row === undefined ? 0 : time.parse(row.created_at);
  }

  /** The licence the device was registered under, while it works. */
  async activeLicence(deviceId: string): Promise<string | null> {
    const row = await this.#db
      .selectFrom('devices')
      .innerJoin('licences', 'licences.id', 'devices.licence_id')
      .select('licences.id')
      .where('devices.id', '=', deviceId)
      .where('licences.active', '=', 1)
      .executeTakeFirst();
    return row?.id ?? null;
  }

  /** Whether the licence the device was registered under still works. */
  async hasActiveLicence(deviceId: string): Promise<boolean> {
    const row = await this.#db
      .selectFrom('devices')
      .innerJoin('licences', 'licences.id', 'devices.licence_id')
      .select('licences.active')
      .where('devices.id', '=', deviceId)
      .executeTakeFirst();
    return row !== undefined && flag.parse(row.active);
  }

  /** As {@link deleteExpiredDevices}. */
  purge(): Promise<number> {
    return deleteExpiredDevices(this.#db, this.#now());
  }
}
