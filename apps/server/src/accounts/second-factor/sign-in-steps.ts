// SPDX-License-Identifier: Apache-2.0
import { SECOND_STEP_LIFETIME_S, type SecondStep } from '@perfuse/contract/account/second-factor';
import { ServiceError } from '../../http/service-error.ts';
import { randomSecret, sameDigest, sha256 } from '../../identity/digest.ts';
import type { SecondFactorRepository } from '../../storage/repositories/second-factors.ts';

/** Who did the first step, for as long as the caller needs to check the second. */
export interface WaitingStep {
  readonly holderId: string;
  /** Ends the wait. @throws ServiceError SECOND_STEP_EXPIRED when another call did before. */
  readonly use: () => Promise<void>;
}

/** Sign-ins between their steps: a token that opens nothing but the second step, for minutes, once. */
export class SignInSteps {
  readonly #store: SecondFactorRepository;
  readonly #now: () => number;

  constructor(store: SecondFactorRepository, now: () => number = Date.now) {
    this.#store = store;
    this.#now = now;
  }

  /** @param passwordHash what the first step rested on, '' for none: with it the wait ends. */
  async begin(holderId: string, passwordHash: string): Promise<SecondStep> {
    const token = randomSecret();
    await this.#store.addStep(sha256(token), {
      factor_id: holderId,
      proof: sha256(passwordHash),
      expires_at: this.#now() + 1000 * SECOND_STEP_LIFETIME_S,
    });
    return { SecondStep: { Token: token, ExpiresIn: SECOND_STEP_LIFETIME_S } };
  }

  /**
   * @param passwordHashOf of the holder now; null when they may not sign in any more.
   * @throws ServiceError SECOND_STEP_EXPIRED.
   */
  async find(
    token: string,
    passwordHashOf: (holderId: string) => Promise<string | null>,
  ): Promise<WaitingStep> {
    const hash = sha256(token);
    const step = await this.#store.findStep(hash);
    const passwordHash = step === null ? null : await passwordHashOf(step.factor_id);
    if (step === null || passwordHash === null || !sameDigest(step.proof, sha256(passwordHash))) {
      throw new ServiceError('SECOND_STEP_EXPIRED');
    }
    return {
      holderId: step.factor_id,
      use: async () => {
        if (!(await this.#store.useStep(hash))) throw new ServiceError('SECOND_STEP_EXPIRED');
      },
    };
  }
}
