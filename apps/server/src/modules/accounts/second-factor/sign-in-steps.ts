// SPDX-License-Identifier: Apache-2.0
import { SECOND_STEP_LIFETIME_S, type SecondStep } from '@perfuse/contract/account/second-factor';
import { ServiceError } from '../../../platform/errors/service-error.ts';
import { randomSecret, sameDigest, sha256 } from '../../../platform/crypto/digest.ts';
import type { SecondFactorRepository } from './second-factor-repository.ts';

interface Holder {
  readonly id: string;
  /** Null for none. */
  readonly password_hash: string | null;
}

const proofOf = ({ password_hash }: Holder): string => sha256(password_hash ?? '');

/** Who did the first step, for as long as the caller needs to check the second. */
export interface WaitingStep<H> {
  /** With the password that the first step rested on. */
  readonly holder: H;
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

  /** @param holder with the password that the first step rested on: with it the wait ends. */
  async begin(holder: Holder): Promise<SecondStep> {
    const token = randomSecret();
    await this.#store.addStep(sha256(token), {
      factor_id: holder.id,
      proof: proofOf(holder),
      expires_at: this.#now() + 1000 * SECOND_STEP_LIFETIME_S,
    });
    return { SecondStep: { Token: token, ExpiresIn: SECOND_STEP_LIFETIME_S } };
  }

  /**
   * @param findHolder as they are now; null when they may not sign in any more.
   * @throws ServiceError SECOND_STEP_EXPIRED, also when the holder has another password by now.
   */
  async find<H extends Holder>(
    token: string,
    findHolder: (id: string) => Promise<H | null>,
  ): Promise<WaitingStep<H>> {
    const hash = sha256(token);
    const step = await this.#store.findStep(hash);
    const holder = step === null ? null : await findHolder(step.factor_id);
    if (step === null || holder === null || !sameDigest(step.proof, proofOf(holder))) {
      throw new ServiceError('SECOND_STEP_EXPIRED');
    }
    return {
      holder,
      use: async () => {
        if (!(await this.#store.useStep(hash))) throw new ServiceError('SECOND_STEP_EXPIRED');
      },
    };
  }
}
