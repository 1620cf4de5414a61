// SPDX-License-Identifier: Apache-2.0
import type { Enrolment, SecondFactorState } from '@perfuse/contract/account/second-factor';
import type { Language } from '@perfuse/contract/language';
import type { UserPrincipal } from '../../../platform/http/principal.ts';
import { ServiceError } from '../../../platform/errors/service-error.ts';
import type { UserRepository, UserRow } from '../people/user-repository.ts';
import type { Requester } from '../requester.ts';
import type { SignIn } from '../sign-in/sign-in.ts';
import { holderOf, type Enrolments } from './enrolments.ts';
import type { SecondFactors } from './second-factors.ts';

export interface PersonalSecondFactorDeps {
  readonly factors: SecondFactors;
  readonly users: UserRepository;
  readonly enrolments: Enrolments;
  readonly signIn: Pick<SignIn, 'confirm'>;
  /** That it is the person who asks, by more than a token. @throws ServiceError */
  readonly assertProof: (
    person: UserPrincipal,
    proof: { readonly password: string | undefined; readonly address: string },
  ) => Promise<void>;
}

export interface Proven {
  /** Needed where the account has one. */
  readonly password?: string | undefined;
  readonly code: string;
}

/** The second factor of a person, by themselves in the app, and by the operator when it is lost. */
export class PersonalSecondFactor {
  readonly #deps: PersonalSecondFactorDeps;

  constructor(deps: PersonalSecondFactorDeps) {
    this.#deps = deps;
  }

  async state(userId: string): Promise<SecondFactorState> {
    const state = await this.#deps.factors.state(userId);
    return this.#deps.enrolments.isRequiredOf(await this.#find(userId))
      ? { ...state, isRequired: true }
      : state;
  }

  /** @throws ServiceError INVALID_USER, RESTRICTED or TOO_MANY_ATTEMPTS. */
  async begin(
    person: UserPrincipal,
    password: string | undefined,
    address: string,
  ): Promise<Enrolment> {
    const { enrolments, assertProof } = this.#deps;
    await assertProof(person, { password, address });
    return enrolments.begin(await this.#find(person.userId));
  }

  /** @throws ServiceError INVALID_MFA_TOKEN, SECOND_STEP_EXPIRED or TOO_MANY_ATTEMPTS. */
  async confirm(userId: string, code: string, requester: Requester): Promise<readonly string[]> {
    return this.#deps.enrolments.confirm(await this.#find(userId), code, requester);
  }

  /** @throws ServiceError INVALID_USER, INVALID_MFA_TOKEN or TOO_MANY_ATTEMPTS. */
  async renewRecoveryCodes(
    userId: string,
    proven: Proven,
    address: string,
  ): Promise<readonly string[]> {
    const user = await this.#find(userId);
    return this.#deps.enrolments.noted(user, 'recovery-codes', async () => {
      await this.#getOrThrow(user, proven, address);
      return this.#deps.factors.renewRecoveryCodes(holderOf(user));
    });
  }

  /** @throws ServiceError RESTRICTED where it is required, INVALID_USER, INVALID_MFA_TOKEN or TOO_MANY_ATTEMPTS. */
  async end(userId: string, proven: Proven, requester: Requester): Promise<void> {
    const user = await this.#find(userId);
    if (this.#deps.enrolments.isRequiredOf(user)) {
      throw new ServiceError(
        'RESTRICTED',
        'Accounts with a password must have a second factor here.',
      );
    }
    await this.#deps.enrolments.noted(user, 'off', async () => {
      await this.#getOrThrow(user, proven, requester.address);
      await this.#deps.factors.remove(holderOf(user));
    });
    await this.#deps.enrolments.tell('off', user, requester.language);
  }

  /** Takes a lost factor away, by the operator. @returns false when there was none. @throws ServiceError NOT_FOUND. */
  async takeAway(userId: string, language: Language): Promise<boolean> {
    const user = await this.#find(userId);
    const wasOn = await this.#deps.factors.remove(holderOf(user));
    if (wasOn) await this.#deps.enrolments.tell('off', user, language);
    return wasOn;
  }

  async #find(userId: string): Promise<UserRow> {
    const user = await this.#deps.users.find(userId);
    if (user === null) throw new ServiceError('NOT_FOUND', 'There is no such person.');
    return user;
  }

  /** The password comes first: a wrong one uses no code up. */
  async #getOrThrow(user: UserRow, { password, code }: Proven, address: string): Promise<void> {
    const { factors, signIn } = this.#deps;
    if (user.password_hash !== null) await signIn.confirm(user.id, password ?? '', address);
    await factors.demand(holderOf(user), code, address);
  }
}
