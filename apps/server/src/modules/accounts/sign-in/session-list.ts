// SPDX-License-Identifier: Apache-2.0
import {
  FRESH_SESSION_S,
  LISTED_SESSIONS,
  type ListedSession,
} from '@perfuse/contract/account/access';
import type { UserPrincipal } from '../../../platform/http/principal.ts';
import { ServiceError } from '../../../platform/errors/service-error.ts';
import type { TokenService } from '../tokens/token-service.ts';
import type { UserRepository } from '../users/user-repository.ts';
import type { PasswordVerifier } from '../passwords/password-verifier.ts';
import type { UserRow } from '../tables.ts';

export interface SessionListDeps {
  readonly now: () => number;
  readonly tokens: TokenService;
  readonly users: UserRepository;
  readonly userPasswords: PasswordVerifier<UserRow>;
}

/** What is asked for again before a session is ended or a second factor begun. */
export interface Proof {
  readonly password: string | null | undefined;
  /** Where it comes from. */
  readonly address: string;
}

/** The open sessions of a person, for the person to see and to end. */
export class SessionList {
  readonly #deps: SessionListDeps;

  constructor(deps: SessionListDeps) {
    this.#deps = deps;
  }

  async list({ userId, familyId }: UserPrincipal): Promise<ListedSession[]> {
    const rows = await this.#deps.tokens.openSessions(userId, LISTED_SESSIONS);
    return rows.map((row) => ({
      ID: row.id,
      Browser: row.browser,
      System: row.system,
      Created: row.created_at,
      LastUsed: Math.max(row.created_at, row.seen_at),
      IsCurrent: row.id === familyId,
    }));
  }

  /**
   * Ends one session at once: its tokens and its cookie are refused from the next request on.
   * @throws ServiceError NOT_FOUND for one of another person or of none, INVALID_USER, RESTRICTED or TOO_MANY_ATTEMPTS.
   */
  async end(person: UserPrincipal, sessionId: string, proof: Proof): Promise<void> {
    await this.assertProof(person, proof);
    const isTheirs = await this.#deps.tokens.endSession(person.userId, sessionId);
    if (!isTheirs) throw new ServiceError('NOT_FOUND', 'There is no such session.');
  }

  /** Ends every session but the one that asks. @returns how many. @throws ServiceError as {@link end}. */
  async endOthers(person: UserPrincipal, proof: Proof): Promise<number> {
    await this.assertProof(person, proof);
    return this.#deps.tokens.endOthers(person.userId, person.familyId);
  }

  /**
   * A stolen token alone must not lock its owner out. Accounts without a password must have signed in just now.
   * @throws ServiceError INVALID_USER, RESTRICTED or TOO_MANY_ATTEMPTS.
   */
  async assertProof(person: UserPrincipal, { password, address }: Proof): Promise<void> {
    const { now, tokens, users, userPasswords } = this.#deps;
    const user = await users.find(person.userId);
    if (user?.password_hash !== null) {
      await userPasswords.confirm(person.userId, password ?? '', address);
      return;
    }
    const begun = await tokens.beginning(person);
    if (begun < now() - 1000 * FRESH_SESSION_S) {
      throw new ServiceError('RESTRICTED', 'Sign in again first.');
    }
  }
}
