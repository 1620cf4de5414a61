// SPDX-License-Identifier: Apache-2.0
import { Repository } from '../../../platform/storage/repository.ts';
import { allRows, firstRow, hasWritten } from '../../../platform/storage/rows.ts';
import { rowLocked } from '../../../platform/storage/transactions.ts';
import {
  replacePasswordHash,
  updatePassword,
  type PasswordUpdate,
} from '../users/password-columns.ts';
import { administratorRow, type AdministratorRow } from '../tables.ts';

/** Administrators of the admin page, and their sessions. They are not users: they do not measure and have no device. */
export class AdministratorRepository extends Repository {
  /** @returns false when an administrator already has this e-mail. */
  async add(
    administrator: Pick<AdministratorRow, 'id' | 'email' | 'password_hash' | 'organisation_id'>,
  ): Promise<boolean> {
    const now = this.now();
    return this.db
      .insertInto('administrators')
      .values({ ...administrator, created_at: now, updated_at: now, signed_in_at: null })
      .onConflict((conflict) => conflict.column('email').doNothing())
      .$call(hasWritten);
  }

  async list(): Promise<readonly AdministratorRow[]> {
    return this.db
      .selectFrom('administrators')
      .selectAll()
      .orderBy('created_at')
      .orderBy('id')
      .$call(allRows(administratorRow));
  }

  async #one(column: 'id' | 'email', value: string): Promise<AdministratorRow | null> {
    return this.db
      .selectFrom('administrators')
      .selectAll()
      .where(column, '=', value)
      .$call(firstRow(administratorRow));
  }

  find = (id: string): Promise<AdministratorRow | null> => this.#one('id', id);
  findByEmail = (email: string): Promise<AdministratorRow | null> => this.#one('email', email);

  /**
   * Sets a password and ends every session but the kept one, in one transaction.
   * @returns false when there is no such administrator, or the password is not the proven one.
   */
  async changePassword(id: string, change: PasswordUpdate, keptSession = ''): Promise<boolean> {
    return rowLocked(this.db).execute(async (db) => {
      if (!(await updatePassword(db, 'administrators', id, change, this.now()))) return false;
      await db
        .deleteFrom('administrator_sessions')
        .where('administrator_id', '=', id)
        .where('hash', '!=', keptSession)
        .execute();
      return true;
    });
  }

  rehashPassword(id: string, from: string, to: string): Promise<boolean> {
    return replacePasswordHash(this.db, 'administrators', id, from, to);
  }

  /** Removes an administrator with every session. @returns false when there is none. */
  async remove(id: string): Promise<boolean> {
    return this.db.deleteFrom('administrators').where('id', '=', id).$call(hasWritten);
  }

  /** @returns false when the administrator was removed, or the password has changed since it was proven. */
  async openSession(
    { id, password_hash }: Pick<AdministratorRow, 'id' | 'password_hash'>,
    hash: string,
    endsAt: number,
  ): Promise<boolean> {
    const now = this.now();
    return rowLocked(this.db).execute(async (db) => {
      const isSame = await db
        .updateTable('administrators')
        .set({ signed_in_at: now })
        .where('id', '=', id)
        .where('password_hash', '=', password_hash)
        .$call(hasWritten);
      if (!isSame) return false;
      await db
        .insertInto('administrator_sessions')
        .values({ hash, administrator_id: id, seen_at: now, ends_at: endsAt })
        .execute();
      return true;
    });
  }

  /** Extends a session used within `idleMs` that has not ended. @returns its administrator, else null. */
  async useSession(hash: string, idleMs: number): Promise<AdministratorRow | null> {
    const now = this.now();
    const isOpen = await this.db
      .updateTable('administrator_sessions')
      .set({ seen_at: now })
      .where('hash', '=', hash)
      .where('seen_at', '>', now - idleMs)
      .where('ends_at', '>', now)
      .$call(hasWritten);
    if (!isOpen) return null;
    return this.db
      .selectFrom('administrator_sessions')
      .innerJoin('administrators', 'administrators.id', 'administrator_sessions.administrator_id')
      .selectAll('administrators')
      .where('administrator_sessions.hash', '=', hash)
      .$call(firstRow(administratorRow));
  }

  async endSession(hash: string): Promise<void> {
    await this.db.deleteFrom('administrator_sessions').where('hash', '=', hash).execute();
  }

  /** Deletes sessions that have ended. */
  async purge(idleMs: number): Promise<void> {
    const now = this.now();
    await this.db
      .deleteFrom('administrator_sessions')
      .where((build) =>
        build.or([build('seen_at', '<=', now - idleMs), build('ends_at', '<=', now)]),
      )
      .execute();
  }
}
