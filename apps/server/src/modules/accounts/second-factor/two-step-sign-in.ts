// SPDX-License-Identifier: Apache-2.0
import type { SecondStepAnswer, SignInAnswer } from '@perfuse/contract/account/second-factor';
import { ServiceError } from '../../../platform/errors/service-error.ts';
import type { UserRepository, UserRow } from '../people/user-repository.ts';
import type { Requester } from '../requester.ts';
import type { UserSessions } from '../sign-in/user-sessions.ts';
import { holderOf, type Enrolments } from './enrolments.ts';
import type { SecondFactors } from './second-factors.ts';
import type { SignInSteps } from './sign-in-steps.ts';

export interface TwoStepDeps {
  readonly users: UserRepository;
  readonly sessions: UserSessions;
  readonly factors: SecondFactors;
  readonly steps: SignInSteps;
  readonly enrolments: Enrolments;
}

/** What lies between a right password or phone code and a session. */
export class TwoStepSignIn {
  readonly #deps: TwoStepDeps;

  constructor(deps: TwoStepDeps) {
    this.#deps = deps;
  }

  /** Whether somebody must have a second factor and has none. */
  readonly #lacksFactor = (user: UserRow): boolean =>
    user.second_factor_at === null && this.#deps.enrolments.isRequiredOf(user);

  /**
   * A session, or for those with a second factor the token of its step; for those who must have one and have none,
   * what sets it up besides.
   */
  async admit(user: UserRow): Promise<SignInAnswer> {
    const { sessions, steps, enrolments } = this.#deps;
    const lacks = this.#lacksFactor(user);
    if (user.second_factor_at === null && !lacks) return sessions.open(user);
    const enrolment = lacks ? { Enrolment: await enrolments.begin(user) } : {};
    return { ...(await steps.begin(user)), ...enrolment };
  }

  /**
   * @throws ServiceError SECOND_STEP_EXPIRED, INVALID_MFA_TOKEN (the step goes on waiting), TOO_MANY_ATTEMPTS, or
   * INVALID_USER as {@link UserSessions.open}.
   */
  async finish(token: string, code: string, requester: Requester): Promise<SecondStepAnswer> {
    const { users, sessions, factors, steps, enrolments } = this.#deps;
    const step = await steps.find(token, async (id) => {
      const found = await users.find(id);
      return found?.status === 'ACTIVE' ? found : null;
    });
    const user = step.holder;
    let codes: readonly string[] | null = null;
    if (user.second_factor_at === null) codes = await enrolments.confirm(user, code, requester);
    else await factors.demand(holderOf(user), code, requester.address);
    await step.use();
    const pair = await sessions.open(user);
    return codes === null ? pair : { ...pair, RecoveryCodes: [...codes] };
  }

  /**
   * For sign-ins of one step, as the analysis protocol has them: the code comes with the password.
   * @throws ServiceError MFA_REQUIRED, INVALID_MFA_TOKEN or TOO_MANY_ATTEMPTS.
   */
  async assertAtOnce(user: UserRow, code: string | undefined, address: string): Promise<void> {
    if (this.#lacksFactor(user)) {
      throw new ServiceError(
        'MFA_REQUIRED',
        'Accounts with a password must have a second factor here: sign in to the app to set it up.',
      );
    }
    if (user.second_factor_at === null) return;
    if (code === undefined || code === '') throw new ServiceError('MFA_REQUIRED');
    await this.#deps.factors.demand(holderOf(user), code, address);
  }
}
