// SPDX-License-Identifier: Apache-2.0
import {
  INVITATION_LIFETIME_S,
  OPERATOR_LINK_LIFETIME_S,
  RESET_LINK_LIFETIME_S,
} from '@perfuse/contract/account/sign-in';
import type { PasswordPolicy } from '@perfuse/contract/account/password';
import type { Language } from '@perfuse/contract/language';
import { ServiceError } from '../../../platform/errors/service-error.ts';
import { randomSecret, sha256 } from '../../../platform/crypto/digest.ts';
import type { LoginSecretRepository } from './login-secret-repository.ts';
import type { UserRow } from '../tables.ts';
import type { UserRepository } from '../users/user-repository.ts';
import type { Requester } from '../requester.ts';
import { accountName, type AttemptLimits } from '../attempts/attempt-limits.ts';
import type { Background } from '../background.ts';
import type { Directory, OrganisationName, OrganisationRow } from '../../organisations/index.ts';
import {
  invitationEmail,
  passwordChangedEmail,
  resetEmail,
  type Email,
} from '../emails/email-templates.ts';
import { assertNewPassword, ownerOf } from './new-passwords.ts';
import { postNotice, type NoticeDeps } from '../emails/notices.ts';
import type { Passwords } from './passwords.ts';

export interface PasswordResetDeps extends NoticeDeps {
  readonly directory: Directory;
  readonly users: UserRepository;
  readonly secrets: LoginSecretRepository;
  readonly passwords: Passwords;
  readonly limits: AttemptLimits;
  readonly background: Background;
  /** Public address of the app, without a trailing slash. Never taken from a request: a forged one would leak links. */
  readonly publicUrl: string;
}

export interface ResetLink {
  readonly link: string;
  readonly expiresAt: number;
}

/** An invitation to a new account is mailed with its own text; with `hand` the operator passes the link on. */
type LinkDelivery = 'invitation' | 'mail' | 'hand';

const pageBehind = (configId: string | null): string =>
  configId === null ? '/reset' : `/org/reset/${configId}`;

/** Links to set a new password, requested by users or issued by the operator. */
export class PasswordReset {
  readonly #deps: PasswordResetDeps;

  constructor(deps: PasswordResetDeps) {
    this.#deps = deps;
  }

  /** Mails a link to the account, if there is one. The answer does not reveal whether there is. */
  async request(email: string, name: OrganisationName, requester: Requester): Promise<void> {
    const { directory, limits, background } = this.#deps;
    await limits.assertAddress('reset', requester.address);
    background.run(async () => {
      const organisation = await directory.resolve(name);
      if (organisation === null) return;
      const account = accountName(organisation.id, email);
      if ((await limits.takeAccount('reset', account)) > 0) return;
      // Leads back to the organisation's link of the request: without it the person could not sign in.
      await this.#send(
        { organisation, language: requester.language },
        email,
        pageBehind(name.configId ?? null),
      );
    });
  }

  async #send(
    {
      organisation,
      language,
    }: { readonly organisation: OrganisationRow; readonly language: Language },
    email: string,
    page: string,
  ): Promise<void> {
    const user = await this.#deps.users.findByName(organisation.id, { email });
    if (user?.status !== 'ACTIVE') return;
    const link = await this.#newLink(user.id, page, RESET_LINK_LIFETIME_S);
    const content = resetEmail({ organisation: organisation.name, language }, link.link);
    await this.#mail(user.id, email, content, link.expiresAt);
  }

  async #newLink(userId: string, page: string, lifetimeS: number): Promise<ResetLink> {
    const { secrets, publicUrl, now } = this.#deps;
    const token = randomSecret();
    const expiresAt = now() + lifetimeS * 1000;
    if (!(await secrets.saveLink(userId, sha256(token), expiresAt))) {
      throw new ServiceError('NOT_FOUND', 'There is no such person.');
    }
    return { link: `${publicUrl}${page}#${token}`, expiresAt };
  }

  async #mail(userId: string, recipient: string, content: Email, expiresAt: number) {
    const message = { userId, channel: 'mail' as const, recipient, expiresAt };
    await this.#deps.outbox.post({ ...message, ...content });
  }

  /**
   * A link issued by the operator. Earlier links of the user stop working.
   * @throws ServiceError NOT_FOUND, or VALIDATION_ERROR where there is no address to mail to or the account is locked.
   */
  async issue(
    userId: string,
    options: {
      readonly by: LinkDelivery;
      /** Configuration whose sign-in the link leads back to; null: the consumer edition. */
      readonly configId: string | null;
      readonly language: Language;
    },
  ): Promise<ResetLink> {
    const { directory, users } = this.#deps;
    const user = await users.find(userId);
    if (user === null) throw new ServiceError('NOT_FOUND', 'There is no such person.');
    if (user.status !== 'ACTIVE') {
      throw new ServiceError('VALIDATION_ERROR', 'The account is locked: unlock it first.');
    }
    if (user.email === null) {
      throw new ServiceError(
        'VALIDATION_ERROR',
        'The account has no email address: it signs in by phone.',
      );
    }
    const organisation = await directory.find(user.organisation_id);
    const page = pageBehind(options.configId);
    const isInvitation = options.by === 'invitation';
    const lifetimeS = isInvitation ? INVITATION_LIFETIME_S : OPERATOR_LINK_LIFETIME_S;
    const issued = await this.#newLink(user.id, page, lifetimeS);
    if (options.by !== 'hand') {
      const sender = { organisation: organisation.name, language: options.language };
      const content = isInvitation
        ? invitationEmail(sender, issued.link)
        : resetEmail(sender, issued.link, lifetimeS);
      await this.#mail(user.id, user.email, content, issued.expiresAt);
    }
    return issued;
  }

  /** @throws ServiceError INVALID_RESET_LINK. */
  async #ownerOf(hash: string): Promise<UserRow> {
    const userId = await this.#deps.secrets.linkOwner(hash);
    const user = userId === null ? null : await this.#deps.users.find(userId);
    if (user?.status !== 'ACTIVE') throw new ServiceError('INVALID_RESET_LINK');
    return user;
  }

  /** The rules for the owner of a link. @throws ServiceError INVALID_RESET_LINK. */
  async policyOf(token: string): Promise<PasswordPolicy> {
    const { organisation_id } = await this.#ownerOf(sha256(token));
    return (await this.#deps.directory.find(organisation_id)).password_policy;
  }

  /**
   * Sets a new password with the token of a link, ends every session of the account and lifts its lock.
   * @throws ServiceError INVALID_RESET_LINK, VALIDATION_ERROR (the link stays usable) or TOO_MANY_ATTEMPTS.
   */
  async complete(token: string, password: string, requester: Requester): Promise<void> {
    const { address, language } = requester;
    const { directory, users, passwords, limits } = this.#deps;
    await limits.assertAddress('reset-link', address);
    const hash = sha256(token);
    const user = await this.#ownerOf(hash);
    const organisation = await directory.find(user.organisation_id);
    await assertNewPassword(organisation.password_policy, password, ownerOf(user, organisation));
    const stored = await passwords.hash(password);
    const ended = await users.changePassword(user.id, { hash: stored, linkHash: hash });
    if (ended === null) throw new ServiceError('INVALID_RESET_LINK');
    if (user.email !== null) {
      await limits.succeeded('reset-link', user.email, address);
      await limits.unlockAccount('sign-in', accountName(organisation.id, user.email));
      const content = passwordChangedEmail({ organisation: organisation.name, language });
      await postNotice(this.#deps, { userId: user.id, email: user.email }, content);
    }
  }
}
