// SPDX-License-Identifier: Apache-2.0
import { randomUUID } from 'node:crypto';
import type { SignUpBody } from '@perfuse/contract/account/sign-in';
import { ServiceError } from '../http/service-error.ts';
import type { Dispatcher } from '../messages/dispatcher.ts';
import type { OrganisationRow } from '../storage/repositories/organisation-directory.ts';
import type { UserRepository } from '../storage/repositories/users.ts';
import type { AttemptLimits } from './attempt-limits.ts';
import type { Directory } from './directory.ts';
import { accountExistsLetter } from './letters.ts';
import { demandPolicy, type Passwords } from './passwords.ts';
import type { PhoneCodes } from './phone-codes.ts';

const NOTICE_MS = 24 * 3_600_000;

export interface SignUpParts {
  readonly directory: Directory;
  readonly users: UserRepository;
  readonly passwords: Passwords;
  readonly limits: AttemptLimits;
  readonly phoneCodes: PhoneCodes;
  readonly dispatcher: Pick<Dispatcher, 'post'>;
  readonly now?: () => number;
}

/** Creating accounts by the people themselves. */
export class SignUp {
  readonly #parts: SignUpParts;

  constructor(parts: SignUpParts) {
    this.#parts = parts;
  }

  /**
   * The answer is the same whether the account is new or was there: whoever holds it gets a mail. With e-mail and
   * password a phone number is not kept, and with a phone number alone no e-mail: neither was proven to be theirs.
   * @throws ServiceError RESTRICTED where sign-up is off, TOO_MANY_ATTEMPTS, NOT_FOUND or VALIDATION_ERROR.
   */
  async create(body: SignUpBody, address: string): Promise<void> {
    const { directory, limits } = this.#parts;
    await limits.demandAddress('sign-up', address);
    const organisation = await directory.resolve(body);
    if (organisation === null)
      throw new ServiceError('NOT_FOUND', 'There is no such organisation.');
    if (!organisation.allow_signup || organisation.status !== 'ACTIVE') {
      throw new ServiceError('RESTRICTED', 'Sign-up is not offered here.');
    }
    const { email, password, phoneNumber } = body;
    if (typeof email === 'string' && typeof password === 'string') {
      await this.#withPassword(organisation, email, password);
    } else if (typeof phoneNumber === 'string') {
      await this.#withPhone(organisation, phoneNumber, address);
    }
  }

  async #withPassword(
    organisation: OrganisationRow,
    email: string,
    password: string,
  ): Promise<void> {
    const { users, passwords, dispatcher, limits, now = Date.now } = this.#parts;
    demandPolicy(organisation.password_policy, password);
    // Counted for everybody: the same writes, whether there is an account or not.
    const isNoisy = (await limits.takeAccount('sign-up', email)) > 0;
    const isNew = await users.create({
      id: randomUUID(),
      organisationId: organisation.id,
      email,
      phoneNumber: null,
      passwordHash: await passwords.hash(password),
    });
    if (isNew || isNoisy) return;
    const user = await users.findByName(organisation.id, { email });
    await dispatcher.post({
      userId: user?.id ?? null,
      channel: 'mail',
      recipient: email,
      expiresAt: now() + NOTICE_MS,
      ...accountExistsLetter(organisation.name),
    });
  }

  async #withPhone(
    organisation: OrganisationRow,
    phoneNumber: string,
    address: string,
  ): Promise<void> {
    const { users, phoneCodes } = this.#parts;
    const create = async (): Promise<void> => {
      await users.create({
        id: randomUUID(),
        organisationId: organisation.id,
        email: null,
        phoneNumber,
        passwordHash: null,
      });
    };
    await phoneCodes.request({ phoneNumber, organisation }, address, create);
  }
}
