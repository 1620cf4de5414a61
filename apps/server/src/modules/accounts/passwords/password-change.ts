// SPDX-License-Identifier: Apache-2.0
import { ServiceError } from '../../../platform/errors/service-error.ts';
import type { UserPrincipal } from '../../../platform/http/principal.ts';
import type { Dispatcher } from '../../../platform/mail/dispatcher.ts';
import type { UserRepository } from '../people/user-repository.ts';
import type { Requester } from '../requester.ts';
import type { Directory } from '../../organisations/directory.ts';
import { assertNewPassword, ownerOf } from './new-passwords.ts';
import { tellPasswordChanged } from '../emails/notices.ts';
import type { Passwords } from './passwords.ts';
import type { SignIn } from '../sign-in/sign-in.ts';

export interface PasswordChangeDeps {
  readonly now: () => number;
  readonly directory: Directory;
  readonly users: UserRepository;
  readonly passwords: Passwords;
  readonly signIn: SignIn;
  readonly dispatcher: Pick<Dispatcher, 'post'>;
}

/** A new password by somebody who is signed in and knows the one there is. */
export class PasswordChange {
  readonly #deps: PasswordChangeDeps;

  constructor(deps: PasswordChangeDeps) {
    this.#deps = deps;
  }

  /**
   * Sets the password, ends every session but this one and every link that was mailed, and tells the account's address.
   * Of two changes at once one is done.
   * @returns how many sessions were ended.
   * @throws ServiceError INVALID_USER for a wrong password or an account without one, VALIDATION_ERROR or
   * TOO_MANY_ATTEMPTS.
   */
  async complete(
    person: UserPrincipal,
    { password, newPassword }: { readonly password: string; readonly newPassword: string },
    { address, language }: Requester,
  ): Promise<number> {
    const { now, directory, users, passwords, signIn, dispatcher } = this.#deps;
    const user = await signIn.confirm(person.userId, password, address);
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
      // What was proven is the password of then: another change or a reset in the meantime wins.
      provenHash: user.password_hash,
      keptSession: person.familyId,
    });
    if (ended === null) throw new ServiceError('INVALID_USER');
    if (user.email !== null) {
      const to = { id: user.id, email: user.email };
      const sender = { organisation: organisation.name, language };
      await tellPasswordChanged({ dispatcher, now }, to, sender);
    }
    return ended;
  }
}
