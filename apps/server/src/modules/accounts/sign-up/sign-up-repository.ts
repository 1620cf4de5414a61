// SPDX-License-Identifier: Apache-2.0
import { Repository } from '../../../platform/storage/repository.ts';
import { firstRow } from '../../../platform/storage/rows.ts';
import { rowLocked } from '../../../platform/storage/transactions.ts';
import { signUpRow, type SignUpRow } from '../tables.ts';
import { deleteSignUps } from '../users/pending-sign-ups.ts';
import { insertUser, type NewUser } from '../users/user-repository.ts';

export interface NewSignUp {
  /** SHA-256 of the link's token, hex. */
  readonly hash: string;
  readonly organisationId: string;
  readonly email: string;
  readonly passwordHash: string;
  readonly studyId: string | null;
  readonly expiresAt: number;
}

/** Sign-ups before the confirmation of their address. */
export class SignUpRepository extends Repository {
  async add(signUp: NewSignUp): Promise<void> {
    await this.db
      .insertInto('sign_ups')
      .values({
        hash: signUp.hash,
        organisation_id: signUp.organisationId,
        email: signUp.email,
        password_hash: signUp.passwordHash,
        study_id: signUp.studyId,
        expires_at: signUp.expiresAt,
      })
      .execute();
  }

  /** @returns null when it is unknown or expired. */
  async find(hash: string): Promise<SignUpRow | null> {
    return this.db
      .selectFrom('sign_ups')
      .selectAll()
      .where('hash', '=', hash)
      .where('expires_at', '>', this.now())
      .$call(firstRow(signUpRow));
  }

  /**
   * Uses up a link, deletes every other pending sign-up of its address with its e-mail, and creates the account.
   * @returns false when the link was used before, or the address has an account.
   */
  async confirm(hash: string, signUp: SignUpRow, user: NewUser): Promise<boolean> {
    return rowLocked(this.db).execute(async (db) => {
      if ((await deleteSignUps(db, signUp, hash)) === 0) return false;
      return insertUser(db, user, this.now());
    });
  }

  async purge(): Promise<void> {
    await this.db.deleteFrom('sign_ups').where('expires_at', '<=', this.now()).execute();
  }
}
