// SPDX-License-Identifier: Apache-2.0
import { expect, test, vi } from 'vitest';
import { createLaunch, type LaunchCalls } from './launch.ts';

const SIGN_IN = { loginType: 'password', allowSignup: true, orgIdentifier: 'demo' } as const;
const GOOD: LaunchCalls = {
  envVars: () => Promise.resolve({ apiHost: 'localhost:4300/analysis', recordedSource: true }),
  status: () => Promise.resolve({ auth: false, signIn: SIGN_IN }),
  restore: () => Promise.resolve(),
  warmToken: () => Promise.resolve('token'),
};
const down = () => Promise.reject(new Error('no answer'));

test('start-up determines the analysis host and whether sign-in is required', async () => {
  const launch = createLaunch(GOOD);
  expect(launch.store.getState().phase).toBe('starting');
  await launch.start();
  expect(launch.store.getState()).toEqual({
    phase: 'ready',
    facts: {
      analysisHost: 'localhost:4300/analysis',
      requiresAuthentication: false,
      signIn: SIGN_IN,
      settings: { recordedSource: true },
    },
  });
});

test.each([
  ['env-vars cannot be fetched', { envVars: down }],
  ['the status cannot be fetched', { status: down }],
])('start-up fails when %s', async (_, calls) => {
  const launch = createLaunch({ ...GOOD, ...calls });
  await launch.start();
  expect(launch.store.getState()).toEqual({ phase: 'failed' });
});

test('start-up continues without a token, which the measurement requests again', async () => {
  const launch = createLaunch({ ...GOOD, warmToken: down });
  await launch.start();
  expect(launch.store.getState().phase).toBe('ready');
});

test('retry after a failure starts again and can succeed', async () => {
  let tries = 0;
  const launch = createLaunch({
    ...GOOD,
    envVars: () => {
      tries += 1;
      return tries === 1 ? down() : GOOD.envVars();
    },
  });
  await launch.start();
  const retry = launch.start();
  expect(launch.store.getState().phase).toBe('starting');
  await retry;
  expect(launch.store.getState().phase).toBe('ready');
});

test('concurrent starts send their requests only once', async () => {
  let asked = 0;
  const launch = createLaunch({
    ...GOOD,
    status: () => {
      asked += 1;
      return GOOD.status();
    },
  });
  await Promise.all([launch.start(), launch.start()]);
  await launch.start();
  expect(asked).toBe(1);
});

test('the signed-in user is restored before any screen is shown and before a guest gets a device', async () => {
  const order: string[] = [];
  const launch = createLaunch({
    ...GOOD,
    restore: (host) => {
      order.push(`restore at ${host}`);
      return Promise.resolve();
    },
    warmToken: () => {
      order.push(`token, ${launch.store.getState().phase}`);
      return Promise.resolve('token');
    },
  });
  await launch.start();
  expect(order).toEqual(['restore at localhost:4300/analysis', 'token, starting']);
});

test('no device is issued before the sign-in where it is required', async () => {
  let warmed = 0;
  const launch = createLaunch({
    ...GOOD,
    status: () => Promise.resolve({ auth: true, signIn: SIGN_IN }),
    warmToken: () => Promise.resolve((warmed += 1)),
  });
  await launch.start();
  expect(warmed).toBe(0);
});

test('a person who chooses this device after a failure does not wait for the network again', async () => {
  const envVars = vi.fn(down);
  let prefersDevice = false;
  const remembered = () =>
    prefersDevice
      ? {
          envVars: { apiHost: 'localhost:4300/analysis', analysis: 'choice' as const },
          status: { auth: false, signIn: SIGN_IN },
        }
      : null;
  const launch = createLaunch({ ...GOOD, envVars, remembered });
  await launch.start();
  expect(launch.store.getState().phase).toBe('failed');
  prefersDevice = true;
  await launch.start();
  expect(launch.store.getState().phase).toBe('ready');
  expect(envVars).toHaveBeenCalledOnce();
});

test('start-up without a network uses the remembered answers where they suffice for a measurement', async () => {
  const answers = {
    envVars: { apiHost: 'localhost:4300/analysis', analysis: 'device' },
    status: { auth: false, signIn: SIGN_IN },
  } as const;
  const warmToken = vi.fn(GOOD.warmToken);
  const launch = createLaunch({
    ...GOOD,
    envVars: down,
    warmToken,
    remembered: () => answers,
  });
  await launch.start();
  expect(launch.store.getState()).toMatchObject({
    phase: 'ready',
    facts: { settings: { analysis: 'device' } },
  });
  expect(warmToken).not.toHaveBeenCalled();
});
