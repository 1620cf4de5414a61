// SPDX-License-Identifier: Apache-2.0
import { sql } from 'kysely';
import { z } from '@perfuse/contract/schema';
import type { Database } from '../../../platform/storage/database.ts';
import { flag, time } from '../../../platform/storage/rows.ts';
import { deviceRow, refreshTokenRow, tokenFamilyRow, type TokenFamily } from '../tables.ts';
import { lockForUpdate, rowLocked } from '../../../platform/storage/transactions.ts';

/** Somebody who has proven who they are, and the password it rests on; null for none. */
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
  readonly letInBy?: string | undefined;
}

export interface NewFamily {
  readonly id: string;
  readonly accessLifetimeS: number;
  readonly refreshHash: string;
  readonly expiresAt: number;
  /** No renewal reaches past this; 0 for none. */
  readonly endsAt: number;
}

/** What a person signed in with, in names; '' for what is not known. */
export interface SessionClient {
  readonly browser: string;
  readonly system: string;
}

const sessionRow = z.extend(
  z.pick(tokenFamilyRow, { id: true, browser: true, system: true, seen_at: true }),
  z.pick(deviceRow, { type: true, created_at: true }).shape,
);
export type SessionRow = z.output<typeof sessionRow>;

/** What became of a refresh token that was presented. */
export type Rotation =
  | { readonly outcome: 'rotated'; readonly family: TokenFamily }
  | { readonly outcome: 'unknown' | 'expired' | 'revoked' | 'reused' };

/** An ended session is of no use, and what it was used with nobody's business any more. */
const ENDED = { revoked: 1, browser: '', system: '' } as const;

/** Families of which an access token may work still: it is issued for its time until the refresh token ends. */
const hasTime = (now: number) =>
  sql<boolean>`(${now} - token_families.expires_at) / 1000 < token_families.access_lifetime_s`;

/** Ends every session of a person, but the one kept. @returns how many were open. */
export async function endSessions(db: Database, userId: string, kept = ''): Promise<number> {
  const result = await db
    .updateTable('token_families')
    .set(ENDED)
    .where('user_id', '=', userId)
    .where('id', '!=', kept)
    .where('revoked', '=', 0)
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}

/** Whether somebody may sign in still, with what they proved; they stay so until the transaction ends. */
async function isStill(db: Database, { id, password_hash }: ProvenUser): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select(['status', 'password_hash'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row?.status === 'ACTIVE' && row.password_hash === password_hash;
}

/** Whether a licence works; it does until the transaction ends. */
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

/** Whether a session is open; it is until the transaction ends. */
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

const selectSessions = (db: Database, userId: string) =>
  db
    .selectFrom('token_families')
    .innerJoin('devices', 'devices.id', 'token_families.device_id')
    .select([
      'token_families.id',
      'token_families.browser',
      'token_families.system',
      'token_families.seen_at',
      'devices.type',
      'devices.created_at',
    ])
    .where('token_families.user_id', '=', userId);
type SessionQuery = ReturnType<typeof selectSessions>;

async function presented(db: Database, familyId: string, hash: string) {
  const row = await db
    .selectFrom('refresh_tokens')
    .selectAll()
    .where('hash', '=', hash)
    .where('family_id', '=', familyId)
    .executeTakeFirst();
  return row === undefined ? null : refreshTokenRow.parse(row);
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
      if (device.user !== null && !(await isStill(db, device.user))) return false;
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

  /**
   * Exchanges a refresh token for the next one of its family. A token that was used before is taken for stolen: the
   * whole family is revoked. Within `leewayMs` of its use it is a race instead, and gets a pair of the generation that
   * its first use began.
   * @param client what a person renews it with; null keeps what is known.
   */
  async rotate(
    familyId: string,
    presentedHash: string,
    next: { readonly hash: string; readonly expiresAt: number },
    leewayMs = 0,
    client: SessionClient | null = null,
  ): Promise<Rotation> {
    return this.#db.transaction().execute(async (db): Promise<Rotation> => {
      const now = this.#now();
      const token = await presented(db, familyId, presentedHash);
      if (token === null) return { outcome: 'unknown' };
      const family = tokenFamilyRow.parse(
        await db
          .selectFrom('token_families')
          .selectAll()
          .where('id', '=', familyId)
          .executeTakeFirstOrThrow(),
      );
      if (family.revoked) return { outcome: 'revoked' };
      const isRace = token.used && token.used_at !== null && token.used_at > now - leewayMs;
      if (token.used && !isRace) {
        await db.updateTable('token_families').set(ENDED).where('id', '=', family.id).execute();
        return { outcome: 'reused' };
      }
      const hasEnded = family.ends_at > 0 && family.ends_at <= now;
      if (token.expires_at <= now || hasEnded) return { outcome: 'expired' };
      const generation = isRace ? family.generation : family.generation + 1;
      const expires_at =
        family.ends_at > 0 ? Math.min(next.expiresAt, family.ends_at) : next.expiresAt;
      if (!isRace) {
        await db
          .updateTable('refresh_tokens')
          .set({ used: 1, used_at: now })
          .where('hash', '=', presentedHash)
          .execute();
      }
      await db
        .insertInto('refresh_tokens')
        .values({ hash: next.hash, family_id: family.id, used: 0, used_at: null, expires_at })
        .execute();
      await db
        .updateTable('token_families')
        .set({ generation, expires_at, seen_at: now, ...client })
        .where('id', '=', family.id)
        .execute();
      return { outcome: 'rotated', family: { ...family, generation, expires_at } };
    });
  }

  /** The living family that a refresh token belongs to; null when the token is used, expired or not of the family. */
  async holder(familyId: string, presentedHash: string): Promise<TokenFamily | null> {
    const token = await presented(this.#db, familyId, presentedHash);
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

  /** A person's sessions that are remembered, ended ones too, oldest first. */
  ofUser(userId: string): Promise<readonly SessionRow[]> {
    return this.#sessions(userId, (query) => query.orderBy('devices.created_at'));
  }

  /** A person's sessions that can still be used, the latest used first. */
  openSessions(userId: string, limit: number): Promise<readonly SessionRow[]> {
    return this.#sessions(userId, (query) =>
      query
        .where('token_families.revoked', '=', 0)
        .where('token_families.expires_at', '>', this.#now())
        .orderBy('token_families.seen_at', 'desc')
        .orderBy('devices.created_at', 'desc')
        .limit(limit),
    );
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

  async #sessions(
    userId: string,
    narrow: (query: SessionQuery) => SessionQuery,
  ): Promise<readonly SessionRow[]> {
    const rows = await narrow(selectSessions(this.#db, userId)).execute();
    return z.array(sessionRow).parse(rows);
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

  /**
   * Deletes devices that can never come back: every token expired or revoked, and neither a measurement nor a person's
   * profile left. Of a session that has ended it is forgotten what it was used with.
   */
  async purge(): Promise<number> {
    await this.#db
      .updateTable('token_families')
      .set({ browser: '', system: '' })
      .where((build) => build.or([build('browser', '!=', ''), build('system', '!=', '')]))
      .where((build) =>
        build.or([build('revoked', '=', 1), build('expires_at', '<=', this.#now())]),
      )
      .execute();
    const result = await this.#db
      .deleteFrom('devices')
      .where((build) =>
        build.and([
          build.not(
            build.exists(
              build
                .selectFrom('token_families')
                .select('token_families.id')
                .whereRef('token_families.device_id', '=', 'devices.id')
                .where('token_families.revoked', '=', 0)
                .where(hasTime(this.#now())),
            ),
          ),
          build.not(
            build.exists(
              build
                .selectFrom('measurements')
                .select('measurements.id')
                .whereRef('measurements.device_id', '=', 'devices.id'),
            ),
          ),
          build.not(
            build.exists(
              build
                .selectFrom('profiles')
                .select('profiles.id')
                .whereRef('profiles.device_id', '=', 'devices.id')
                .where('profiles.user_id', 'is not', null),
            ),
          ),
        ]),
      )
      .executeTakeFirst();
    return Number(result.numDeletedRows);
  }
}
