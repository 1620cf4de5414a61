// SPDX-License-Identifier: Apache-2.0
import type { SignInAnswer } from '@perfuse/contract/account/second-factor';
import type { SignInBody } from '@perfuse/contract/account/sign-in';
import type { DevicePrincipal } from '../../../platform/http/principal.ts';
import { ServiceError } from '../../../platform/errors/service-error.ts';
import { invalid } from '../../../platform/errors/validation.ts';
import type { Lifetimes, TokenPair } from '../tokens/token-service.ts';
import type { UserRepository } from '../users/user-repository.ts';
import { accountName, type AttemptLimits } from '../attempts/attempt-limits.ts';
import type {
  ConfigurationRepository,
  Directory,
  OrganisationRow,
} from '../../organisations/index.ts';
import type { PasswordVerifier } from '../passwords/password-verifier.ts';
import type { TwoStepSignIn } from '../second-factor/two-step-sign-in.ts';
import { offeredSignIn } from './offered.ts';
import type { UserSessions } from './user-sessions.ts';
import type { UserRow } from '../tables.ts';

export interface SignInDeps {
  readonly directory: Directory;
  readonly configurations: Pick<ConfigurationRepository, 'find'>;
  readonly users: UserRepository;
  readonly userPasswords: PasswordVerifier<UserRow>;
  readonly limits: AttemptLimits;
  readonly sessions: UserSessions;
  readonly twoStep: TwoStepSignIn<UserRow>;
}

export interface Credentials {
  readonly email: string;
  readonly password: string;
  /** Code of the second factor, for one-step sign-ins. */
  readonly secondCode?: string;
}

/** Signing in with e-mail and password. */
export class SignIn {
  readonly #deps: SignInDeps;

  constructor(deps: SignInDeps) {
    this.#deps = deps;
  }

  /**
   * A wrong access code, sign-in by phone alone, an unknown name, a suspended account and a wrong password take as long
   * and get the same answer.
   * @throws ServiceError INVALID_USER, TOO_MANY_ATTEMPTS, or VALIDATION_ERROR for a body that names no organisation.
   */
  async withPassword(body: SignInBody, address: string): Promise<SignInAnswer> {
    const { accessCode, configId } = body;
    if (typeof accessCode !== 'string' && typeof configId !== 'string') {
      throw invalid({ accessCode: [['REQUIRED', []]] });
    }
    const resolved = await this.#deps.directory.resolve({ accessCode, configId });
    const organisation = await this.#byPassword(resolved, configId);
    const named = `${accessCode ?? ''} ${configId ?? ''}`;
    const { email, password } = body;
    const user = await this.check({ organisation, named }, { email, password }, address);
    const studyId = await this.#deps.directory.studyNamedBy({ accessCode, configId });
    return this.#deps.sessions.openOrChallenge(user, studyId);
  }

  /**
   * As {@link withPassword}, in one step, on a device that already belongs to an organisation: the session ends with
   * the device.
   * @throws ServiceError INVALID_USER, MFA_REQUIRED, INVALID_MFA_TOKEN or TOO_MANY_ATTEMPTS.
   */
  async onDevice(
    device: DevicePrincipal,
    credentials: Credentials,
    address: string,
    lifetimes: Lifetimes,
  ): Promise<TokenPair> {
    const { organisationId } = device;
    const found = await this.#deps.directory.find(organisationId);
    const organisation = await this.#byPassword(found, null);
    const user = await this.check({ organisation, named: organisationId }, credentials, address);
    await this.#deps.twoStep.assertCode(user, credentials.secondCode, address);
    return this.#deps.sessions.open(user, lifetimes, { signedInOn: device });
  }

  /**
   * Signs in staff of an organisation, to read and to manage. An account without a staff role gets the answer to a
   * wrong password.
   * @throws ServiceError INVALID_USER, MFA_REQUIRED, INVALID_MFA_TOKEN or TOO_MANY_ATTEMPTS.
   */
  async toOrganisation(
    identifier: string,
    credentials: Credentials,
    address: string,
    lifetimes: Lifetimes,
  ): Promise<TokenPair> {
    const organisation = await this.#deps.directory.resolve({ identifier });
    const user = await this.check({ organisation, named: identifier }, credentials, address);
    if (user.role === 'USER') throw new ServiceError('INVALID_USER');
    await this.#deps.twoStep.assertCode(user, credentials.secondCode, address);
    return this.#deps.sessions.openForOrganisation(user, lifetimes);
  }

  /** Counts the creation of an account from an address. @throws ServiceError TOO_MANY_ATTEMPTS. */
  assertSignUpLimit(address: string): Promise<void> {
    return this.#deps.limits.assertAddress('sign-up', address);
  }

  /**
   * An unknown organisation or name, a suspended account and a wrong password take as long and get the same answer.
   * @param named how the caller named the organisation, which is null where none has that name.
   * @returns the user, with the password that was proven.
   * @throws ServiceError INVALID_USER or TOO_MANY_ATTEMPTS.
   */
  check(
    { organisation, named }: { organisation: OrganisationRow | null; named: string },
    { email, password }: Credentials,
    address: string,
  ): Promise<UserRow> {
    const findActive = async () => {
      const user = await this.#deps.users.findByName(organisation?.id ?? '', { email });
      return user?.status === 'ACTIVE' && organisation?.status === 'ACTIVE' ? user : null;
    };
    // Unknown organisations are counted separately, as known ones are: a lock does not reveal which names exist.
    const name = accountName(organisation?.id ?? named, email);
    return this.#deps.userPasswords.verify(name, findActive, password, address);
  }

  /** The organisation if people sign in to it with a password; else null, as for an unknown one. */
  async #byPassword(
    organisation: OrganisationRow | null,
    configId: string | null | undefined,
  ): Promise<OrganisationRow | null> {
    if (organisation === null) return null;
    const { loginType } = await offeredSignIn(this.#deps.configurations, organisation, configId);
    return loginType === 'password' ? organisation : null;
  }
}
