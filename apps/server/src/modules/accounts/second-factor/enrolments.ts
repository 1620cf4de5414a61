// SPDX-License-Identifier: Apache-2.0
import type { Enrolment } from '@perfuse/contract/account/second-factor';
import type { Language } from '@perfuse/contract/language';
import type { Holder } from './second-factor-repository.ts';
import type { UserRow } from '../people/user-repository.ts';
import type { Requester } from '../requester.ts';
import type { AuditLog } from '../../audit/audit-log.ts';
import type { Directory } from '../../organisations/directory.ts';
import type { FactorNotices } from './factor-notices.ts';
import type { SecondFactors } from './second-factors.ts';

export interface EnrolmentDeps {
  readonly factors: SecondFactors;
  readonly directory: Directory;
  readonly audit: AuditLog;
  readonly notices: FactorNotices;
  /** Whether accounts with a password must have a second factor. */
  readonly isRequired: boolean;
}

export const holderOf = ({ id }: Pick<UserRow, 'id'>): Holder => ({ kind: 'user', id });

/** How a person comes to a second factor, in the profile or at a sign-in; who it is was proven before. */
export class Enrolments {
  readonly #deps: EnrolmentDeps;

  constructor(deps: EnrolmentDeps) {
    this.#deps = deps;
  }

  /** Whether somebody must have a second factor. */
  isRequiredOf({ password_hash }: Pick<UserRow, 'password_hash'>): boolean {
    return this.#deps.isRequired && password_hash !== null;
  }

  /** @throws ServiceError RESTRICTED when one is on. */
  async begin(user: UserRow): Promise<Enrolment> {
    const { factors, directory } = this.#deps;
    const { name } = await directory.find(user.organisation_id);
    return factors.begin(holderOf(user), name, user.email ?? user.phone_number ?? '');
  }

  /**
   * @returns the recovery codes.
   * @throws ServiceError INVALID_MFA_TOKEN, SECOND_STEP_EXPIRED or TOO_MANY_ATTEMPTS.
   */
  async confirm(user: UserRow, code: string, requester: Requester): Promise<readonly string[]> {
    const codes = await this.noted(user, 'on', () =>
      this.#deps.factors.confirm(holderOf(user), code, requester.address),
    );
    await this.tell('on', user, requester.language);
    return codes;
  }

  /** Does a change and notes it in the audit log. */
  noted<T>(user: UserRow, what: string, work: () => Promise<T>): Promise<T> {
    const { id, organisation_id: organisationId } = user;
    const deed = { actor: `user:${id}`, action: `second-factor.${what}`, target: id };
    return this.#deps.audit.record({ ...deed, organisationId }, work);
  }

  async tell(what: 'on' | 'off', user: UserRow, language: Language): Promise<void> {
    const { directory, notices } = this.#deps;
    const { name: organisation } = await directory.find(user.organisation_id);
    await notices.tell(what, user, { organisation, language });
  }
}
