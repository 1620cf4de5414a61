// SPDX-License-Identifier: Apache-2.0
import type { SignInOptions } from '@perfuse/contract/account/session';
import { signInTimestamp } from '@perfuse/contract/account/sign-in';
import type {
  PersonStep,
  SecondStepAnswer,
  SignInAnswer,
} from '@perfuse/contract/account/second-factor';
import { SIGN_IN_ROUTES } from '@perfuse/contract/backend/second-factor-routes';
import type { SignedInUser } from '../../account/account.ts';
import type { Services } from '../../services/services.ts';
import { ApiError } from '@perfuse/client';
import { createClient } from '../../platform/http/create-client.ts';
import type { LoginMode, LoginStage } from './login-form.ts';
import type {
  FirstStep,
  LoginAnswer,
  LoginFailure,
  LoginFailureCode,
  LoginRequest,
} from './login-machine.ts';
import { passwordRefusal } from '../../components/credentials/password-refusal.ts';
import { internationalNumber } from './phone.ts';

/** What a refusal of the service means at each stage. */
const REFUSED: Readonly<Record<LoginStage, LoginFailureCode>> = {
  login: 'API_ERR_INVALID_USER',
  mobileRequestCode: 'CODE_NOT_SENT',
  mobileLogin: 'INVALID_CODE',
  secondStep: 'INVALID_SECOND_CODE',
  enrolment: 'INVALID_SECOND_CODE',
  recovery: 'INVALID_SECOND_CODE',
  signup: 'SIGNUP_FAILED',
  resetPassword: 'UNAVAILABLE',
};

/** @param cause what a call threw. */
export function failureOf(stage: LoginStage, cause: unknown): LoginFailure {
  if (!(cause instanceof ApiError)) return { code: 'UNAVAILABLE' };
  const { waitS } = cause;
  // Nothing answered, or the sign-in page of a Wi-Fi did.
  if (cause.status < 400) return { code: 'OFFLINE' };
  if (cause.code === 'TOO_MANY_ATTEMPTS') return { code: 'LOCKED', waitS };
  if (cause.code === 'SECOND_STEP_EXPIRED') return { code: 'STEP_EXPIRED' };
  if (cause.status === 429) return { code: 'RATE_LIMITED', waitS };
  return { code: cause.status >= 500 ? 'UNAVAILABLE' : REFUSED[stage] };
}

export const firstStepOf = ({ SecondStep, Enrolment }: PersonStep): FirstStep => ({
  stepToken: SecondStep.Token,
  enrolment: Enrolment ?? null,
});

type LoginDeps = Pick<Services, 'api' | 'analysis' | 'account'>;

/** Requests of the sign-in screen to the service, by stage. The result never rejects. */
export function createLoginCalls(
  { api, analysis, account }: LoginDeps,
  mode: LoginMode,
  { orgIdentifier }: SignInOptions,
  /** Of the enterprise link; null without one. */
  configId: string | null = null,
): (request: LoginRequest) => Promise<LoginAnswer> {
  const code = ({ fields }: LoginRequest) =>
    mode.asksAccessCode ? { accessCode: fields.accessCode } : {};
  const configuration = configId === null ? {} : { configId };
  const entry = createClient(SIGN_IN_ROUTES, '/api');

  const userOf = ({ fields, phoneNumber }: LoginRequest): SignedInUser =>
    phoneNumber === '' ? { username: fields.username, phoneNumber } : { username: '', phoneNumber };
  /** Starts a session, or the second step before it. */
  const proceed = async (request: LoginRequest, answer: SignInAnswer): Promise<LoginAnswer> => {
    if ('SecondStep' in answer) return { kind: 'second-step', ...firstStepOf(answer) };
    await account.signIn(answer, userOf(request));
    return { kind: 'signed-in' };
  };

  /** The recovery codes are shown before the session starts, which closes the screen. */
  const finish = (request: LoginRequest, answer: SecondStepAnswer): Promise<LoginAnswer> => {
    const { RecoveryCodes: recoveryCodes, ...pair } = answer;
    if (recoveryCodes === undefined) return proceed(request, pair);
    return Promise.resolve({ kind: 'admitted', admitted: { pair, recoveryCodes } });
  };

  const toNumber = async (
    { fields }: LoginRequest,
    send: (phoneNumber: string) => Promise<unknown>,
  ): Promise<LoginAnswer> => {
    const phoneNumber = await internationalNumber(fields.prefix, fields.phone);
    if (phoneNumber === null) return { kind: 'field', field: 'phone', error: 'INVALID_PHONE' };
    await send(phoneNumber);
    return { kind: 'code-sent', phoneNumber };
  };

  const ask = async (request: LoginRequest): Promise<LoginAnswer> => {
    const { fields, phoneNumber } = request;
    switch (request.stage) {
      case 'login': {
        const timestamp = signInTimestamp(fields.accessCode, new Date());
        const answer = await entry.call('signIn', {
          body: {
            email: fields.username,
            password: fields.password,
            ...code(request),
            ...(mode.asksAccessCode ? { timestamp } : {}),
            ...configuration,
          },
        });
        return proceed(request, answer);
      }
      case 'mobileRequestCode':
        return toNumber(request, (PhoneNumber) =>
          analysis().call('requestLoginCode', { body: { PhoneNumber, Identifier: orgIdentifier } }),
        );
      case 'mobileLogin': {
        const answer = await entry.call('signInByPhone', {
          body: { LoginCode: fields.code, PhoneNumber: phoneNumber, OrgKey: orgIdentifier },
        });
        return proceed(request, answer);
      }
      case 'secondStep':
      case 'enrolment':
      case 'recovery': {
        if (request.admitted !== null) return proceed(request, request.admitted.pair);
        const Code = request.stage === 'recovery' ? fields.recoveryCode : fields.code;
        const body = { Token: request.stepToken, Code };
        return finish(request, await entry.call('secondStep', { body }));
      }
      case 'signup': {
        if (mode.method === 'phone') {
          return toNumber(request, (number) =>
            api.call('signUp', { body: { phoneNumber: number, ...configuration } }),
          );
        }
        const { confirmation } = await api.call('signUp', {
          body: {
            email: fields.username,
            password: fields.password,
            ...code(request),
            ...configuration,
          },
        });
        return { kind: confirmation === 'mail' ? 'confirm-sent' : 'account-made' };
      }
      case 'resetPassword':
        await api.call('requestReset', {
          body: { email: fields.username, ...code(request), ...configuration },
        });
        return { kind: 'mail-sent' };
    }
  };

  return async (request) => {
    try {
      return await ask(request);
    } catch (cause) {
      const refusal = passwordRefusal(cause);
      if (refusal !== null) {
        return { kind: 'field', field: 'password', error: refusal.code, broken: refusal.rules };
      }
      const isUnknownCode = cause instanceof ApiError && cause.code === 'NOT_FOUND';
      if (request.stage === 'signup' && mode.asksAccessCode && isUnknownCode) {
        return { kind: 'field', field: 'accessCode', error: 'INVALID_ACCESS_CODE' };
      }
      return { kind: 'failed', failure: failureOf(request.stage, cause) };
    }
  };
}
