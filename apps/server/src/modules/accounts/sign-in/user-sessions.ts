// SPDX-License-Identifier: Apache-2.0
import { randomUUID } from 'node:crypto';
import type { SecondStepAnswer, SignInAnswer } from '@perfuse/contract/account/second-factor';
import type { TokenPair, TokenService, Lifetimes } from '../tokens/token-service.ts';
import type { NewDevice } from '../tokens/device-repository.ts';
import type { Installation } from '../../organisations/index.ts';
import type { ProfileRepository } from '../../measurements/index.ts';
import type { UserRow } from '../tables.ts';
import type { UserRepository } from '../users/user-repository.ts';
import type { Requester } from '../requester.ts';
import type { TwoStepSignIn } from '../second-factor/two-step-sign-in.ts';

export interface UserSessionDeps {
  readonly tokens: TokenService;
  readonly users: Pick<UserRepository, 'setStudy'>;
  readonly profiles: ProfileRepository;
  readonly installation: Installation;
  readonly twoStep: TwoStepSignIn<UserRow>;
}

type OpenedBy = Pick<NewDevice, 'letInBy' | 'signedInOn'>;

/** Opens sessions of users who have proven who they are. */
export class UserSessions {
  readonly #deps: UserSessionDeps;

  constructor(deps: UserSessionDeps) {
    this.#deps = deps;
  }

  /**
   * After a correct password or phone code: a session, or for users with a second factor the token of the second step,
   * with an enrolment where a required factor is missing.
   * @param studyId the study that they measure for from this session on; null for the previous one.
   * @throws as {@link open}.
   */
  async openOrChallenge(user: UserRow, studyId: string | null = null): Promise<SignInAnswer> {
    const step = await this.#deps.twoStep.begin(user, studyId);
    if (step === null) return this.#openFor(studyId, user);
    const { SecondStep, enrolment } = step;
    return { SecondStep, ...(enrolment === null ? {} : { Enrolment: enrolment }) };
  }

  /** @throws as {@link TwoStepSignIn.finish} and {@link open}. */
  async openBySecondStep(
    token: string,
    code: string,
    requester: Requester,
  ): Promise<SecondStepAnswer> {
    const finished = await this.#deps.twoStep.finish(token, code, requester);
    const { account, recoveryCodes, studyId } = finished;
    const pair = await this.#openFor(studyId, account);
    return recoveryCodes === null ? pair : { ...pair, RecoveryCodes: [...recoveryCodes] };
  }

  async #openFor(studyId: string | null, user: UserRow): Promise<TokenPair> {
    const pair = await this.open(user);
    if (studyId !== null && studyId !== user.study_id) {
      await this.#deps.users.setStudy(user.id, studyId);
    }
    return pair;
  }

  /**
   * Opens a session; a missing profile is created with the account's e-mail, or its phone number.
   * @param user as of the proof of identity.
   * @param by what it ends with: the session that is handed over to a phone, or the device that the user signs in on.
   * @throws ServiceError INVALID_USER when the user was suspended, erased or given another password since, or what the
   * session ends with has ended.
   */
  async open(user: UserRow, lifetimes: Lifetimes = {}, by: OpenedBy = {}): Promise<TokenPair> {
    const { deviceId, Token, RefreshToken } = await this.#begin(user, lifetimes, 'user', by);
    const owner = { deviceId, userId: user.id };
    const name = user.email ?? user.phone_number ?? '';
    const organisationId = user.organisation_id;
    await this.#deps.profiles.createFirst({
      id: randomUUID(),
      organisationId,
      owner,
      name,
      email: name,
    });
    return { Token, RefreshToken };
  }

  /** Opens a session that reads and manages for the organisation, and may not measure. @throws as {@link open}. */
  async openForOrganisation(user: UserRow, lifetimes: Lifetimes = {}): Promise<TokenPair> {
    const { Token, RefreshToken } = await this.#begin(user, lifetimes, 'organisation');
    return { Token, RefreshToken };
  }

  #begin(
    user: UserRow,
    lifetimes: Lifetimes,
    kind: 'user' | 'organisation',
    { letInBy, signedInOn }: OpenedBy = {},
  ) {
    return this.#deps.tokens.openSession(
      {
        organisationId: user.organisation_id,
        licenceId: this.#deps.installation.guestLicenceId,
        user,
        type: 'WEB',
        name: kind === 'user' ? 'session' : 'organisation',
        identifier: '',
        version: '',
        letInBy,
        signedInOn,
      },
      lifetimes,
      kind,
    );
  }
}
