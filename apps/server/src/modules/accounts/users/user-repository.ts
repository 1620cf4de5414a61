// SPDX-License-Identifier: Apache-2.0
import type { Role } from '@perfuse/contract/account/roles';
import type { Database } from '../../../platform/storage/database.ts';
import { Repository } from '../../../platform/storage/repository.ts';
import { allRows, countWritten, firstRow, hasWritten } from '../../../platform/storage/rows.ts';
import {
  selectPage,
  whereDefined,
  whereWithin,
  type Page,
  type PageOfRows,
  type Period,
} from '../../../platform/storage/list-query.ts';
import { ServiceError } from '../../../platform/errors/service-error.ts';
import { lockForUpdate, rowLocked } from '../../../platform/storage/transactions.ts';
import { deleteSignUps } from './pending-sign-ups.ts';
import { replacePasswordHash, updatePassword, type PasswordUpdate } from './password-columns.ts';
import { userRow, type UserDetails, type UserRow } from '../tables.ts';
import { endSessions } from '../tokens/session-rows.ts';
import { deleteMeasurements, measurementsOf } from '../../measurements/index.ts';

export interface NewUser {
  readonly id: string;
  readonly organisationId: string;
  readonly email: string | null;
  readonly phoneNumber: string | null;
  readonly passwordHash: string | null;
  /** Null for the organisation's study. */
  readonly studyId?: string | null;
  /** Whether an e-mail is proven to have reached them. */
  readonly isVerified?: boolean;
  /** When the account is deleted unless a code proves it first; never by default. */
  readonly expiresAt?: number;
  readonly firstName?: string;
  readonly lastName?: string;
  readonly role?: Role;
  readonly details?: Partial<UserDetails>;
}

/** Changes of an account; details that are left out stay. Suspending ends every session. */
export interface UserChange {
  readonly firstName?: string;
  readonly lastName?: string;
  readonly role?: Role;
  readonly status?: UserRow['status'];
  readonly details?: Partial<UserDetails>;
}

/** Checks that one user may change another, on both rows at the time of the write. */
export interface ActorGuard {
  readonly actorId: string;
  /** Throws to refuse the change. The actor is null when their account was deleted. */
  readonly assertAllowed: (actor: UserRow | null, target: UserRow) => void;
}

/** Locks an account and its actor for the write, and checks the guard. */
async function lockAccount(db: Database, id: string, guard?: ActorGuard): Promise<UserRow | null> {
  const users = await db
    .selectFrom('users')
    .selectAll()
    .where('id', 'in', guard === undefined ? [id] : [id, guard.actorId])
    // In a fixed order, so that two transactions cannot deadlock.
    .orderBy('id')
    .forNoKeyUpdate()
    .$call(allRows(userRow));
  const find = (wanted: string | undefined) => users.find((user) => user.id === wanted) ?? null;
  const target = find(id);
  if (target !== null) guard?.assertAllowed(find(guard.actorId), target);
  return target;
}

/** Whether this is the last active administrator of an organisation with other accounts; locks its administrators. */
async function isLastAdministrator(db: Database, id: string): Promise<boolean> {
  const colleagues = db
    .selectFrom('users')
    .where((build) =>
      build(
        'organisation_id',
        '=',
        build.selectFrom('users as own').select('own.organisation_id').where('own.id', '=', id),
      ),
    );
  const rows = await colleagues
    .select('id')
    .where('role', '=', 'DFX_ORG_ADMIN')
    .where('status', '=', 'ACTIVE')
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  if (rows.length !== 1 || rows[0]?.id !== id) return false;
  const other = await colleagues.select('id').where('id', '!=', id).limit(1).executeTakeFirst();
  return other !== undefined;
}

export interface UserFilter extends Page, Period {
  readonly organisationId?: string;
  readonly email?: string;
  readonly role?: string;
  readonly status?: string;
  readonly gender?: string;
}

export interface UserPasswordUpdate extends PasswordUpdate {
  /** Hash of the mailed link, which proves the account and its e-mail address; used up by the change. */
  readonly linkHash?: string;
  /** The token family that stays open. */
  readonly keptSession?: string;
}

/** What a person signs in with, within their organisation. */
export type LoginName = { readonly email: string } | { readonly phoneNumber: string };

/** @returns false when the organisation has an account with this e-mail or phone number. */
export async function insertUser(db: Database, user: NewUser, now: number): Promise<boolean> {
  return db
    .insertInto('users')
    .values({
      id: user.id,
      organisation_id: user.organisationId,
      email: user.email,
      phone_number: user.phoneNumber,
      password_hash: user.passwordHash,
      first_name: user.firstName ?? '',
      last_name: user.lastName ?? '',
      status: 'ACTIVE',
      verified: user.isVerified === true ? 1 : 0,
      role: user.role ?? 'USER',
      details: user.details === undefined ? '' : JSON.stringify(user.details),
      study_id: user.studyId ?? null,
      expires_at: user.expiresAt ?? null,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .$call(hasWritten);
}

async function setVerified(db: Database, id: string, now: number): Promise<void> {
  await db
    .updateTable('users')
    .set({ verified: 1, updated_at: now })
    .where('id', '=', id)
    .where('verified', '=', 0)
    .execute();
}

/** People with accounts. */
export class UserRepository extends Repository {
  /** @returns false when the organisation has an account with this e-mail or phone number. */
  create(user: NewUser): Promise<boolean> {
    return insertUser(this.db, user, this.now());
  }

  async find(id: string): Promise<UserRow | null> {
    return this.db.selectFrom('users').selectAll().where('id', '=', id).$call(firstRow(userRow));
  }

  async findByName(organisationId: string, name: LoginName): Promise<UserRow | null> {
    const all = this.db
      .selectFrom('users')
      .selectAll()
      .where('organisation_id', '=', organisationId);
    const named =
      'email' in name
        ? all.where('email', '=', name.email)
        : all.where('phone_number', '=', name.phoneNumber);
    return named.$call(firstRow(userRow));
  }

  list(filter: UserFilter): Promise<PageOfRows<UserRow>> {
    const { organisationId, email, role, status, gender } = filter;
    const given = whereDefined(this.db.selectFrom('users').selectAll(), {
      organisation_id: organisationId,
      email,
      role,
      status,
    });
    let wanted = whereWithin(given, 'created_at', filter);
    if (gender !== undefined) {
      const written = JSON.stringify({ gender: gender.toLowerCase() }).slice(1, -1);
      wanted = wanted.where('details', 'like', `%${written.replaceAll(/[%_\\]/g, '')}%`);
    }
    return selectPage(wanted, userRow, 'users', filter);
  }

  /** @returns false when there is no such person. @throws what the guard throws. */
  async update(id: string, change: UserChange, guard?: ActorGuard): Promise<boolean> {
    const { firstName, lastName, role, status, details } = change;
    return rowLocked(this.db).execute(async (db) => {
      const present = await lockAccount(db, id, guard);
      if (present === null) return false;
      const merged = { ...present.details, ...details };
      await db
        .updateTable('users')
        .set({
          updated_at: this.now(),
          first_name: firstName,
          last_name: lastName,
          role,
          status,
          details: details === undefined ? undefined : JSON.stringify(merged),
        })
        .where('id', '=', id)
        .execute();
      if (status === 'SUSPENDED') await endSessions(db, id);
      return true;
    });
  }

  /**
   * Sets a password and ends what depends on the previous one: every session but the kept one, and every mailed link.
   * In one transaction, so that a crash leaves no session of an old password open.
   * @returns how many sessions ended; null when the person or the link no longer exists, or the password is not the
   * proven one.
   */
  async changePassword(id: string, change: UserPasswordUpdate): Promise<number | null> {
    const { linkHash, keptSession = '' } = change;
    return rowLocked(this.db).execute(async (db) => {
      const now = this.now();
      if (linkHash !== undefined) {
        // Locked first, as in every change of the account.
        await lockForUpdate(db, 'users', id);
        const isUsed = await db
          .deleteFrom('reset_links')
          .where('hash', '=', linkHash)
          .where('user_id', '=', id)
          .where('expires_at', '>', now)
          .$call(hasWritten);
        if (!isUsed) return null;
      }
      if (!(await updatePassword(db, 'users', id, change, now))) return null;
      if (linkHash !== undefined) await setVerified(db, id, now);
      await db.deleteFrom('reset_links').where('user_id', '=', id).execute();
      return endSessions(db, id, keptSession);
    });
  }

  rehashPassword(id: string, from: string, to: string): Promise<boolean> {
    return replacePasswordHash(this.db, 'users', id, from, to);
  }

  /** Remembers which study a person measures for. */
  async setStudy(id: string, studyId: string): Promise<void> {
    await this.db.updateTable('users').set({ study_id: studyId }).where('id', '=', id).execute();
  }

  setVerified(id: string): Promise<void> {
    return setVerified(this.db, id, this.now());
  }

  /** Deletes accounts that no code proved in time, unless they were changed or are in use. @returns how many. */
  async purge(): Promise<number> {
    const now = this.now();
    return this.db
      .deleteFrom('users')
      .where('expires_at', '<=', now)
      .where('verified', '=', 0)
      .whereRef('updated_at', '=', 'created_at')
      .where((build) =>
        build.not(
          build.or([
            build.exists(
              build
                .selectFrom('login_codes')
                .select('login_codes.user_id')
                .whereRef('login_codes.user_id', '=', 'users.id')
                .where('login_codes.expires_at', '>', now),
            ),
            build.exists(
              build
                .selectFrom('devices')
                .select('devices.id')
                .whereRef('devices.user_id', '=', 'users.id'),
            ),
          ]),
        ),
      )
      .$call(countWritten);
  }

  /**
   * Deletes the account with everything that belongs to it, including pending sign-ups with its address.
   * @returns false when there is no such person.
   * @throws what the guard throws; ServiceError LAST_ADMINISTRATOR when the last administrator erases themselves.
   */
  async remove(id: string, guard?: ActorGuard): Promise<boolean> {
    return rowLocked(this.db).execute(async (db) => {
      const isLast = guard?.actorId === id && (await isLastAdministrator(db, id));
      const user = await lockAccount(db, id, guard);
      if (user === null) return false;
      // Nothing that is to be counted begins from here on.
      await lockForUpdate(db, 'users', id);
      if (isLast) throw new ServiceError('LAST_ADMINISTRATOR');
      const { organisation_id, email } = user;
      if (email !== null) await deleteSignUps(db, { organisation_id, email });
      await deleteMeasurements(db, measurementsOf(id), this.now());
      return db.deleteFrom('users').where('id', '=', id).$call(hasWritten);
    });
  }
}
