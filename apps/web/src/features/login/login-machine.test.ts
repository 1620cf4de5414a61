// SPDX-License-Identifier: Apache-2.0
import { describe, expect, test, vi } from 'vitest';
import { createActor } from 'xstate';
import { loginErrors, type LoginField, type LoginMode, type LoginStage } from './login-form.ts';
import {
  EMPTY_FIELDS,
  loginMachine,
  type LoginAnswer,
  type LoginFailureCode,
  type LoginRequest,
} from './login-machine.ts';

const CONSUMER: LoginMode = { method: 'password', asksAccessCode: true };
const ENTERPRISE: LoginMode = { method: 'password', asksAccessCode: false };
const MOBILE: LoginMode = { method: 'phone', asksAccessCode: true };

function open(mode: LoginMode, ...answers: LoginAnswer[]) {
  const asked: LoginRequest[] = [];
  const actor = createActor(loginMachine, {
    input: {
      mode,
      codeRequest: null,
      prefix: '86',
      submit: (request) => {
        asked.push(request);
        const answer = answers.shift();
        return answer === undefined ? new Promise(() => undefined) : Promise.resolve(answer);
      },
    },
  }).start();
  const shown = () => actor.getSnapshot().context;
  return {
    asked,
    shown,
    go: (stage: LoginStage) => actor.send({ type: 'GO', stage }),
    type: (field: LoginField, value: string) => actor.send({ type: 'EDIT', field, value }),
    submit: async () => {
      actor.send({ type: 'SUBMIT' });
      await vi.waitFor(() => undefined);
    },
    isAsking: () => actor.getSnapshot().matches('asking'),
    isIn: () => actor.getSnapshot().matches('signedIn'),
  };
}

const failed = (code: LoginFailureCode): LoginAnswer => ({ kind: 'failed', failure: { code } });

function typedIn(mode: LoginMode, ...answers: LoginAnswer[]) {
  const screen = open(mode, ...answers);
  screen.type('accessCode', ' DEMO ');
  screen.type('username', ' ada@example.org ');
  screen.type('password', ' spaces count ');
  return screen;
}

describe('the form of a stage', () => {
  const empty = (stage: LoginStage, mode: LoginMode) =>
    Object.keys(loginErrors(stage, mode, EMPTY_FIELDS));

  test.each([
    ['login', CONSUMER, ['accessCode', 'username', 'password']],
    ['login', ENTERPRISE, ['username', 'password']],
    ['mobileRequestCode', MOBILE, ['prefix', 'phone']],
    ['mobileLogin', MOBILE, ['code']],
    ['signup', CONSUMER, ['accessCode', 'username', 'password']],
    ['signup', ENTERPRISE, ['username', 'password']],
    ['signup', MOBILE, ['prefix', 'phone']],
    ['resetPassword', CONSUMER, ['accessCode', 'username']],
    ['resetPassword', ENTERPRISE, ['username']],
  ] as const)('%s with %o requires %o', (stage, mode, fields) => {
    expect(empty(stage, mode)).toEqual(fields);
  });

  test('reports an empty field as required and sends no request', async () => {
    const { asked, shown, submit, type } = open(CONSUMER);
    type('accessCode', 'DEMO');
    type('username', '   ');
    await submit();
    expect(shown().errors).toEqual({
      username: 'FORM_VALIDATION_ELEMENT_REQUIRED',
      password: 'FORM_VALIDATION_ELEMENT_REQUIRED',
    });
    expect(asked).toEqual([]);
    type('username', 'a');
    expect(shown().errors.username).toBeUndefined();
  });

  // What the service would refuse is reported at its field, before any request.
  test.each([
    'ada',
    'ada@',
    'ada@example',
    'a b@example.org',
    '@example.org',
    'ada@example.org.',
    'ada@example.org,',
  ])('refuses the address %s at its field', (username) => {
    const fields = { ...EMPTY_FIELDS, username, password: 'x' };
    for (const stage of ['signup', 'resetPassword'] as const) {
      expect(loginErrors(stage, ENTERPRISE, fields)).toEqual({ username: 'INVALID_EMAIL' });
    }
  });

  test.each([
    ['DE MO', { accessCode: 'INVALID_ACCESS_CODE' }],
    ['DEMO.', { accessCode: 'INVALID_ACCESS_CODE' }],
    [' demo ', {}],
  ])(
    'with the access code %j gives %j when signing up or resetting the password',
    (accessCode, errors) => {
      const fields = { ...EMPTY_FIELDS, accessCode, username: 'ada@example.org', password: 'x' };
      for (const stage of ['signup', 'resetPassword'] as const) {
        expect(loginErrors(stage, CONSUMER, fields)).toEqual(errors);
      }
    },
  );
});

describe('signing in', () => {
  test('sends the name trimmed and the password unchanged', async () => {
    const { asked, isAsking, isIn, submit } = typedIn(CONSUMER, { kind: 'signed-in' });
    expect(isAsking()).toBe(false);
    const done = submit();
    expect(isAsking()).toBe(true);
    await done;
    expect(asked[0]?.fields).toMatchObject({
      accessCode: 'DEMO',
      username: 'ada@example.org',
      password: ' spaces count ',
    });
    expect(isIn()).toBe(true);
  });

  test('shows a refusal and keeps the input', async () => {
    const { shown, submit } = typedIn(CONSUMER, failed('API_ERR_INVALID_USER'));
    await submit();
    expect(shown().failure?.code).toBe('API_ERR_INVALID_USER');
    expect(shown().fields.username).toBe(' ada@example.org ');
  });

  test('sends no second request while the first is pending', async () => {
    const { asked, submit } = typedIn(CONSUMER);
    await submit();
    await submit();
    expect(asked).toHaveLength(1);
  });

  test('ignores a response that arrives after the stage was left', async () => {
    const { go, isIn, shown, submit } = typedIn(CONSUMER, { kind: 'signed-in' });
    const done = submit();
    go('resetPassword');
    await done;
    expect(isIn()).toBe(false);
    expect(shown()).toMatchObject({ stage: 'resetPassword', failure: null });
  });
});

describe('signing in by phone', () => {
  test.each(['49', '+49', '0049', ' 00 49 '])('the country code %j is 49', async (prefix) => {
    const screen = open(MOBILE);
    screen.type('prefix', prefix);
    screen.type('phone', '0151 23456789');
    await screen.submit();
    expect(screen.asked[0]?.fields.prefix).toBe('49');
  });

  test('requests a code, keeps the number and continues with the code', async () => {
    const number = '+8613800138000';
    const screen = open(MOBILE, { kind: 'code-sent', phoneNumber: number }, { kind: 'signed-in' });
    expect(screen.shown().stage).toBe('mobileRequestCode');
    screen.type('phone', '138 0013 8000');
    await screen.submit();
    expect(screen.asked[0]?.fields).toMatchObject({ prefix: '86', phone: '138 0013 8000' });
    expect(screen.shown()).toMatchObject({ stage: 'mobileLogin', notice: 'code-sent' });
    screen.type('code', '１２３ 456');
    await screen.submit();
    expect(screen.asked[1]).toMatchObject({ phoneNumber: number, fields: { code: '123456' } });
    expect(screen.isIn()).toBe(true);
  });

  test('reports an impossible number at its field', async () => {
    const screen = open(MOBILE, { kind: 'field', field: 'phone', error: 'INVALID_PHONE' });
    screen.type('phone', '1');
    await screen.submit();
    expect(screen.shown().errors.phone).toBe('INVALID_PHONE');
    expect(screen.shown().stage).toBe('mobileRequestCode');
  });

  test('treats a failed code request as a failed sign-in', async () => {
    const screen = open(MOBILE, failed('CODE_NOT_SENT'));
    screen.type('phone', '13800138000');
    await screen.submit();
    expect(screen.shown()).toMatchObject({
      stage: 'mobileRequestCode',
      failure: { code: 'CODE_NOT_SENT' },
    });
  });

  test('clears a wrong code for the next one', async () => {
    const screen = open(MOBILE, { kind: 'code-sent', phoneNumber: '+861' }, failed('INVALID_CODE'));
    screen.type('phone', '13800138000');
    await screen.submit();
    screen.type('code', '000000');
    await screen.submit();
    expect(screen.shown()).toMatchObject({
      stage: 'mobileLogin',
      failure: { code: 'INVALID_CODE' },
    });
    expect(screen.shown().fields.code).toBe('');
  });

  test('continues with the code after a sign-up too', async () => {
    const screen = open(MOBILE, { kind: 'code-sent', phoneNumber: '+861' });
    screen.go('signup');
    screen.type('phone', '13800138000');
    await screen.submit();
    expect(screen.shown().stage).toBe('mobileLogin');
  });
});

describe('signing up', () => {
  test('leads back to the sign-in with the name filled in and the password empty', async () => {
    const screen = open(CONSUMER, { kind: 'account-made' });
    screen.go('signup');
    screen.type('accessCode', 'DEMO');
    screen.type('username', 'ada@example.org');
    screen.type('password', 'Long enough 1!');
    const done = screen.submit();
    expect(screen.isAsking()).toBe(true);
    await done;
    expect(screen.shown()).toMatchObject({
      stage: 'login',
      notice: 'account-made',
      failure: null,
      fields: { username: 'ada@example.org', password: '' },
    });
  });

  test('that must be confirmed by email stays at its stage and says so', async () => {
    const screen = open(CONSUMER, { kind: 'confirm-sent' });
    screen.go('signup');
    screen.type('accessCode', 'DEMO');
    screen.type('username', 'ada@example.org');
    screen.type('password', 'Long enough 1!');
    await screen.submit();
    expect(screen.shown()).toMatchObject({
      stage: 'signup',
      notice: 'confirm-sent',
      failure: null,
      fields: { username: 'ada@example.org', password: '' },
    });
  });

  test('that failed says so until the stage is left', async () => {
    const screen = open(CONSUMER, failed('SIGNUP_FAILED'));
    screen.go('signup');
    screen.type('accessCode', 'DEMO');
    screen.type('username', 'ada@example.org');
    screen.type('password', 'x');
    await screen.submit();
    expect(screen.shown()).toMatchObject({ stage: 'signup', failure: { code: 'SIGNUP_FAILED' } });
    screen.go('login');
    expect(screen.shown()).toMatchObject({ stage: 'login', notice: null, failure: null });
  });
});

test('a password reset says to check the email, and cancelling leads back', async () => {
  const screen = open(CONSUMER, { kind: 'mail-sent' });
  screen.go('resetPassword');
  screen.type('accessCode', 'DEMO');
  screen.type('username', 'ada@example.org');
  await screen.submit();
  expect(screen.shown()).toMatchObject({ stage: 'resetPassword', notice: 'mail-sent' });
  screen.go('login');
  expect(screen.shown()).toMatchObject({ stage: 'login', notice: null });
});

test('a submit that throws counts as an unavailable service', async () => {
  const actor = createActor(loginMachine, {
    input: {
      codeRequest: null,
      mode: ENTERPRISE,
      prefix: '1',
      submit: () => Promise.reject(new Error('bug')),
    },
  }).start();
  actor.send({ type: 'EDIT', field: 'username', value: 'a' });
  actor.send({ type: 'EDIT', field: 'password', value: 'b' });
  actor.send({ type: 'SUBMIT' });
  await vi.waitFor(
    () => expect(actor.getSnapshot().context.failure).toEqual({ code: 'UNAVAILABLE' }),
    10_000,
  );
});
