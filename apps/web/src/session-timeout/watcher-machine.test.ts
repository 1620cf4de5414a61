// SPDX-License-Identifier: Apache-2.0
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createActor } from 'xstate';
import { idlePhase, IDLE_TIMEOUT_MS } from './idle.ts';
import {
  CHECK_INTERVAL_MS,
  watcherMachine,
  type SessionVerdict,
  type WatcherMachineDeps,
} from './watcher-machine.ts';

const MINUTE = 60_000;
const verdict = (value: SessionVerdict) => vi.fn(() => Promise.resolve(value));

function watch(change: Partial<WatcherMachineDeps> = {}) {
  vi.useFakeTimers({ now: 1_790_000_000_000 });
  let last = Date.now();
  const end = vi.fn();
  const ports: WatcherMachineDeps = {
    now: () => Date.now(),
    verify: verdict('valid'),
    renew: vi.fn(() => Promise.resolve('renewed' as const)),
    lastActivityAt: () => last,
    markActivity: (at) => {
      last = at;
    },
    end,
    ...change,
  };
  const actor = createActor(watcherMachine, { input: ports }).start();
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
  const isWarning = () => actor.getSnapshot().matches({ watching: { idle: 'warning' } });
  /** The clock jumps while no timer runs, as on a sleeping computer. */
  const sleep = (ms: number) => vi.setSystemTime(Date.now() + ms);
  return { actor, ports, pass, sleep, isWarning, end };
}

afterEach(() => {
  vi.useRealTimers();
});

describe('the session', () => {
  test('is verified every 60 s', async () => {
    const { ports, pass } = watch();
    await pass(CHECK_INTERVAL_MS - 1);
    expect(ports.verify).toHaveBeenCalledTimes(0);
    await pass(1);
    expect(ports.verify).toHaveBeenCalledTimes(1);
    await pass(2 * CHECK_INTERVAL_MS);
    expect(ports.verify).toHaveBeenCalledTimes(3);
  });

  test('ends when the service says that it expired', async () => {
    const { end, pass, ports } = watch({ verify: verdict('ended') });
    await pass(CHECK_INTERVAL_MS);
    expect(end).toHaveBeenCalledExactlyOnceWith('session-expired');
    await pass(10 * CHECK_INTERVAL_MS);
    expect(ports.verify).toHaveBeenCalledTimes(1);
  });

  test('continues with a renewed token when only the token expired', async () => {
    const { end, pass, ports } = watch({ verify: verdict('token-expired') });
    await pass(CHECK_INTERVAL_MS);
    expect(ports.renew).toHaveBeenCalledTimes(1);
    expect(end).not.toHaveBeenCalled();
  });

  test('ends when the renewal is refused', async () => {
    const { end, pass } = watch({
      verify: verdict('token-expired'),
      renew: () => Promise.resolve('refused'),
    });
    await pass(CHECK_INTERVAL_MS);
    expect(end).toHaveBeenCalledExactlyOnceWith('session-expired');
  });

  test.each([
    ['the service cannot be reached', { verify: () => Promise.reject(new Error('offline')) }],
    ['the answer says nothing about the session', { verify: verdict('unknown') }],
    [
      'the renewal cannot be reached',
      { verify: verdict('token-expired'), renew: () => Promise.resolve('unknown' as const) },
    ],
  ])('continues when %s', async (_, change) => {
    const { end, pass } = watch(change);
    await pass(5 * CHECK_INTERVAL_MS);
    expect(end).not.toHaveBeenCalled();
  });

  test('is not verified again while a check is pending', async () => {
    const verify = vi.fn(() => new Promise<SessionVerdict>(() => undefined));
    const { pass } = watch({ verify });
    await pass(5 * CHECK_INTERVAL_MS);
    expect(verify).toHaveBeenCalledTimes(1);
  });

  test('is verified at once on waking from a sleep', async () => {
    const { actor, ports, pass, sleep } = watch();
    sleep(10 * MINUTE);
    actor.send({ type: 'WAKE' });
    await pass(0);
    expect(ports.verify).toHaveBeenCalledTimes(1);
  });
});

describe('the idle timeout', () => {
  test('warns after 840 s and signs out after 900 s', async () => {
    const { end, isWarning, pass } = watch();
    await pass(840_000 - 1);
    expect(isWarning()).toBe(false);
    await pass(1);
    expect(isWarning()).toBe(true);
    await pass(MINUTE - 1);
    expect(end).not.toHaveBeenCalled();
    await pass(1);
    expect(end).toHaveBeenCalledExactlyOnceWith('idle');
  });

  test('restarts with every activity', async () => {
    const { actor, end, isWarning, pass } = watch();
    for (let minutes = 0; minutes < 60; minutes += 10) {
      await pass(10 * MINUTE);
      actor.send({ type: 'ACTIVITY' });
    }
    expect(isWarning()).toBe(false);
    expect(end).not.toHaveBeenCalled();
  });

  test('is postponed during the warning by the button, not by other activity', async () => {
    const { actor, end, isWarning, pass } = watch();
    await pass(14.5 * MINUTE);
    actor.send({ type: 'ACTIVITY' });
    expect(isWarning()).toBe(true);
    actor.send({ type: 'STAY' });
    expect(isWarning()).toBe(false);
    await pass(10 * MINUTE);
    expect(end).not.toHaveBeenCalled();
  });

  test('withdraws its warning after activity in another tab', async () => {
    let elsewhere = 1_790_000_000_000;
    const { actor, end, isWarning, pass } = watch({ lastActivityAt: () => elsewhere });
    await pass(14.5 * MINUTE);
    expect(isWarning()).toBe(true);
    elsewhere = Date.now();
    actor.send({ type: 'WAKE' });
    expect(isWarning()).toBe(false);
    await pass(MINUTE);
    expect(end).not.toHaveBeenCalled();
  });

  test('is applied on waking, before the first event can count as activity', () => {
    const { actor, end, sleep } = watch();
    sleep(2 * IDLE_TIMEOUT_MS);
    actor.send({ type: 'ACTIVITY' });
    expect(end).toHaveBeenCalledExactlyOnceWith('idle');
  });

  test('is applied on waking even when the button of the warning is pressed', async () => {
    const { actor, end, pass, sleep } = watch();
    await pass(14.5 * MINUTE);
    sleep(IDLE_TIMEOUT_MS);
    actor.send({ type: 'STAY' });
    expect(end).toHaveBeenCalledExactlyOnceWith('idle');
  });

  test('is not triggered by a clock set back slightly, nor extended by more than one timeout', async () => {
    const { end, pass, sleep } = watch();
    sleep(-10 * MINUTE);
    await pass(20 * MINUTE);
    expect(end).not.toHaveBeenCalled();
    await pass(5 * MINUTE);
    expect(end).toHaveBeenCalledExactlyOnceWith('idle');
  });

  test('ends the session when the clock is set back by more than that', async () => {
    const { end, pass, sleep } = watch();
    await pass(MINUTE);
    sleep(-3 * 24 * 60 * MINUTE);
    await pass(IDLE_TIMEOUT_MS);
    expect(end).toHaveBeenCalledExactlyOnceWith('idle');
  });

  test.each([
    ['just now', 0, 'active'],
    ['by a clock 10 minutes ahead', 10 * MINUTE, 'active'],
    ['by a clock three days ahead', 3 * 24 * 60 * MINUTE, 'expired'],
  ])('counts activity %s as %s', (_, ahead, phase) => {
    expect(idlePhase(1_790_000_000_000 + ahead, 1_790_000_000_000)).toBe(phase);
  });
});
