// SPDX-License-Identifier: Apache-2.0
import { FRESH_SESSION_S } from '@perfuse/contract/account/access';
import type { Member } from '../../../platform/http/principal.ts';
import { ServiceError } from '../../../platform/errors/service-error.ts';
import type { TokenService } from '../tokens/token-service.ts';
import type { UserRepository } from '../users/user-repository.ts';
import type { PasswordVerifier } from '../passwords/password-verifier.ts';
import type { UserRow } from '../tables.ts';

export interface IdentityProofDeps {
  readonly now: () => number;
  readonly tokens: Pick<TokenService, 'provenAt'>;
  readonly users: Pick<UserRepository, 'find'>;
  readonly userPasswords: PasswordVerifier<UserRow>;
}

/** Credentials that are required again. */
export interface Proof {
  readonly password: string | null | undefined;
  /** Network address of the caller. */
  readonly address: string;
}

/**
 * Proof of identity beyond a valid token, for actions that a stolen token must not allow. One rule for every endpoint:
 * the password or, for accounts without one, a recent sign-in.
 */
export class IdentityProof {
  readonly #deps: IdentityProofDeps;

  constructor(deps: IdentityProofDeps) {
    this.#deps = deps;
  }

  /**
   * @returns the password that was proven; null for an account without one.
   * @throws ServiceError INVALID_USER, RESTRICTED or TOO_MANY_ATTEMPTS.
   */
  async assert(person: Member, { password, address }: Proof): Promise<string | null> {
    const { users, userPasswords } = this.#deps;
    const user = await users.find(person.userId);
    if (user?.password_hash !== null) {
      return (await userPasswords.confirm(person.userId, password ?? '', address)).password_hash;
    }
    await this.assertFresh(person);
    return null;
  }

  /**
   * For requests without a password field: a recent sign-in; a renewal, new access token or hand-off does not count.
   * @throws ServiceError RESTRICTED.
   */
  async assertFresh(person: Member): Promise<void> {
    const { now, tokens } = this.#deps;
    if ((await tokens.provenAt(person)) > now() - 1000 * FRESH_SESSION_S) return;
    throw new ServiceError('RESTRICTED', 'Sign in again first.');
  }
}
