// SPDX-License-Identifier: Apache-2.0
import { ServiceError } from '../../../platform/errors/service-error.ts';
import type { Passwords } from './passwords.ts';

interface HashedRow {
  readonly id: string;
  readonly password_hash: string | null;
}

export interface HashStore<R extends HashedRow> {
  readonly find: (id: string) => Promise<R | null>;
  /** @returns false when `from` is not the present hash any more. */
  readonly rehashPassword: (id: string, from: string, to: string) => Promise<boolean>;
}

/**
 * Whoever just proved a password, with a hash of today's cost.
 * @throws ServiceError INVALID_USER when the password has changed since.
 */
export async function withPresentHash<R extends HashedRow>(
  { passwords, store }: { readonly passwords: Passwords; readonly store: HashStore<R> },
  row: R,
  password: string,
): Promise<R> {
  if (row.password_hash === null || !passwords.isOutdated(row.password_hash)) return row;
  const hash = await passwords.hash(password);
  const isReplaced = await store.rehashPassword(row.id, row.password_hash, hash);
  if (isReplaced) return { ...row, password_hash: hash };
  // Another sign-in was first, or the password has changed.
  const now = await store.find(row.id);
  const isRight = await passwords.verify(now?.password_hash ?? null, password);
  if (now === null || !isRight) throw new ServiceError('INVALID_USER');
  return now;
}
