// SPDX-License-Identifier: Apache-2.0
import type { Enrolment, SecondStepAnswer } from '@perfuse/contract/account/second-factor';
import type { PasswordRule } from '@perfuse/contract/account/password';
import { assign, fromPromise, setup } from 'xstate';
import {
  loginErrors,
  trimmed,
  type FieldError,
  type LoginErrors,
  type LoginField,
  type LoginFields,
  type LoginMode,
  type LoginStage,
} from './login-form.ts';

/** Why the service refused; keys of the texts. */
export type LoginFailureCode =
  | 'API_ERR_INVALID_USER'
  | 'INVALID_CODE'
  | 'INVALID_SECOND_CODE'
  | 'STEP_EXPIRED'
  | 'CODE_NOT_SENT'
  | 'SIGNUP_FAILED'
  | 'LOCKED'
  | 'RATE_LIMITED'
  | 'OFFLINE'
  | 'UNAVAILABLE';

export interface LoginFailure {
  readonly code: LoginFailureCode;
  /** How long to wait before another try, s, where the service reports it. */
  readonly waitS?: number;
}

/** A successful first step, on this screen or on another. */
export interface FirstStep {
  readonly stepToken: string;
  /** To be set up with the second step; null where one is set up. */
  readonly enrolment: Enrolment | null;
}

/** What a code was requested for: the number in international form, and as typed. */
export type CodeRequest = Pick<LoginFields, 'prefix' | 'phone'> & { readonly phoneNumber: string };

/** A successful second step, with the recovery codes that it returned. */
export interface Admitted {
  readonly pair: Pick<SecondStepAnswer, 'Token' | 'RefreshToken'>;
  readonly recoveryCodes: readonly string[];
}

export interface LoginRequest {
  readonly stage: LoginStage;
  /** Trimmed. */
  readonly fields: LoginFields;
  /** International; the number that the code was requested for. */
  readonly phoneNumber: string;
  /** Of a successful first step; '' before. */
  readonly stepToken: string;
  /** A sign-in that is complete except for saving its recovery codes. */
  readonly admitted: Admitted | null;
}

export type LoginAnswer =
  | { readonly kind: 'signed-in' }
  | ({ readonly kind: 'second-step' } & FirstStep)
  | { readonly kind: 'admitted'; readonly admitted: Admitted }
  | { readonly kind: 'code-sent'; readonly phoneNumber: string }
  | { readonly kind: 'account-made' }
  /** The mailed link activates the account. */
  | { readonly kind: 'confirm-sent' }
  | { readonly kind: 'mail-sent' }
  | {
      readonly kind: 'field';
      readonly field: LoginField;
      readonly error: FieldError;
      /** Of a new password, the rules that it broke. */
      readonly broken?: readonly PasswordRule[];
    }
  | { readonly kind: 'failed'; readonly failure: LoginFailure };

/** Successes worth reporting. */
export type LoginNotice = 'code-sent' | 'account-made' | 'confirm-sent' | 'mail-sent';

export interface LoginInput {
  readonly mode: LoginMode;
  readonly prefix: string;
  readonly submit: (request: LoginRequest) => Promise<LoginAnswer>;
  /** Set when the first step was on another screen: starts with the second one. */
  readonly begun?: FirstStep & { readonly username: string };
  /** Set when this tab requested a code before it was reloaded. */
  readonly codeRequest: CodeRequest | null;
}

interface LoginContext extends Omit<LoginInput, 'begun' | 'codeRequest'>, FirstStep {
  readonly stage: LoginStage;
  readonly fields: LoginFields;
  readonly phoneNumber: string;
  readonly admitted: Admitted | null;
  readonly errors: LoginErrors;
  /** Rules that the new password broke, as reported by the service. */
  readonly broken: readonly PasswordRule[];
  readonly failure: LoginFailure | null;
  readonly notice: LoginNotice | null;
}

type LoginEvent =
  | { readonly type: 'EDIT'; readonly field: LoginField; readonly value: string }
  /** `breaksRules`: a new password breaks the organisation's rules, which only the screen knows. */
  | { readonly type: 'SUBMIT'; readonly breaksRules?: boolean }
  | { readonly type: 'GO'; readonly stage: LoginStage };

export const EMPTY_FIELDS: LoginFields = {
  accessCode: '',
  username: '',
  password: '',
  prefix: '',
  phone: '',
  code: '',
  recoveryCode: '',
};

const FIRST_STAGES = {
  password: 'login',
  phone: 'mobileRequestCode',
} satisfies Record<LoginMode['method'], LoginStage>;

/** The first stage, to which cancelling returns. */
export const firstStage = ({ method }: LoginMode): LoginStage => FIRST_STAGES[method];

/** The first stage of a second step. */
const secondStage = (enrolment: Enrolment | null): LoginStage =>
  enrolment === null ? 'secondStep' : 'enrolment';

/** Whether a stage follows a successful first step. */
const isSecond = (stage: LoginStage): boolean => stage === 'secondStep' || stage === 'recovery';

/** The stage asked for, or the first one where what it follows is missing, as after a reload. */
function stageFor({ mode, phoneNumber, stepToken }: LoginContext, stage: LoginStage): LoginStage {
  const isOpen =
    stage === 'mobileLogin'
      ? phoneNumber !== ''
      : isSecond(stage)
        ? stepToken !== ''
        : stage !== 'enrolment';
  return isOpen ? stage : firstStage(mode);
}

const errorsOf = ({ stage, mode, fields }: LoginContext, event: LoginEvent): LoginErrors =>
  loginErrors(stage, mode, fields, event.type === 'SUBMIT' && event.breaksRules);

const silent = { errors: {}, broken: [], failure: null, notice: null } as const;

/**
 * The sign-in screen: one stage at a time, one request at a time. Leaving a stage drops its request, whose answer is
 * then ignored. The statuses of the specification: in progress is `asking`, failed is `failure`, success is `signedIn`
 * or `notice`.
 */
export const loginMachine = setup({
  types: {
    input: {} as LoginInput,
    context: {} as LoginContext,
    events: {} as LoginEvent,
  },
  actors: {
    submit: fromPromise<LoginAnswer, LoginContext>(({ input }) =>
      input.submit({
        stage: input.stage,
        fields: trimmed(input.fields),
        phoneNumber: input.phoneNumber,
        stepToken: input.stepToken,
        admitted: input.admitted,
      }),
    ),
  },
  guards: {
    isComplete: ({ context, event }) => Object.keys(errorsOf(context, event)).length === 0,
  },
  actions: {
    showErrors: assign({
      errors: ({ context, event }) => errorsOf(context, event),
      failure: null,
      notice: null,
    }),
  },
}).createMachine({
  id: 'login',
  context: ({ input: { begun, codeRequest, ...input } }) => ({
    ...input,
    ...silent,
    stage: begun === undefined ? firstStage(input.mode) : secondStage(begun.enrolment),
    fields: {
      ...EMPTY_FIELDS,
      prefix: codeRequest?.prefix ?? input.prefix,
      phone: codeRequest?.phone ?? '',
      username: begun?.username ?? '',
    },
    phoneNumber: codeRequest?.phoneNumber ?? '',
    stepToken: begun?.stepToken ?? '',
    enrolment: begun?.enrolment ?? null,
    admitted: null,
  }),
  initial: 'editing',
  on: {
    GO: {
      target: '.editing',
      // A password typed for one purpose is not used for another.
      actions: assign(({ context, event }) => {
        const stage = stageFor(context, event.stage);
        return {
          ...silent,
          // Unless the code has been used.
          notice: stage === 'mobileLogin' && context.stepToken === '' ? 'code-sent' : null,
          stage,
          fields: { ...context.fields, password: '', code: '', recoveryCode: '' },
          stepToken: isSecond(stage) ? context.stepToken : '',
          enrolment: null,
          admitted: null,
        };
      }),
    },
  },
  states: {
    editing: {
      on: {
        EDIT: {
          actions: assign(({ context, event }) => ({
            fields: { ...context.fields, [event.field]: event.value },
            // An error disappears when its field changes, and returns with the next try.
            errors: { ...context.errors, [event.field]: undefined },
            broken: event.field === 'password' ? [] : context.broken,
          })),
        },
        SUBMIT: [
          { guard: 'isComplete', target: 'asking', actions: assign(silent) },
          { actions: 'showErrors' },
        ],
      },
    },
    asking: {
      invoke: {
        src: 'submit',
        input: ({ context }) => context,
        onDone: [
          { guard: ({ event }) => event.output.kind === 'signed-in', target: 'signedIn' },
          {
            target: 'editing',
            actions: assign(({ context, event }) => after(context, event.output)),
          },
        ],
        onError: {
          target: 'editing',
          actions: assign({ failure: { code: 'UNAVAILABLE' } }),
        },
      },
    },
    signedIn: { type: 'final' },
  },
});

const isRefusedCode = ({ code }: LoginFailure): boolean =>
  code === 'INVALID_CODE' || code === 'INVALID_SECOND_CODE' || code === 'STEP_EXPIRED';

/** What an answer changes on the screen. */
function after(context: LoginContext, answer: LoginAnswer): Partial<LoginContext> {
  switch (answer.kind) {
    case 'code-sent':
      return {
        stage: 'mobileLogin',
        phoneNumber: answer.phoneNumber,
        fields: { ...context.fields, code: '' },
        notice: 'code-sent',
      };
    case 'second-step':
      return {
        stage: secondStage(answer.enrolment),
        stepToken: answer.stepToken,
        enrolment: answer.enrolment,
        fields: { ...context.fields, password: '', code: '', recoveryCode: '' },
      };
    case 'admitted':
      return { admitted: answer.admitted };
    case 'account-made':
      return {
        stage: firstStage(context.mode),
        fields: { ...context.fields, password: '' },
        notice: 'account-made',
      };
    case 'confirm-sent':
      return { fields: { ...context.fields, password: '' }, notice: 'confirm-sent' };
    case 'mail-sent':
      return { notice: 'mail-sent' };
    case 'field':
      return {
        errors: { [answer.field]: answer.error },
        broken: answer.broken ?? [],
      };
    case 'failed':
      return {
        failure: answer.failure,
        // A refused code is not offered again; one that never arrived is.
        fields: isRefusedCode(answer.failure)
          ? { ...context.fields, code: '', recoveryCode: '' }
          : context.fields,
        ...(answer.failure.code === 'STEP_EXPIRED'
          ? { stage: firstStage(context.mode), stepToken: '', enrolment: null }
          : {}),
      };
    case 'signed-in':
      return {};
  }
}
