// SPDX-License-Identifier: Apache-2.0
import { ServiceError } from '../../../platform/errors/service-error.ts';
import type { Attempt, AttemptLimits } from '../attempts/attempt-limits.ts';
import type { Passwords } from './passwords.ts';

interface HashedRow {
  readonly id: string;
  readonly password_hash: string | null;
}

export interface HashStore<R extends HashedRow> {
  readonly find: (id: string) => Promise<R | null>;
  /** @returns false when `from` is no longer the current hash. */
  readonly rehashPassword: (id: string, from: string, to: string) => Promise<boolean>;
}

export interface PasswordVerifierDeps<R extends HashedRow> {
  readonly store: HashStore<R>;
  readonly passwords: Passwords;
  readonly limits: AttemptLimits;
  /** The kind of attempt that is counted. */
  readonly attempt: Attempt;
}

/** Checks the passwords of users or of administrators, with lock-out. */
export class PasswordVerifier<R extends HashedRow> {
  readonly #deps: PasswordVerifierDeps<R>;

  constructor(deps: PasswordVerifierDeps<R>) {
    this.#deps = deps;
  }

  /**
   * An unknown account and a wrong password take as long and get the same answer.
   * @param name the key by which attempts at the account are counted.
   * @param find the account; null when it may not sign in.
   * @returns the account, with the password that was proven.
   * @throws ServiceError INVALID_USER or TOO_MANY_ATTEMPTS.
   */
  async verify(
    name: string,
    find: () => Promise<R | null>,
    password: string,
    address: string,
  ): Promise<R> {
    const { passwords, limits, attempt } = this.#deps;
    await limits.assertAddress(attempt, address);
    await limits.assertAccount(attempt, name);
    const row = await find();
    const isRight = await passwords.verify(row?.password_hash ?? null, password);
    if (row === null || !isRight) throw new ServiceError('INVALID_USER');
    await limits.succeeded(attempt, name, address);
    return rehashed(this.#deps, row, password);
  }

  /** Verifies the password of a signed-in account again: a stolen session is not enough. @throws as {@link verify}. */
  confirm(id: string, password: string, address: string): Promise<R> {
    return this.verify(id, () => this.#deps.store.find(id), password, address);
  }
}

/**
 * The account of a proven password, rehashed unless its hash has the current cost.
 * @throws ServiceError INVALID_USER when the password has changed since.
 */
export async function rehashed<R extends HashedRow>(
  { passwords, store }: Pick<PasswordVerifierDeps<R>, 'passwords' | 'store'>,
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
