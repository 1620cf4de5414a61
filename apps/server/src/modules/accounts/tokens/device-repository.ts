// SPDX-License-Identifier: Apache-2.0
import { z } from '@perfuse/contract/schema';
import type { Database } from '../../../platform/storage/database.ts';
import { Repository } from '../../../platform/storage/repository.ts';
import { firstRow } from '../../../platform/storage/rows.ts';
import { prepared } from '../../../platform/storage/prepared.ts';
import type { TokenPrincipal } from '../../../platform/http/principal.ts';
import { licenceRow } from '../../organisations/index.ts';
import { tokenFamilyRow, type TokenFamily } from '../tables.ts';
import { lockForUpdate, rowLocked } from '../../../platform/storage/transactions.ts';
import { DevicePurge } from './device-purge.ts';
import {
  purgeRotationAnswers,
  hasOpenParent,
  presentedToken,
  rotateRefreshToken,
  type Rotation,
  type RotationRequest,
} from './token-rotation.ts';
import {
  endFamilies,
  endSessions,
  listOpenSessions,
  listSessions,
  type SessionRow,
} from './session-rows.ts';

const deviceLicence = z.pick(licenceRow, { id: true, name: true, kind: true, active: true });
export type DeviceLicence = z.output<typeof deviceLicence>;

/** A user who has proven their identity, with the password hash of that proof; null for an account without one. */
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
  /**
   * Token family of the open session that admits this device; left out where none does. The new family inherits its
   * sign-in, generation and end, and ends with it: it can do nothing that the other could not.
   */
  readonly letInBy?: string;
  /** The device whose token a person signed in with: the session ends with it, and with its licence. */
  readonly signedInOn?: Pick<TokenPrincipal, 'deviceId' | 'familyId'>;
}

export interface NewFamily {
  readonly id: string;
  readonly accessLifetimeS: number;
  readonly refreshHash: string;
  readonly expiresAt: number;
  /** No renewal extends past this; 0 for no limit. */
  readonly endsAt: number;
}

/** Claims of the first access token of a family. */
export type OpenedFamily = Pick<TokenFamily, 'generation' | 'access_lifetime_s'>;

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

/**
 * Whether an organisation is not suspended and a licence, which may be another's, is active; both locked until the
 * transaction ends.
 */
async function isOpen(
  db: Database,
  { organisationId, licenceId }: Pick<NewDevice, 'organisationId' | 'licenceId'>,
): Promise<boolean> {
  const row = await db
    .selectFrom(['organisations', 'licences'])
    .select('licences.id')
    .where('organisations.id', '=', organisationId)
    .where('organisations.status', '=', 'ACTIVE')
    .where('licences.id', '=', licenceId)
    .where('licences.active', '=', 1)
    .forShare()
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether a device, its licence and its session are still valid; device and licence stay locked in the transaction. */
async function isStanding(
  db: Database,
  { deviceId, familyId }: Pick<TokenPrincipal, 'deviceId' | 'familyId'>,
): Promise<boolean> {
  const device = await db
    .selectFrom('devices')
    .select('licence_id')
    .where('id', '=', deviceId)
    .forShare()
    .executeTakeFirst();
  if (device === undefined || !(await isActive(db, device.licence_id))) return false;
  // After the lock: an end of the session that was waited for is seen only by a later statement.
  const family = await db
    .selectFrom('token_families')
    .select('id')
    .where('id', '=', familyId)
    .where('revoked', '=', 0)
    .executeTakeFirst();
  return family !== undefined;
}

/** An open session, locked until the transaction ends; null when it has ended. */
async function openFamily(
  db: Database,
  familyId: string,
  now: number,
): Promise<TokenFamily | null> {
  return db
    .selectFrom('token_families')
    .selectAll()
    .where('id', '=', familyId)
    .where('revoked', '=', 0)
    .where('expires_at', '>', now)
    .forShare()
    .$call(firstRow(tokenFamilyRow));
}

/** What a session inherits from the one that it is handed over from. */
function inherited(parent: TokenFamily, family: NewFamily, now: number) {
  const parentEnds = parent.ends_at > 0 ? parent.ends_at : parent.expires_at;
  const endsAt = family.endsAt > 0 ? Math.min(family.endsAt, parentEnds) : parentEnds;
  const leftS = Math.max(1, Math.floor((endsAt - now) / 1000));
  return {
    generation: parent.generation,
    access_lifetime_s: Math.min(family.accessLifetimeS, parent.access_lifetime_s, leftS),
    expires_at: Math.min(family.expiresAt, parent.expires_at, endsAt),
    ends_at: endsAt,
    proven_at: parent.proven_at,
    parent_id: parent.id,
    signed_in_on: parent.signed_in_on,
  };
}

const standingRow = z.pick(tokenFamilyRow, { generation: true, revoked: true });

/** Read with each request and each message on a websocket. */
const selectStanding = prepared((db, values: { readonly id: string }) =>
  db.selectFrom('token_families').select(['generation', 'revoked']).where('id', '=', values.id),
);

/** Devices and the token families issued to them. */
export class DeviceRepository extends Repository {
  readonly #purge: DevicePurge;

  constructor(db: Database, now: () => number) {
    super(db, now);
    this.#purge = new DevicePurge(db);
  }

  /**
   * @returns null when the person was suspended, was erased or has another password since the proof of identity: the
   * end of all their sessions would have missed this one. Null also, for the same reason, when the licence was revoked,
   * the organisation suspended, or the session that admits the device or the device that they signed in on has ended.
   */
  async register(device: NewDevice, family: NewFamily): Promise<OpenedFamily | null> {
    const now = this.now();
    const userId = device.user?.id ?? null;
    return rowLocked(this.db).execute(async (db) => {
      if (device.user !== null && !(await isStillProven(db, device.user))) return null;
      if (!(await isOpen(db, device))) return null;
      const { letInBy, signedInOn } = device;
      if (signedInOn !== undefined && !(await isStanding(db, signedInOn))) return null;
      const parent = letInBy === undefined ? null : await openFamily(db, letInBy, now);
      if (letInBy !== undefined && parent === null) return null;
      const own = {
        generation: 1,
        access_lifetime_s: family.accessLifetimeS,
        expires_at: family.expiresAt,
        ends_at: family.endsAt,
        proven_at: userId === null ? 0 : now,
        parent_id: null,
        signed_in_on: signedInOn?.deviceId ?? null,
        ...(parent === null ? {} : inherited(parent, family, now)),
      };
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
          revoked: 0,
          seen_at: now,
          ...own,
        })
        .execute();
      await db
        .insertInto('refresh_tokens')
        .values({
          hash: family.refreshHash,
          family_id: family.id,
          used: 0,
          expires_at: own.expires_at,
        })
        .execute();
      return { generation: own.generation, access_lifetime_s: own.access_lifetime_s };
    });
  }

  /** The columns that decide whether a token of the family is valid. */
  async standing(id: string): Promise<z.output<typeof standingRow> | null> {
    const { rows } = await selectStanding(this.db, { id });
    const [row] = rows;
    return row === undefined ? null : standingRow.parse(row);
  }

  async family(id: string): Promise<TokenFamily | null> {
    return this.db
      .selectFrom('token_families')
      .selectAll()
      .where('id', '=', id)
      .$call(firstRow(tokenFamilyRow));
  }

  /** As {@link rotateRefreshToken}. */
  rotate(request: RotationRequest): Promise<Rotation> {
    return rotateRefreshToken(this.db, this.now, request);
  }

  /**
   * The open family that a refresh token belongs to; null when the token is used, expired or not of the family. A used
   * token counts as stolen, as in {@link rotateRefreshToken}: the family ends.
   */
  async holder(familyId: string, presentedHash: string): Promise<TokenFamily | null> {
    const now = this.now();
    const token = await presentedToken(this.db, familyId, presentedHash);
    const family = await this.family(familyId);
    if (token === null || family === null || family.revoked) return null;
    if (token.used) {
      await this.revokeFamily(familyId);
      return null;
    }
    const isOpen = token.expires_at > now && (await hasOpenParent(this.db, family, now));
    return isOpen ? family : null;
  }

  /** Whether a refresh token, used or not, belongs to the family. */
  async isOfFamily(familyId: string, presentedHash: string): Promise<boolean> {
    return (await presentedToken(this.db, familyId, presentedHash)) !== null;
  }

  /** Ends a session, and those that were handed over from it. */
  revokeFamily(familyId: string): Promise<void> {
    return rowLocked(this.db).execute((db) => endFamilies(db, [familyId]));
  }

  /** Ends every session of a person but the named one. @returns how many were open. */
  revokeUser(userId: string, exceptFamilyId = ''): Promise<number> {
    return rowLocked(this.db).execute(async (db) => {
      // Waits for sessions that are being opened, so that they end with the others.
      await lockForUpdate(db, 'users', userId);
      return endSessions(db, userId, exceptFamilyId);
    });
  }

  /** Ends a session of a person. @returns false when it is not theirs, or no longer stored. */
  async revokeSession(userId: string, familyId: string): Promise<boolean> {
    const family = await this.family(familyId);
    if (family?.user_id !== userId) return false;
    await this.revokeFamily(familyId);
    return true;
  }

  /** Ends every token of the device, and the sessions of people who signed in on it. */
  revokeDevice(deviceId: string): Promise<void> {
    return rowLocked(this.db).execute(async (db) => {
      // Waits for sessions that are being opened on it.
      await lockForUpdate(db, 'devices', deviceId);
      const families = await db
        .selectFrom('token_families')
        .select('id')
        .where((build) =>
          build.or([build('device_id', '=', deviceId), build('signed_in_on', '=', deviceId)]),
        )
        .execute();
      await endFamilies(
        db,
        families.map(({ id }) => id),
      );
    });
  }

  /** A person's stored sessions, including ended ones, oldest first. */
  ofUser(userId: string): Promise<readonly SessionRow[]> {
    return listSessions(this.db, userId);
  }

  /** A person's open sessions, the last used first. */
  openSessions(userId: string, limit: number): Promise<readonly SessionRow[]> {
    return listOpenSessions(this.db, userId, this.now(), limit);
  }

  /** The licence the device was registered under. */
  async licence(deviceId: string): Promise<DeviceLicence | null> {
    return this.db
      .selectFrom('devices')
      .innerJoin('licences', 'licences.id', 'devices.licence_id')
      .select(['licences.id', 'licences.name', 'licences.kind', 'licences.active'])
      .where('devices.id', '=', deviceId)
      .$call(firstRow(deviceLicence));
  }

  /** As {@link DevicePurge}, and clears stored answers of renewals. */
  async purge(): Promise<number> {
    const now = this.now();
    await purgeRotationAnswers(this.db, now);
    return this.#purge.run(now);
  }
}
