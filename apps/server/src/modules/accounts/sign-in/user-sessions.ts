// SPDX-License-Identifier: Apache-2.0
import { randomUUID } from 'node:crypto';
import type { TokenPair, TokenService, Lifetimes } from '../tokens/token-service.ts';
import type { Installation } from '../../organisations/installation.ts';
import type { ProfileRepository } from '../../measurements/profile-repository.ts';
import type { UserRow } from '../people/user-repository.ts';

/** Opens the sessions of people who have proven who they are. */
export class UserSessions {
  readonly #tokens: TokenService;
  readonly #profiles: ProfileRepository;
  readonly #installation: Installation;

  constructor(tokens: TokenService, profiles: ProfileRepository, installation: Installation) {
    this.#tokens = tokens;
    this.#profiles = profiles;
    this.#installation = installation;
  }

  /**
   * Opens a session; a missing profile is created with the account's e-mail, or its phone number.
   * @param user as they were when they proved themselves.
   * @param letInBy family of the session that lets them in, where another one does.
   * @throws ServiceError INVALID_USER when they were suspended, erased or given another password since, or that session
   * has ended.
   */
  async open(user: UserRow, lifetimes: Lifetimes = {}, letInBy?: string): Promise<TokenPair> {
    const { deviceId, Token, RefreshToken } = await this.#begin(user, lifetimes, 'user', letInBy);
    const owner = { deviceId, userId: user.id };
    const name = user.email ?? user.phone_number ?? '';
    const organisationId = user.organisation_id;
    await this.#profiles.createFirst({
      id: randomUUID(),
      organisationId,
      owner,
      name,
      email: name,
    });
    return { Token, RefreshToken };
  }

  /** Opens a session that reads and manages for the organisation, and may not measure. @throws as {@link open}. */
  async openForOrganisation(user: UserRow, lifetimes: Lifetimes = {}): Promise<TokenPair> {
    const { Token, RefreshToken } = await this.#begin(user, lifetimes, 'organisation');
    return { Token, RefreshToken };
  }

  #begin(user: UserRow, lifetimes: Lifetimes, kind: 'user' | 'organisation', letInBy?: string) {
    return this.#tokens.openSession(
      {
        organisationId: user.organisation_id,
        licenceId: this.#installation.guestLicenceId,
        user,
        type: 'WEB',
        name: kind === 'user' ? 'session' : 'organisation',
        identifier: '',
        version: '',
        letInBy,
      },
      lifetimes,
      kind,
    );
  }
}
