// SPDX-License-Identifier: Apache-2.0
import type { SignInAnswer } from '@perfuse/contract/account/second-factor';
import { ServiceError } from '../../http/service-error.ts';
import type { TokenPair } from '../../identity/token-service.ts';
import type { Holder } from '../../storage/repositories/second-factors.ts';
import type { UserRepository, UserRow } from '../../storage/repositories/users.ts';
import type { UserSessions } from '../user-sessions.ts';
import type { SecondFactors } from './second-factors.ts';
import type { SignInSteps } from './sign-in-steps.ts';

export interface TwoStepParts {
  readonly users: UserRepository;
  readonly sessions: UserSessions;
  readonly factors: SecondFactors;
  readonly steps: SignInSteps;
}

export const holderOf = ({ id }: Pick<UserRow, 'id'>): Holder => ({ kind: 'user', id });

/** What lies between a right password or phone code and a session. */
export class TwoStepSignIn {
  readonly #parts: TwoStepParts;

  constructor(parts: TwoStepParts) {
    this.#parts = parts;
  }

  /** A session, or for those with a second factor the token of its step. */
  async admit(user: UserRow): Promise<SignInAnswer> {
    const { users, sessions, steps } = this.#parts;
    if (user.second_factor_at === null) return sessions.open(user);
    // Its hash may have been made anew since the row was read.
    const { password_hash } = (await users.find(user.id)) ?? user;
    return steps.begin(user.id, password_hash ?? '');
  }

  /** @throws ServiceError SECOND_STEP_EXPIRED, INVALID_MFA_TOKEN (the step goes on waiting) or TOO_MANY_ATTEMPTS. */
  async finish(token: string, code: string, address: string): Promise<TokenPair> {
    const { users, sessions, factors, steps } = this.#parts;
    const active = async (id: string): Promise<UserRow | null> => {
      const user = await users.find(id);
      return user?.status === 'ACTIVE' ? user : null;
    };
    const step = await steps.find(token, async (id) => {
      const user = await active(id);
      return user === null ? null : (user.password_hash ?? '');
    });
    await factors.demand({ kind: 'user', id: step.holderId }, code, address);
    await step.use();
    const user = await active(step.holderId);
    if (user === null) throw new ServiceError('SECOND_STEP_EXPIRED');
    return sessions.open(user);
  }

  /**
   * For sign-ins of one step, as the analysis protocol has them: the code comes with the password.
   * @throws ServiceError MFA_REQUIRED, INVALID_MFA_TOKEN or TOO_MANY_ATTEMPTS.
   */
  async demandAtOnce(user: UserRow, code: string | undefined, address: string): Promise<void> {
    if (user.second_factor_at === null) return;
    if (code === undefined || code === '') throw new ServiceError('MFA_REQUIRED');
    await this.#parts.factors.demand(holderOf(user), code, address);
  }
}
