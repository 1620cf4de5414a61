// SPDX-License-Identifier: Apache-2.0
import type { Language } from '@perfuse/contract/language';
import { ServiceError } from '../../../platform/errors/service-error.ts';
import type { UserPrincipal } from '../../../platform/http/principal.ts';
import type { UserRepository } from '../users/user-repository.ts';
import type { Requester } from '../requester.ts';
import type { Directory } from '../../organisations/index.ts';
import { assertNewPassword, ownerOf } from './new-passwords.ts';
import { passwordChangedEmail } from '../emails/email-templates.ts';
import { postNotice, type NoticeDeps } from '../emails/notices.ts';
import type { Passwords } from './passwords.ts';
import type { PasswordVerifier } from './password-verifier.ts';
import type { UserRow } from '../tables.ts';

export interface PasswordChangeDeps extends NoticeDeps {
  readonly directory: Directory;
  readonly users: UserRepository;
  readonly passwords: Passwords;
  readonly userPasswords: PasswordVerifier<UserRow>;
}

/** A new password by a person who knows the present one. */
export class PasswordChange {
  readonly #deps: PasswordChangeDeps;

  constructor(deps: PasswordChangeDeps) {
    this.#deps = deps;
  }

  /**
   * For a signed-in person, whose session stays open.
   * @returns how many sessions were ended.
   * @throws ServiceError INVALID_USER for a wrong password or an account without one, TOO_MANY_ATTEMPTS, or what
   * `replace` throws.
   */
  async complete(
    person: UserPrincipal,
    { password, newPassword }: { readonly password: string; readonly newPassword: string },
    { address, language }: Requester,
  ): Promise<number> {
    const user = await this.#deps.userPasswords.confirm(person.userId, password, address);
    return this.replace(user, newPassword, language, person.familyId);
  }

  /**
   * Sets the password after the present one was proven, ends every session and every mailed link, and notifies the
   * account's address. Of two concurrent changes one succeeds.
   * @param user with the password that was proven.
   * @param keptSession the token family that stays open.
   * @returns how many sessions were ended.
   * @throws ServiceError VALIDATION_ERROR, or INVALID_USER for an account without a password, or one that has changed
   * since.
   */
  async replace(
    user: UserRow,
    newPassword: string,
    language: Language,
    keptSession?: string,
  ): Promise<number> {
    const { directory, users, passwords } = this.#deps;
    if (user.password_hash === null) throw new ServiceError('INVALID_USER');
    const organisation = await directory.find(user.organisation_id);
    await assertNewPassword(
      organisation.password_policy,
      newPassword,
      ownerOf(user, organisation),
      'newPassword',
    );
    const ended = await users.changePassword(user.id, {
      hash: await passwords.hash(newPassword),
      // Another change or a reset since then wins.
      provenHash: user.password_hash,
      keptSession,
    });
    if (ended === null) throw new ServiceError('INVALID_USER');
    const content = passwordChangedEmail({ organisation: organisation.name, language });
    await postNotice(this.#deps, { userId: user.id, email: user.email }, content);
    return ended;
  }
}
