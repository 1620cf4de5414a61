// SPDX-License-Identifier: Apache-2.0
import type { Database } from '../../../platform/storage/database.ts';
import { Repository } from '../../../platform/storage/repository.ts';
import { countMatching } from '../../../platform/storage/list-query.ts';
import { firstRow, hasWritten } from '../../../platform/storage/rows.ts';
import { lockForUpdate, rowLocked } from '../../../platform/storage/transactions.ts';
import {
  secondFactorRow,
  signInStepRow,
  type SecondFactorRow,
  type SignInStepRow,
} from '../tables.ts';
import type { Holder } from './factor-holders.ts';

const HOLDERS = { user: 'users', administrator: 'administrators' } as const;

/** Second factors. A single statement uses up a one-time value, so that one of several concurrent calls succeeds. */
export class SecondFactorRepository extends Repository {
  async find(id: string): Promise<SecondFactorRow | null> {
    return this.db
      .selectFrom('second_factors')
      .selectAll()
      .where('id', '=', id)
      .$call(firstRow(secondFactorRow));
  }

  /** Stores a factor, pending until its first code, and replaces another pending one. @returns false when one is on. */
  async begin({ kind, id }: Holder, encrypted: string, salt: string): Promise<boolean> {
    const fresh = { encrypted, salt, last_step: 0, created_at: this.now(), confirmed_at: null };
    return this.db
      .insertInto('second_factors')
      .values({
        id,
        user_id: kind === 'user' ? id : null,
        administrator_id: kind === 'administrator' ? id : null,
        ...fresh,
      })
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet(fresh).where('second_factors.confirmed_at', 'is', null),
      )
      .$call(hasWritten);
  }

  /**
   * Turns a factor on with the code of a time step.
   * @param salt identifies the factor of the code: each enrolment has its own.
   * @returns false when that factor is no longer the pending one.
   */
  async confirm(
    { kind, id }: Holder,
    salt: string,
    step: number,
    hashes: readonly string[],
  ): Promise<boolean> {
    return rowLocked(this.db).execute(async (db) => {
      const now = this.now();
      await lockForUpdate(db, HOLDERS[kind], id);
      const isPending = await db
        .updateTable('second_factors')
        .set({ confirmed_at: now, last_step: step })
        .where('id', '=', id)
        .where('salt', '=', salt)
        .where('confirmed_at', 'is', null)
        .$call(hasWritten);
      if (!isPending) return false;
      await replaceCodes(db, id, hashes);
      await db
        .updateTable(HOLDERS[kind])
        .set({ second_factor_at: now })
        .where('id', '=', id)
        .execute();
      return true;
    });
  }

  /** Uses up every code up to a time step. @returns false when a code of that step or a later one was used. */
  async useCode(id: string, step: number): Promise<boolean> {
    return this.db
      .updateTable('second_factors')
      .set({ last_step: step })
      .where('id', '=', id)
      .where('confirmed_at', 'is not', null)
      .where('last_step', '<', step)
      .$call(hasWritten);
  }

  /** @returns false when there is no such code, or it was used. */
  async useRecoveryCode(id: string, hash: string): Promise<boolean> {
    return this.db
      .deleteFrom('recovery_codes')
      .where('factor_id', '=', id)
      .where('hash', '=', hash)
      .$call(hasWritten);
  }

  /** @returns false when no factor is on. */
  async renewRecoveryCodes(id: string, salt: string, hashes: readonly string[]): Promise<boolean> {
    return rowLocked(this.db).execute(async (db) => {
      const isOn = await db
        .updateTable('second_factors')
        .set({ salt })
        .where('id', '=', id)
        .where('confirmed_at', 'is not', null)
        .$call(hasWritten);
      if (isOn) await replaceCodes(db, id, hashes);
      return isOn;
    });
  }

  async countRecoveryCodes(id: string): Promise<number> {
    return countMatching(this.db.selectFrom('recovery_codes').where('factor_id', '=', id));
  }

  /** Removes a factor with its recovery codes and pending sign-ins. @returns false when none was on. */
  async remove({ kind, id }: Holder): Promise<boolean> {
    return rowLocked(this.db).execute(async (db) => {
      // Before the factor, as in `confirm`: account and factor change together, also where none is stored yet.
      await lockForUpdate(db, HOLDERS[kind], id);
      await db.deleteFrom('second_factors').where('id', '=', id).execute();
      return db
        .updateTable(HOLDERS[kind])
        .set({ second_factor_at: null })
        .where('id', '=', id)
        .where('second_factor_at', 'is not', null)
        .$call(hasWritten);
    });
  }

  async addStep(hash: string, step: Omit<SignInStepRow, 'hash'>): Promise<void> {
    await this.db
      .insertInto('sign_in_steps')
      .values({ hash, ...step })
      .execute();
  }

  /** A sign-in that awaits its second step; null when it has ended. */
  async findStep(hash: string): Promise<SignInStepRow | null> {
    return this.db
      .selectFrom('sign_in_steps')
      .selectAll()
      .where('hash', '=', hash)
      .where('expires_at', '>', this.now())
      .$call(firstRow(signInStepRow));
  }

  /** Ends a pending sign-in. @returns false when it has expired or another call ended it. */
  async useStep(hash: string): Promise<boolean> {
    return this.db
      .deleteFrom('sign_in_steps')
      .where('hash', '=', hash)
      .where('expires_at', '>', this.now())
      .$call(hasWritten);
  }

  /** Deletes sign-ins that were not finished, and factors that were not confirmed within `pendingMs`. */
  async purge(pendingMs: number): Promise<void> {
    const now = this.now();
    await this.db.deleteFrom('sign_in_steps').where('expires_at', '<=', now).execute();
    await this.db
      .deleteFrom('second_factors')
      .where('confirmed_at', 'is', null)
      .where('created_at', '<=', now - pendingMs)
      .execute();
  }
}

async function replaceCodes(db: Database, id: string, hashes: readonly string[]): Promise<void> {
  await db.deleteFrom('recovery_codes').where('factor_id', '=', id).execute();
  const rows = hashes.map((hash) => ({ factor_id: id, hash }));
  await db.insertInto('recovery_codes').values(rows).execute();
}
