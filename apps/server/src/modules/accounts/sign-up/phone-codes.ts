// SPDX-License-Identifier: Apache-2.0
import { randomInt } from 'node:crypto';
import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { LOGIN_CODE } from '@perfuse/contract/account/sign-in';
import type { Language } from '@perfuse/contract/language';
import { ServiceError } from '../../../platform/errors/service-error.ts';
import type { Encryption } from '../../../platform/crypto/encryption.ts';
import type { Outbox } from '../../../platform/mail/outbox.ts';
import type { LoginSecretRepository } from '../passwords/login-secret-repository.ts';
import type { UserRepository } from '../users/user-repository.ts';
import type { Requester } from '../requester.ts';
import type { AttemptLimits } from '../attempts/attempt-limits.ts';
import type { Background } from '../background.ts';
import { loginCodeText } from '../emails/email-templates.ts';
import type { OrganisationRow } from '../../organisations/index.ts';
import type { UserRow } from '../tables.ts';

export interface PhoneCodeDeps {
  readonly users: UserRepository;
  readonly secrets: LoginSecretRepository;
  readonly limits: AttemptLimits;
  readonly outbox: Pick<Outbox, 'post'>;
  readonly background: Background;
  /** Keyed hash: six digits are soon guessed from a plain one. */
  readonly encryption: Pick<Encryption, 'digest' | 'isDigest'>;
  readonly now?: () => number;
}

export interface PhoneLogin {
  readonly phoneNumber: string;
  /** Null when the named one does not exist: then nothing is sent and no code is right. */
  readonly organisation: OrganisationRow | null;
}

/** @throws ServiceError VALIDATION_ERROR for digits that are no phone number of any country. */
function assertPossible(phoneNumber: string): void {
  if (parsePhoneNumberFromString(phoneNumber)?.isPossible() === true) return;
  throw new ServiceError('VALIDATION_ERROR', 'PhoneNumber breaks the rule FORMAT.', {
    PhoneNumber: [['FORMAT', []]],
  });
}

const digestInput = (userId: string, code: string): string => `login-code:${userId}:${code}`;

/** Signing in with a code sent to a phone. */
export class PhoneCodes {
  readonly #deps: PhoneCodeDeps;

  constructor(deps: PhoneCodeDeps) {
    this.#deps = deps;
  }

  /**
   * Sends a code to the phone of an account. The answer does not reveal whether there is one.
   * @param before runs first, in the background.
   * @throws ServiceError VALIDATION_ERROR or TOO_MANY_ATTEMPTS.
   */
  async request(
    { phoneNumber, organisation }: PhoneLogin,
    { address, language }: Requester,
    before: () => Promise<void> = () => Promise.resolve(),
  ): Promise<void> {
    const { limits, background } = this.#deps;
    assertPossible(phoneNumber);
    await limits.assertAddress('code', address);
    await limits.assertAccount('code', phoneNumber);
    background.run(async () => {
      if (organisation === null) return;
      await before();
      await this.#send(organisation, phoneNumber, language);
    });
  }

  async #send(
    organisation: OrganisationRow,
    phoneNumber: string,
    language: Language,
  ): Promise<void> {
    const { users, secrets, encryption, outbox, now = Date.now } = this.#deps;
    const user = await users.findByName(organisation.id, { phoneNumber });
    if (user?.status !== 'ACTIVE' || organisation.status !== 'ACTIVE') return;
    const code = String(randomInt(10 ** LOGIN_CODE.digits)).padStart(LOGIN_CODE.digits, '0');
    const expiresAt = now() + LOGIN_CODE.lifetimeS * 1000;
    const hash = encryption.digest('login-codes')(digestInput(user.id, code));
    if (!(await secrets.saveCode(user.id, hash, LOGIN_CODE.tries, expiresAt))) return;
    await outbox.post({
      userId: user.id,
      channel: 'sms',
      recipient: phoneNumber,
      subject: '',
      body: loginCodeText({ organisation: organisation.name, language }, code),
      expiresAt,
    });
  }

  /** The user of a number and its code. @throws ServiceError INVALID_USER or TOO_MANY_ATTEMPTS. */
  async check(
    { phoneNumber, organisation }: PhoneLogin,
    code: string,
    address: string,
  ): Promise<UserRow> {
    const { users, secrets, encryption, limits } = this.#deps;
    await limits.assertAddress('phone-login', address);
    await limits.assertAccount('phone-login', phoneNumber);
    const user = await users.findByName(organisation?.id ?? '', { phoneNumber });
    const id = user?.id ?? '';
    const given = digestInput(id, code);
    const isRight = await secrets.useCode(id, (stored) =>
      encryption.isDigest('login-codes')(given, stored),
    );
    if (user === null || !isRight || user.status !== 'ACTIVE') {
      throw new ServiceError('INVALID_USER');
    }
    await limits.succeeded('phone-login', phoneNumber, address);
    await limits.unlockAccount('code', phoneNumber);
    await users.setVerified(user.id);
    return user;
  }
}
