// SPDX-License-Identifier: Apache-2.0
import { randomInt } from 'node:crypto';
import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { LOGIN_CODE } from '@perfuse/contract/account/sign-in';
import type { Language } from '@perfuse/contract/language';
import { ServiceError } from '../../../platform/errors/service-error.ts';
import { invalid } from '../../../platform/errors/validation.ts';
import type { Encryption } from '../../../platform/crypto/encryption.ts';
import type { Outbox } from '../../../platform/mail/outbox.ts';
import type { LoginSecretRepository } from '../passwords/login-secret-repository.ts';
import type { UserRepository } from '../users/user-repository.ts';
import type { Requester } from '../requester.ts';
import { accountName, type AttemptLimits } from '../attempts/attempt-limits.ts';
import type { Background } from '../background.ts';
import { loginCodeText } from '../emails/email-templates.ts';
import type { ConfigurationRepository, OrganisationRow } from '../../organisations/index.ts';
import { offersPhone, type InChina } from '../sign-in/offered.ts';
import type { UserRow } from '../tables.ts';

export interface PhoneCodeDeps {
  readonly configurations: Pick<ConfigurationRepository, 'list'>;
  readonly users: UserRepository;
  readonly inChina: InChina;
  readonly secrets: LoginSecretRepository;
  readonly limits: AttemptLimits;
  readonly outbox: Pick<Outbox, 'post'>;
  readonly background: Background;
  /** Keyed hash: a plain hash of six digits can be brute-forced. */
  readonly encryption: Pick<Encryption, 'digest' | 'isDigest'>;
  readonly now: () => number;
}

export interface PhoneLogin {
  readonly phoneNumber: string;
  /** Null when the named one does not exist: then nothing is sent and no code is right. */
  readonly organisation: OrganisationRow | null;
  /** How the caller named the organisation. */
  readonly named: string | undefined;
}

/** Unknown organisations are counted separately, as known ones are: a lock does not reveal which names exist. */
const countedAs = ({ phoneNumber, organisation, named = '' }: PhoneLogin): string =>
  accountName(organisation?.id ?? named, phoneNumber);

/** @throws ServiceError VALIDATION_ERROR for digits that are not a phone number of any country. */
function assertPossible(phoneNumber: string): void {
  if (parsePhoneNumberFromString(phoneNumber)?.isPossible() === true) return;
  throw invalid({ PhoneNumber: [['FORMAT', []]] });
}

const digestInput = (userId: string, code: string): string => `login-code:${userId}:${code}`;

/** Signing in with a code sent to a phone. */
export class PhoneCodes {
  readonly #deps: PhoneCodeDeps;

  constructor(deps: PhoneCodeDeps) {
    this.#deps = deps;
  }

  /**
   * Sends a code to the phone of an account that may sign in with one. The answer does not reveal whether it exists.
   * @param before runs first, in the background.
   * @throws ServiceError VALIDATION_ERROR or TOO_MANY_ATTEMPTS.
   */
  async request(
    login: PhoneLogin,
    { address, language, host }: Requester,
    before: () => Promise<void> = () => Promise.resolve(),
  ): Promise<void> {
    const { limits, background } = this.#deps;
    const { phoneNumber, organisation } = login;
    assertPossible(phoneNumber);
    await limits.assertAddress('code', address);
    await limits.assertAccount('code', countedAs(login));
    background.run(async () => {
      if (organisation === null) return;
      await before();
      const user = await this.#find(login, host);
      if (user !== null) await this.#send(user, phoneNumber, organisation.name, language);
    });
  }

  /** The account that a code signs in: one with a password only where sign-in by phone is offered, others always. */
  async #find({ phoneNumber, organisation }: PhoneLogin, host: string): Promise<UserRow | null> {
    const { configurations, users, inChina } = this.#deps;
    if (organisation?.status !== 'ACTIVE') return null;
    // Before the lookup of the account, so that an unknown number takes as long.
    const isOffered = inChina(host) || (await offersPhone(configurations, organisation));
    const user = await users.findByName(organisation.id, { phoneNumber });
    const isLetIn = user?.status === 'ACTIVE' && (isOffered || user.password_hash === null);
    return isLetIn ? user : null;
  }

  async #send(
    user: UserRow,
    phoneNumber: string,
    organisation: string,
    language: Language,
  ): Promise<void> {
    const { secrets, encryption, outbox, now } = this.#deps;
    const code = String(randomInt(10 ** LOGIN_CODE.digits)).padStart(LOGIN_CODE.digits, '0');
    const expiresAt = now() + LOGIN_CODE.lifetimeS * 1000;
    const hash = encryption.digest('login-codes')(digestInput(user.id, code));
    if (!(await secrets.saveCode(user.id, hash, LOGIN_CODE.tries, expiresAt))) return;
    await outbox.post({
      userId: user.id,
      channel: 'sms',
      recipient: phoneNumber,
      subject: '',
      body: loginCodeText({ organisation, language }, code),
      expiresAt,
    });
  }

  /**
   * The user of a number and its code, which is used up.
   * @param assertElse further requirements of the sign-in; as long as it throws, the code stays valid.
   * @throws ServiceError INVALID_USER or TOO_MANY_ATTEMPTS, or what `assertElse` throws.
   */
  async check(
    login: PhoneLogin,
    code: string,
    { address, host }: Pick<Requester, 'address' | 'host'>,
    assertElse: (user: UserRow) => Promise<void> = () => Promise.resolve(),
  ): Promise<UserRow> {
    const { users, secrets, encryption, limits } = this.#deps;
    const account = countedAs(login);
    await limits.assertAddress('phone-login', address);
    await limits.assertAccount('phone-login', account);
    const user = await this.#find(login, host);
    const id = user?.id ?? '';
    const given = digestInput(id, code);
    const hash = await secrets.tryCode(id, (stored) =>
      encryption.isDigest('login-codes')(given, stored),
    );
    if (user === null || hash === null) throw new ServiceError('INVALID_USER');
    await limits.succeeded('phone-login', account, address);
    await limits.unlockAccount('code', account);
    await users.setVerified(user.id);
    await assertElse(user);
    if (!(await secrets.useCode(user.id, hash))) throw new ServiceError('INVALID_USER');
    return user;
  }
}
