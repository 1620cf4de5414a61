// SPDX-License-Identifier: Apache-2.0
import type {
  Enrolment,
  SecondFactorState,
  SecondStep,
} from '@perfuse/contract/account/second-factor';
import type { Language } from '@perfuse/contract/language';
import { ServiceError } from '../../../platform/errors/service-error.ts';
import type {
  AdministratorRepository,
  AdministratorRow,
} from '../administrators/administrator-repository.ts';
import type { Holder } from './second-factor-repository.ts';
import type { Requester } from '../requester.ts';
import type { FactorNotices } from './factor-notices.ts';
import type { SecondFactors } from './second-factors.ts';
import type { SignInSteps } from './sign-in-steps.ts';

/** Who the account is with, in the authenticator app and in mails. */
const ISSUER = 'Perfuse administration';

export interface AdministratorSecondFactorDeps {
  readonly store: AdministratorRepository;
  readonly factors: SecondFactors;
  readonly steps: SignInSteps;
  readonly notices: FactorNotices;
  /** Whether every administrator must have one. */
  readonly isRequired: boolean;
}

/** A first step that was right; with a secret to enrol where a second factor is required and there is none. */
export type AdministratorStep = SecondStep & { readonly enrolment: Enrolment | null };

export interface FinishedSignIn {
  readonly row: AdministratorRow;
  /** Of a factor that this sign-in turned on. */
  readonly recoveryCodes: readonly string[] | null;
}

const holderOf = ({ id }: Pick<AdministratorRow, 'id'>): Holder => ({ kind: 'administrator', id });

/** The second factor of administrators of the admin page. */
export class AdministratorSecondFactor {
  readonly #deps: AdministratorSecondFactorDeps;
  readonly isRequired: boolean;

  constructor(deps: AdministratorSecondFactorDeps) {
    this.#deps = deps;
    this.isRequired = deps.isRequired;
  }

  /** What comes after a right password; null when that is the session. */
  async firstStep(row: AdministratorRow): Promise<AdministratorStep | null> {
    const { steps } = this.#deps;
    if (row.second_factor_at !== null) return { ...(await steps.begin(row)), enrolment: null };
    if (!this.isRequired) return null;
    const enrolment = await this.#enrol(row);
    return { ...(await steps.begin(row)), enrolment };
  }

  /** @throws ServiceError SECOND_STEP_EXPIRED, INVALID_MFA_TOKEN (the step goes on waiting) or TOO_MANY_ATTEMPTS. */
  async finish(token: string, code: string, requester: Requester): Promise<FinishedSignIn> {
    const { store, factors, steps } = this.#deps;
    const step = await steps.find(token, (id) => store.find(id));
    const row = step.holder;
    let recoveryCodes: readonly string[] | null = null;
    if (row.second_factor_at === null) recoveryCodes = await this.confirm(row.id, code, requester);
    else await factors.demand(holderOf(row), code, requester.address);
    await step.use();
    const { second_factor_at } = await this.#find(row.id);
    return { row: { ...row, second_factor_at }, recoveryCodes };
  }

  state = (id: string): Promise<SecondFactorState> => this.#deps.factors.state(id);

  /** After the password was asked for again. @throws ServiceError RESTRICTED when one is on. */
  async begin(id: string): Promise<Enrolment> {
    return this.#enrol(await this.#find(id));
  }

  /** @throws ServiceError INVALID_MFA_TOKEN, SECOND_STEP_EXPIRED or TOO_MANY_ATTEMPTS. */
  async confirm(
    id: string,
    code: string,
    { address, language }: Requester,
  ): Promise<readonly string[]> {
    const row = await this.#find(id);
    const codes = await this.#deps.factors.confirm(holderOf(row), code, address);
    await this.#tell('on', row, language);
    return codes;
  }

  /** @throws ServiceError INVALID_MFA_TOKEN or TOO_MANY_ATTEMPTS. */
  async renewRecoveryCodes(id: string, code: string, address: string): Promise<readonly string[]> {
    const holder = holderOf({ id });
    await this.#deps.factors.demand(holder, code, address);
    return this.#deps.factors.renewRecoveryCodes(holder);
  }

  /** @throws ServiceError RESTRICTED where it is required, INVALID_MFA_TOKEN or TOO_MANY_ATTEMPTS. */
  async end(id: string, code: string, { address, language }: Requester): Promise<void> {
    if (this.isRequired) {
      throw new ServiceError('RESTRICTED', 'Administrators must have a second factor here.');
    }
    const row = await this.#find(id);
    await this.#deps.factors.demand(holderOf(row), code, address);
    await this.#deps.factors.remove(holderOf(row));
    await this.#tell('off', row, language);
  }

  /** Takes a lost factor away, by the operator. @returns false when there was none. */
  async takeAway(row: AdministratorRow, language: Language): Promise<boolean> {
    const wasOn = await this.#deps.factors.remove(holderOf(row));
    if (wasOn) await this.#tell('off', row, language);
    return wasOn;
  }

  #enrol(row: AdministratorRow): Promise<Enrolment> {
    return this.#deps.factors.begin(holderOf(row), ISSUER, row.email);
  }

  async #find(id: string): Promise<AdministratorRow> {
    const row = await this.#deps.store.find(id);
    if (row === null) throw new ServiceError('NOT_FOUND', 'There is no such administrator.');
    return row;
  }

  #tell(what: 'on' | 'off', { email }: AdministratorRow, language: Language): Promise<void> {
    const to = { id: null, email, phone_number: null };
    return this.#deps.notices.tell(what, to, { organisation: ISSUER, language });
  }
}
