// SPDX-License-Identifier: Apache-2.0

/** Who has a second factor. */
export interface Holder {
  readonly kind: 'user' | 'administrator';
  readonly id: string;
}

/** The columns of users and administrators that a second factor depends on. */
export interface HolderAccount {
  readonly id: string;
  readonly email: string | null;
  readonly phone_number?: string | null;
  readonly password_hash: string | null;
  /** Null for administrators of the whole installation. */
  readonly organisation_id: string | null;
  readonly second_factor_at: number | null;
}

/** What differs between the second factors of users and of administrators. */
export interface FactorHolders<A extends HolderAccount> {
  readonly kind: Holder['kind'];
  /** Whether accounts with a password must have one. */
  readonly isRequired: boolean;
  readonly find: (id: string) => Promise<A | null>;
  readonly maySignIn: (account: A) => boolean;
  /** What the account is for, as the authenticator app and e-mails name it. */
  readonly issuer: (account: A) => Promise<string>;
  /** @throws ServiceError INVALID_USER or TOO_MANY_ATTEMPTS. */
  readonly assertPassword: (
    account: A,
    password: string | undefined,
    address: string,
  ) => Promise<unknown>;
}
