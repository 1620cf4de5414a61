// SPDX-License-Identifier: Apache-2.0
/** The password of users and of administrators, as their tables store it. */
import type { Database } from '../../../platform/storage/database.ts';
import { hasWritten } from '../../../platform/storage/rows.ts';

type AccountTable = 'users' | 'administrators';

export interface PasswordUpdate {
  readonly hash: string;
  /** Hash of the proven password; left out where a link or an operator proves the account. */
  readonly provenHash?: string;
}

/** @returns false when there is no such account, or its password is not the proven one. */
export async function updatePassword(
  db: Database,
  table: AccountTable,
  id: string,
  { hash, provenHash }: PasswordUpdate,
  now: number,
): Promise<boolean> {
  const update = db
    .updateTable(table)
    .set({ password_hash: hash, updated_at: now })
    .where('id', '=', id);
  return (provenHash === undefined ? update : update.where('password_hash', '=', provenHash)).$call(
    hasWritten,
  );
}

/** Stores the same password as another hash. @returns false when `from` is no longer the current hash. */
export async function replacePasswordHash(
  db: Database,
  table: AccountTable,
  id: string,
  from: string,
  to: string,
): Promise<boolean> {
  return db
    .updateTable(table)
    .set({ password_hash: to })
    .where('id', '=', id)
    .where('password_hash', '=', from)
    .$call(hasWritten);
}
