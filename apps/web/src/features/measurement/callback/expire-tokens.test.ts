// SPDX-License-Identifier: Apache-2.0
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { launchedConfiguration } from '../../../launch/launched.test-support.ts';
import { createVisit, visitOf } from '../../../launch/visit.ts';
import { expireTokens } from './expire-tokens.ts';

const PROFILE = { identifier: 'patient-7' };

function setUp(expires: boolean, unregister: () => Promise<unknown>, isSigned = true) {
  const visit = createVisit(true);
  const profile = isSigned ? PROFILE : null;
  visit.setState(
    visitOf(launchedConfiguration({ profile }, { expireTokenAfterMeasurement: expires })),
  );
  const parts = {
    visit,
    deviceToken: { get: vi.fn(() => Promise.resolve('token')), forget: vi.fn() },
    unregister: vi.fn(unregister),
  };
  return { ...parts, ended: expireTokens(parts) };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('the licence is released, the tokens are deleted, and the visit ends', async () => {
  const { ended, unregister, deviceToken, visit } = setUp(true, () => Promise.resolve());
  await ended;
  expect(unregister).toHaveBeenCalledExactlyOnceWith('token');
  expect(deviceToken.forget).toHaveBeenCalledExactlyOnceWith(true);
  expect(visit.getState().isOver).toBe(true);
});

test('a plain link may measure again, with another device', async () => {
  const { ended, deviceToken, visit } = setUp(true, () => Promise.resolve(), false);
  await ended;
  expect(deviceToken.forget).toHaveBeenCalledExactlyOnceWith(false);
  expect(visit.getState().isOver).toBe(false);
});

test.each([
  ['refuses', () => Promise.reject(new Error('401'))],
  ['says nothing', () => new Promise(() => undefined)],
])('the tokens are also deleted when the service %s', async (_, unregister) => {
  const { ended, deviceToken } = setUp(true, unregister);
  await vi.runAllTimersAsync();
  await ended;
  expect(deviceToken.forget).toHaveBeenCalledExactlyOnceWith(true);
});

test('nothing expires unless the configuration says so', async () => {
  const { ended, unregister, deviceToken } = setUp(false, () => Promise.resolve());
  await ended;
  expect(unregister).not.toHaveBeenCalled();
  expect(deviceToken.forget).not.toHaveBeenCalled();
});
