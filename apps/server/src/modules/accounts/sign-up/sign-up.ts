// SPDX-License-Identifier: Apache-2.0
import { randomUUID } from 'node:crypto';
import type { ConfirmSignUpAnswer } from '@perfuse/contract/account/second-factor';
import {
  CONFIRM_LINK_LIFETIME_S,
  type confirmSignUpBody,
  type signUpAnswer,
  type SignUpBody,
} from '@perfuse/contract/account/sign-in';
import type { Language } from '@perfuse/contract/language';
import type { z } from '@perfuse/contract/schema';
import { ServiceError } from '../../../platform/errors/service-error.ts';
import { randomSecret, sha256 } from '../../../platform/crypto/digest.ts';
import type { Outbox } from '../../../platform/mail/outbox.ts';
import type { SignUpRepository } from './sign-up-repository.ts';
import type { UserRepository } from '../users/user-repository.ts';
import type { Requester } from '../requester.ts';
import { accountName, type AttemptLimits } from '../attempts/attempt-limits.ts';
import type { Background } from '../background.ts';
import type {
  ConfigurationRepository,
  Directory,
  OrganisationRow,
} from '../../organisations/index.ts';
import { accountExistsEmail, confirmationEmail } from '../emails/email-templates.ts';
import { offeredSignIn, type InChina } from '../sign-in/offered.ts';
import { assertNewPassword } from '../passwords/new-passwords.ts';
import { postNotice } from '../emails/notices.ts';
import type { Passwords } from '../passwords/passwords.ts';
import type { PhoneCodes } from './phone-codes.ts';
import type { UserSessions } from '../sign-in/user-sessions.ts';

/** How long an account waits for the code that was sent to its phone, ms. */
const PHONE_SIGN_UP_MS = 24 * 3_600_000;

type Confirmation = z.output<typeof signUpAnswer>['confirmation'];

export interface SignUpDeps {
  readonly directory: Directory;
  readonly users: UserRepository;
  readonly pending: SignUpRepository;
  readonly configurations: Pick<ConfigurationRepository, 'find'>;
  readonly passwords: Passwords;
  readonly limits: AttemptLimits;
  readonly sessions: UserSessions;
  readonly phoneCodes: PhoneCodes;
  readonly inChina: InChina;
  readonly outbox: Pick<Outbox, 'post'>;
  readonly background: Background;
  /** Public address of the app, without a trailing slash. */
  readonly publicUrl: string;
  /** Whether an account is created only once the link mailed to its address is opened. */
  readonly confirmsEmail: boolean;
  readonly now: () => number;
}

interface Applicant {
  readonly organisation: OrganisationRow;
  readonly studyId: string | null;
  readonly email: string;
  readonly password: string;
  /** Path that the mailed link leads to: back to the organisation's link, where there was one. */
  readonly page: string;
  readonly language: Language;
}

/** Sign-up by users themselves. */
export class SignUp {
  readonly #deps: SignUpDeps;

  constructor(deps: SignUpDeps) {
    this.#deps = deps;
  }

  /**
   * The answer is the same whether or not there is an account already; its owner gets an e-mail. Of e-mail and phone
   * number, stores only the proven one.
   * @throws ServiceError RESTRICTED where sign-up, or this method of it, is off, TOO_MANY_ATTEMPTS, NOT_FOUND or
   * VALIDATION_ERROR.
   */
  async create(body: SignUpBody, requester: Requester): Promise<Confirmation> {
    const { directory, limits, confirmsEmail, inChina } = this.#deps;
    await limits.assertAddress('sign-up', requester.address);
    const organisation = await directory.resolve(body);
    if (organisation === null)
      throw new ServiceError('NOT_FOUND', 'There is no such organisation.');
    const { configId, email, password, phoneNumber } = body;
    const offered = await offeredSignIn(this.#deps.configurations, organisation, configId);
    if (!offered.allowSignup || organisation.status !== 'ACTIVE') {
      throw new ServiceError('RESTRICTED', 'Sign-up is disabled.');
    }
    const isByPassword = typeof email === 'string' && typeof password === 'string';
    const isBehindLink = typeof configId === 'string';
    const isOfOther = isByPassword
      ? offered.loginType === 'phone'
      : offered.loginType === 'password' && (isBehindLink || !inChina(requester.host));
    if (isOfOther) throw new ServiceError('RESTRICTED', 'This sign-up method is not available.');
    const studyId = await directory.studyNamedBy(body);
    if (isByPassword) {
      const page = isBehindLink ? `/org/confirm/${configId}` : '/confirm';
      const { language } = requester;
      await this.#withPassword({ organisation, studyId, email, password, page, language });
      return confirmsEmail ? 'mail' : 'none';
    }
    if (typeof phoneNumber === 'string')
      await this.#withPhone(organisation, studyId, phoneNumber, requester);
    return 'none';
  }

  async #withPassword(applicant: Applicant): Promise<void> {
    const { organisation, studyId, email, password } = applicant;
    const { users, passwords, limits, background, confirmsEmail } = this.#deps;
    const names = [organisation.name, organisation.identifier];
    await assertNewPassword(organisation.password_policy, password, { email, names });
    // Counted in either case, so that the writes are the same whether or not there is an account.
    const isLimited =
      (await limits.takeAccount('sign-up', accountName(organisation.id, email))) > 0;
    const passwordHash = await passwords.hash(password);
    if (confirmsEmail) {
      background.run(async () => {
        if (isLimited) return;
        const user = await users.findByName(organisation.id, { email });
        if (user === null) await this.#mailLink(applicant, passwordHash);
        else await this.#mailOwner(applicant, user.id);
      });
      return;
    }
    const isNew = await users.create({
      id: randomUUID(),
      organisationId: organisation.id,
      email,
      phoneNumber: null,
      passwordHash,
      studyId,
    });
    if (isNew || isLimited) return;
    const user = await users.findByName(organisation.id, { email });
    await this.#mailOwner(applicant, user?.id ?? null);
  }

  async #mailLink(applicant: Applicant, passwordHash: string): Promise<void> {
    const { organisation, studyId, email, page, language } = applicant;
    const { pending, outbox, publicUrl, now } = this.#deps;
    const token = randomSecret();
    const hash = sha256(token);
    const expiresAt = now() + CONFIRM_LINK_LIFETIME_S * 1000;
    await pending.add({
      hash,
      organisationId: organisation.id,
      email,
      passwordHash,
      studyId,
      expiresAt,
    });
    const link = `${publicUrl}${page}#${token}`;
    await outbox.post({
      id: hash,
      userId: null,
      channel: 'mail',
      recipient: email,
      expiresAt,
      ...confirmationEmail({ organisation: organisation.name, language }, link),
    });
  }

  async #mailOwner(applicant: Applicant, userId: string | null): Promise<void> {
    const { organisation, email, language } = applicant;
    const content = accountExistsEmail({ organisation: organisation.name, language });
    await postNotice(this.#deps, { userId, email }, content);
  }

  /**
   * Creates an account with the token of a mailed link, and signs in. Requires the password of the sign-up, so that the
   * owner of the address who clicks the link does not give the account to another person who signed up with it.
   * @throws ServiceError INVALID_CONFIRMATION_LINK, INVALID_USER or TOO_MANY_ATTEMPTS; after the last two the link
   * stays usable.
   */
  async confirm(
    { token, password }: z.output<typeof confirmSignUpBody>,
    address: string,
  ): Promise<ConfirmSignUpAnswer> {
    const { directory, users, pending, passwords, limits, sessions } = this.#deps;
    await limits.assertAddress('sign-in', address);
    const hash = sha256(token);
    const found = await pending.find(hash);
    if (found === null) throw new ServiceError('INVALID_CONFIRMATION_LINK');
    const name = accountName(found.organisation_id, found.email);
    await limits.assertAccount('sign-in', name);
    const isRight = await passwords.verify(found.password_hash, password);
    const organisation = await directory.find(found.organisation_id);
    if (!isRight || organisation.status !== 'ACTIVE') throw new ServiceError('INVALID_USER');
    await limits.succeeded('sign-in', name, address);
    const id = randomUUID();
    const isNew = await pending.confirm(hash, found, {
      id,
      organisationId: organisation.id,
      email: found.email,
      phoneNumber: null,
      passwordHash: found.password_hash,
      studyId: found.study_id,
      isVerified: true,
    });
    const user = isNew ? await users.find(id) : null;
    if (user === null) throw new ServiceError('INVALID_CONFIRMATION_LINK');
    return { ...(await sessions.openOrChallenge(user)), Email: found.email };
  }

  async #withPhone(
    organisation: OrganisationRow,
    studyId: string | null,
    phoneNumber: string,
    requester: Requester,
  ): Promise<void> {
    const { users, phoneCodes, now } = this.#deps;
    const create = async (): Promise<void> => {
      await users.create({
        id: randomUUID(),
        organisationId: organisation.id,
        email: null,
        phoneNumber,
        passwordHash: null,
        studyId,
        expiresAt: now() + PHONE_SIGN_UP_MS,
      });
    };
    await phoneCodes.request(
      { phoneNumber, organisation, named: organisation.identifier },
      requester,
      create,
    );
  }
}
