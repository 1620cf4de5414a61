// SPDX-License-Identifier: Apache-2.0
import { Repository } from '../../../platform/storage/repository.ts';
import { firstRow, hasWritten } from '../../../platform/storage/rows.ts';
import { lockForUpdate, lockParent, rowLocked } from '../../../platform/storage/transactions.ts';
import { loginCodeRow, resetLinkRow } from '../tables.ts';

/** One-time secrets that were sent to people: reset links and phone codes, hashed. */
export class LoginSecretRepository extends Repository {
  /** Stores a reset link; earlier ones of the person stop working. @returns false when the person was deleted. */
  async saveLink(userId: string, hash: string, expiresAt: number): Promise<boolean> {
    return rowLocked(this.db).execute(async (db) => {
      if (!(await lockForUpdate(db, 'users', userId))) return false;
      await db.deleteFrom('reset_links').where('user_id', '=', userId).execute();
      await db
        .insertInto('reset_links')
        .values({ hash, user_id: userId, expires_at: expiresAt })
        .execute();
      return true;
    });
  }

  /** @returns the id of the link's user; null when the link is unknown or expired. */
  async linkOwner(hash: string): Promise<string | null> {
    const row = await this.db
      .selectFrom('reset_links')
      .selectAll()
      .where('hash', '=', hash)
      .where('expires_at', '>', this.now())
      .$call(firstRow(resetLinkRow));
    return row?.user_id ?? null;
  }

  /** Stores a code; an earlier one of the person stops working. @returns false when the person was deleted. */
  async saveCode(userId: string, hash: string, tries: number, expiresAt: number): Promise<boolean> {
    const row = { hash, tries_left: tries, expires_at: expiresAt };
    return rowLocked(this.db).execute(async (db) => {
      if (!(await lockParent(db, 'users', userId))) return false;
      await db
        .insertInto('login_codes')
        .values({ user_id: userId, ...row })
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
        .execute();
      return true;
    });
  }

  /**
   * Checks a code. A wrong one uses up one of its tries.
   * @returns the hash of a correct code, to use it up; else null.
   */
  async tryCode(userId: string, matches: (hash: string) => boolean): Promise<string | null> {
    return rowLocked(this.db).execute(async (db) => {
      const code = await db
        .selectFrom('login_codes')
        .selectAll()
        .where('user_id', '=', userId)
        .forUpdate()
        .$call(firstRow(loginCodeRow));
      if (code === null) return null;
      const isOver = code.expires_at <= this.now();
      if (!isOver && matches(code.hash)) return code.hash;
      if (isOver || code.tries_left <= 1) {
        await db.deleteFrom('login_codes').where('user_id', '=', userId).execute();
        return null;
      }
      await db
        .updateTable('login_codes')
        .set({ tries_left: code.tries_left - 1 })
        .where('user_id', '=', userId)
        .execute();
      return null;
    });
  }

  /** Uses up a code. @returns false when it was used before or has expired. */
  async useCode(userId: string, hash: string): Promise<boolean> {
    return this.db
      .deleteFrom('login_codes')
      .where('user_id', '=', userId)
      .where('hash', '=', hash)
      .where('expires_at', '>', this.now())
      .$call(hasWritten);
  }

  async purge(): Promise<void> {
    const now = this.now();
    await this.db.deleteFrom('reset_links').where('expires_at', '<=', now).execute();
    await this.db.deleteFrom('login_codes').where('expires_at', '<=', now).execute();
  }
}
