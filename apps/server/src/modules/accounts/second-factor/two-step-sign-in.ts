// SPDX-License-Identifier: Apache-2.0
import {
  SECOND_STEP_LIFETIME_S,
  type Enrolment,
  type SecondStep,
} from '@perfuse/contract/account/second-factor';
import { randomSecret, sameDigest, sha256 } from '../../../platform/crypto/digest.ts';
import { ServiceError } from '../../../platform/errors/service-error.ts';
import type { Requester } from '../requester.ts';
import type { FactorHolders, HolderAccount } from './factor-holders.ts';
import type { SecondFactor } from './second-factor.ts';
import type { SecondFactorRepository } from './second-factor-repository.ts';

export interface TwoStepSignInDeps<A extends HolderAccount> {
  readonly store: SecondFactorRepository;
  readonly factor: SecondFactor<A>;
  readonly holders: Pick<FactorHolders<A>, 'find' | 'maySignIn'>;
  readonly now: () => number;
}

export interface FinishedSignIn<A> {
  /** With the password that the first step was proven with. */
  readonly account: A;
  /** Those of a factor that this sign-in turned on; else null. */
  readonly recoveryCodes: readonly string[] | null;
  /** Study that the first step named; null for none. */
  readonly studyId: string | null;
}

const passwordDigest = ({ password_hash }: HolderAccount): string => sha256(password_hash ?? '');

/** Sign-ins between a correct first step and a session: a single-use token of minutes, only for the second step. */
export class TwoStepSignIn<A extends HolderAccount> {
  readonly #deps: TwoStepSignInDeps<A>;

  constructor(deps: TwoStepSignInDeps<A>) {
    this.#deps = deps;
  }

  /**
   * @param account with the password proven in the first step: the token ends when it changes.
   * @param studyId the study of the sign-in; null for none.
   * @returns null when no second step is needed; includes an enrolment where a required factor is missing.
   */
  async begin(
    account: A,
    studyId: string | null = null,
  ): Promise<(SecondStep & { enrolment: Enrolment | null }) | null> {
    const { store, factor, now } = this.#deps;
    const isMissing = factor.isMissing(account);
    if (account.second_factor_at === null && !isMissing) return null;
    const enrolment = isMissing ? await factor.begin(account.id) : null;
    const token = randomSecret();
    await store.addStep(sha256(token), {
      factor_id: account.id,
      proof: passwordDigest(account),
      expires_at: now() + 1000 * SECOND_STEP_LIFETIME_S,
      study_id: studyId,
    });
    return { SecondStep: { Token: token, ExpiresIn: SECOND_STEP_LIFETIME_S }, enrolment };
  }

  /**
   * @throws ServiceError SECOND_STEP_EXPIRED, also when the password has changed since, INVALID_MFA_TOKEN (the token
   * stays usable) or TOO_MANY_ATTEMPTS.
   */
  async finish(token: string, code: string, requester: Requester): Promise<FinishedSignIn<A>> {
    const { store, factor, holders, now } = this.#deps;
    const hash = sha256(token);
    const step = await store.findStep(hash);
    const account = step === null ? null : await holders.find(step.factor_id);
    const isProven =
      step !== null && account !== null && sameDigest(step.proof, passwordDigest(account));
    if (!isProven || !holders.maySignIn(account)) throw new ServiceError('SECOND_STEP_EXPIRED');
    let recoveryCodes: readonly string[] | null = null;
    if (account.second_factor_at === null) {
      recoveryCodes = await factor.confirm(account.id, code, requester);
    } else {
      await factor.verify(account.id, code, requester.address);
    }
    if (!(await store.useStep(hash))) throw new ServiceError('SECOND_STEP_EXPIRED');
    const second_factor_at = account.second_factor_at ?? now();
    return { account: { ...account, second_factor_at }, recoveryCodes, studyId: step.study_id };
  }

  /**
   * For the one-step sign-ins of the analysis protocol, where the code comes with the password.
   * @throws ServiceError MFA_REQUIRED, INVALID_MFA_TOKEN or TOO_MANY_ATTEMPTS.
   */
  async assertCode(account: A, code: string | undefined, address: string): Promise<void> {
    const { factor } = this.#deps;
    if (factor.isMissing(account)) {
      throw new ServiceError(
        'MFA_REQUIRED',
        'Accounts with a password require a second factor: sign in to the app to set it up.',
      );
    }
    if (account.second_factor_at === null) return;
    if (code === undefined || code === '') throw new ServiceError('MFA_REQUIRED');
    await factor.verify(account.id, code, address);
  }
}
