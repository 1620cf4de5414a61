// SPDX-License-Identifier: Apache-2.0
import { LISTED_SESSIONS, type ListedSession } from '@perfuse/contract/account/access';
import type { UserPrincipal } from '../../../platform/http/principal.ts';
import { ServiceError } from '../../../platform/errors/service-error.ts';
import type { DeviceRepository } from '../tokens/device-repository.ts';
import type { IdentityProof, Proof } from './identity-proof.ts';

export interface SessionListDeps {
  readonly devices: DeviceRepository;
  readonly proof: IdentityProof;
}

/** The open sessions of a person, for the person to see and to end. */
export class SessionList {
  readonly #deps: SessionListDeps;

  constructor(deps: SessionListDeps) {
    this.#deps = deps;
  }

  async list({ userId, familyId }: UserPrincipal): Promise<ListedSession[]> {
    const rows = await this.#deps.devices.openSessions(userId, LISTED_SESSIONS);
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
   * Ends one session at once, with those handed over from it: their tokens and cookies are refused from the next
   * request on. Requires proof, unlike signing out of one's own session: a stolen token must not lock its owner out.
   * @throws ServiceError NOT_FOUND for no session of this person, INVALID_USER, RESTRICTED or TOO_MANY_ATTEMPTS.
   */
  async end(person: UserPrincipal, sessionId: string, proof: Proof): Promise<void> {
    await this.#deps.proof.assert(person, proof);
    const isTheirs = await this.#deps.devices.revokeSession(person.userId, sessionId);
    if (!isTheirs) throw new ServiceError('NOT_FOUND', 'There is no such session.');
  }

  /** Ends every session but the caller's. @returns how many. @throws ServiceError as {@link end}. */
  async endOthers(person: UserPrincipal, proof: Proof): Promise<number> {
    await this.#deps.proof.assert(person, proof);
    return this.#deps.devices.revokeUser(person.userId, person.familyId);
  }
}
