// SPDX-License-Identifier: Apache-2.0
import type { LaunchedConfiguration } from '@perfuse/contract/launch/configuration';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createActor } from 'xstate';
import { ApiError } from '@perfuse/client';
import type { LaunchLink } from '../../launch/launch-link.ts';
import { launchedConfiguration } from '../../launch/launched.test-support.ts';
import { linkMachine, linkPhaseOf, SLOW_MS, type LinkMachineDeps } from './link-machine.ts';

const SIGNED: LaunchLink = {
  kind: 'signed',
  configId: 'acme-web',
  profileData: 'a.b.c',
  token: 'old',
  refreshToken: 'old-refresh',
  sessionId: 's-1',
};
const PLAIN: LaunchLink = { kind: 'plain', configId: 'acme-web' };
const CALLBACK = 'https://clinic.example/done';
const NEW_PAIR = { Token: 'new', RefreshToken: 'new-refresh' };

const offline = () => Promise.reject(ApiError.network('profile', new Error('down')));
const refusal = (status: number, body: unknown) => () =>
  Promise.reject(ApiError.answered('profile', status, body));

function open(
  link: LaunchLink,
  change: Partial<LinkMachineDeps> = {},
  answer: Partial<LaunchedConfiguration> = {},
) {
  vi.useFakeTimers();
  const order: string[] = [];
  const step =
    <A extends unknown[], T>(name: string, run: (...given: A) => T) =>
    (...given: A): T => {
      order.push(name);
      return run(...given);
    };
  const ports = {
    configuration: vi.fn(
      step(
        'configuration',
        change.configuration ?? (() => Promise.resolve(launchedConfiguration(answer))),
      ),
    ),
    renew: vi.fn(step('renew', change.renew ?? (() => Promise.resolve(NEW_PAIR)))),
    adopt: vi.fn(step('adopt', () => undefined)),
    loadBranding: vi.fn(step('branding', change.loadBranding ?? (() => Promise.resolve()))),
    begin: vi.fn(step('begin', () => undefined)),
    tell: vi.fn(),
    leave: vi.fn(),
  };
  const actor = createActor(linkMachine, { input: { link, ports } }).start();
  return {
    ...ports,
    order,
    phase: () => linkPhaseOf(actor.getSnapshot()),
    retry: () => actor.send({ type: 'RETRY' }),
    online: () => actor.send({ type: 'ONLINE' }),
    pass: (ms = 0) => vi.advanceTimersByTimeAsync(ms),
  };
}

afterEach(() => {
  vi.useRealTimers();
});

describe('a launch', () => {
  test('of a signed link loads configuration, tokens, logo and settings in this order', async () => {
    const launch = open(SIGNED);
    expect(launch.phase()).toBe('opening');
    await launch.pass();
    expect(launch.order).toEqual(['configuration', 'renew', 'adopt', 'branding', 'begin']);
    expect(launch.renew.mock.calls[0]?.[0]).toEqual({ Token: 'old', RefreshToken: 'old-refresh' });
    expect(launch.adopt).toHaveBeenCalledExactlyOnceWith(NEW_PAIR, false);
    expect(launch.phase()).toBe('open');
  });

  test('of a plain link adopts the device of the response, which another may replace', async () => {
    const launch = open(PLAIN, {}, { deviceToken: { Token: 'd', RefreshToken: 'e' } });
    await launch.pass();
    expect(launch.adopt).toHaveBeenCalledExactlyOnceWith({ Token: 'd', RefreshToken: 'e' }, true);
    expect(launch.renew).not.toHaveBeenCalled();
    expect(launch.phase()).toBe('open');
  });

  test('prefers a token of the profile to those of the link', async () => {
    const launch = open(SIGNED, {}, { deviceToken: { Token: 'own', RefreshToken: null } });
    await launch.pass();
    expect(launch.renew).not.toHaveBeenCalled();
    expect(launch.adopt).toHaveBeenCalledExactlyOnceWith({ Token: 'own', RefreshToken: '' }, false);
  });

  test('does not fail when the logo cannot be loaded', async () => {
    const launch = open(SIGNED, { loadBranding: () => Promise.reject(new Error('404')) });
    await launch.pass();
    expect(launch.phase()).toBe('open');
  });

  test('is reported as slow until it continues', async () => {
    let answer: (launched: LaunchedConfiguration) => void = () => undefined;
    const configuration = () =>
      new Promise<LaunchedConfiguration>((resolve) => {
        answer = resolve;
      });
    const launch = open(PLAIN, { configuration });
    await launch.pass(SLOW_MS - 1);
    expect(launch.phase()).toBe('opening');
    await launch.pass(1);
    expect(launch.phase()).toBe('slow');
    answer(launchedConfiguration());
    await launch.pass();
    expect(launch.phase()).toBe('open');
  });
});

describe('without a network', () => {
  test('the configuration is requested again on retry and when the network is back', async () => {
    let answers = 0;
    const launch = open(SIGNED, {
      configuration: () => (++answers < 3 ? offline() : Promise.resolve(launchedConfiguration())),
    });
    await launch.pass();
    expect(launch.phase()).toBe('offline');
    expect(launch.tell.mock.calls[0]?.[0]).toMatchObject({ code: 'NETWORK_ERROR' });
    launch.retry();
    await launch.pass();
    expect(launch.phase()).toBe('offline');
    launch.online();
    await launch.pass();
    expect(launch.phase()).toBe('open');
  });

  test('only the renewal is retried, because the launch token has been used up', async () => {
    let tries = 0;
    const launch = open(
      SIGNED,
      { renew: () => (++tries === 1 ? offline() : Promise.resolve(NEW_PAIR)) },
      { resultsCallbackUrl: CALLBACK },
    );
    await launch.pass();
    expect(launch.phase()).toBe('offline');
    launch.online();
    await launch.pass();
    expect(launch.configuration).toHaveBeenCalledTimes(1);
    expect(launch.phase()).toBe('open');
  });
});

describe('a refused configuration', () => {
  test.each([
    ['LAUNCH_TOKEN_EXPIRED', 401],
    ['LAUNCH_TOKEN_USED', 401],
    ['LAUNCH_TOKEN_INVALID', 401],
    ['CALLBACK_NOT_ALLOWED', 403],
    ['CONFIGURATION_NOT_FOUND', 404],
  ])('%s without a callback is shown to the user, as final', async (code, status) => {
    const launch = open(SIGNED, { configuration: refusal(status, { code, message: 'no' }) });
    await launch.pass();
    expect(launch.phase()).toBe('failed');
    expect(launch.tell.mock.calls[0]?.[0]).toMatchObject({
      code,
      isRetryable: false,
      callback: null,
    });
    launch.retry();
    await launch.pass();
    expect(launch.phase()).toBe('failed');
    expect(launch.leave).not.toHaveBeenCalled();
  });

  test.each(['LAUNCH_TOKEN_EXPIRED', 'LAUNCH_TOKEN_USED', 'CONFIGURATION_NOT_FOUND'])(
    "%s of a link that the server knows goes to the callback with the server's code",
    async (code) => {
      const body = { code, message: 'no', resultsCallbackUrl: CALLBACK };
      const launch = open(SIGNED, { configuration: refusal(401, body) });
      await launch.pass();
      expect(launch.phase()).toBe('leaving');
      expect(launch.tell.mock.calls[0]?.[0]).toMatchObject({ code });
      expect(launch.leave.mock.calls[0]).toMatchObject([{ code, callback: CALLBACK }]);
    },
  );

  test('goes to the callback with the signed session id, not that of the address', async () => {
    const body = { code: 'LAUNCH_TOKEN_INVALID', message: 'no', resultsCallbackUrl: CALLBACK };
    const configuration = refusal(401, { ...body, sessionId: 's-signed' });
    const launch = open(SIGNED, { configuration });
    await launch.pass();
    expect(launch.leave.mock.calls[0]).toMatchObject([{ sessionId: 's-signed' }]);
  });

  test('of an invalid profile goes to the callback with the error of every field', async () => {
    const details = { age: 'INVALID_AGE', bmi: 'INVALID_BMI' } as const;
    const code = 'PROFILE_VALIDATION_FAILED';
    const body = { code, message: 'no', details, resultsCallbackUrl: CALLBACK };
    const launch = open(SIGNED, { configuration: refusal(400, body) });
    await launch.pass();
    expect(launch.phase()).toBe('leaving');
    expect(launch.leave.mock.calls[0]).toMatchObject([{ code, details, callback: CALLBACK }]);
  });

  test.each([
    ['without a code', 500, '<html>', 'UNKNOWN_ERROR'],
    ['by a page of the network in between', 403, '<html>', 'UNKNOWN_ERROR'],
    [
      'of the general kind',
      503,
      { code: 'SERVICE_UNAVAILABLE', message: '' },
      'SERVICE_UNAVAILABLE',
    ],
  ])('%s is temporary: a retry requests it again', async (_, status, body, code) => {
    let asked = 0;
    const launch = open(PLAIN, {
      configuration: () =>
        ++asked === 1 ? refusal(status, body)() : Promise.resolve(launchedConfiguration()),
    });
    await launch.pass();
    expect(launch.phase()).toBe('failed');
    expect(launch.tell.mock.calls[0]?.[0]).toMatchObject({ code, isRetryable: true });
    launch.retry();
    await launch.pass();
    expect(launch.phase()).toBe('open');
  });
});

describe('refused tokens', () => {
  const renew = refusal(401, { code: 'TOKEN_EXPIRED', message: 'no' });

  test('go to the callback as TOKEN_RENEWAL_FAILED', async () => {
    const launch = open(SIGNED, { renew }, { resultsCallbackUrl: CALLBACK });
    await launch.pass();
    expect(launch.phase()).toBe('leaving');
    expect(launch.leave.mock.calls[0]?.[0]).toMatchObject({
      code: 'TOKEN_RENEWAL_FAILED',
      callback: CALLBACK,
      sessionId: launchedConfiguration().sessionId,
    });
    expect(launch.begin).not.toHaveBeenCalled();
  });

  test.each([
    [429, { code: 'BUSY', message: '' }],
    [500, { code: 'BUSY', message: '' }],
    [503, { code: 'BUSY', message: '' }],
    [403, '<html>'],
  ])(
    'are not assumed when the service is busy or did not answer itself (%i): the renewal is retried',
    async (status, body) => {
      let tries = 0;
      const launch = open(
        SIGNED,
        {
          renew: () => (++tries < 3 ? refusal(status, body)() : Promise.resolve(NEW_PAIR)),
        },
        { resultsCallbackUrl: CALLBACK },
      );
      await launch.pass(SLOW_MS);
      expect(launch.phase()).toBe('open');
      expect(launch.configuration).toHaveBeenCalledTimes(1);
      expect(launch.tell).not.toHaveBeenCalled();
    },
  );

  test('are not assumed when the service stays busy: the callback receives NETWORK_ERROR', async () => {
    const busy = refusal(503, { code: 'SERVICE_UNAVAILABLE', message: '' });
    const launch = open(SIGNED, { renew: busy }, { resultsCallbackUrl: CALLBACK });
    await launch.pass(60_000);
    expect(launch.phase()).toBe('leaving');
    expect(launch.leave.mock.calls[0]?.[0]).toMatchObject({ code: 'NETWORK_ERROR' });
  });

  test('are not assumed when the service stays busy without a callback: the user can retry', async () => {
    let isBusy = true;
    const busy = refusal(503, { code: 'SERVICE_UNAVAILABLE', message: '' });
    const launch = open(SIGNED, { renew: () => (isBusy ? busy() : Promise.resolve(NEW_PAIR)) });
    await launch.pass(60_000);
    expect(launch.phase()).toBe('failed');
    isBusy = false;
    launch.retry();
    await launch.pass();
    expect(launch.phase()).toBe('open');
    expect(launch.configuration).toHaveBeenCalledTimes(1);
  });

  test('are reported together with their launch, for its webhook', async () => {
    const launch = open(SIGNED, { renew }, { resultsCallbackUrl: CALLBACK });
    await launch.pass();
    expect(launch.tell.mock.calls[0]?.[0]).toMatchObject({
      code: 'TOKEN_RENEWAL_FAILED',
      launched: { configId: launchedConfiguration().configId },
    });
  });

  test('without a callback are shown to the user', async () => {
    const launch = open(SIGNED, { renew });
    await launch.pass();
    expect(launch.phase()).toBe('failed');
  });
});

test('a spent link fails without a request', async () => {
  const launch = open({ kind: 'spent', configId: 'acme-web' });
  await launch.pass();
  expect(launch.phase()).toBe('failed');
  expect(launch.configuration).not.toHaveBeenCalled();
});
