// SPDX-License-Identifier: Apache-2.0
import { ApiError } from '@perfuse/client';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { ACTIVITY_EVENTS } from './idle.ts';
import { startWatcher, type RunningWatcher } from './start-watcher.ts';
import { CHECK_INTERVAL_MS } from './watcher-machine.ts';

let watcher: RunningWatcher | null = null;
afterEach(() => watcher?.stop());

function marks() {
  const mark = vi.fn();
  watcher = startWatcher({
    token: { held: () => null, renew: vi.fn() },
    analysis: vi.fn(),
    activity: { last: () => null, mark, forget: vi.fn(), isKey: () => false },
    onEnd: vi.fn(),
    onWarning: vi.fn(),
  });
  return mark;
}

function moved(movementX: number, movementY: number): Event {
  return new MouseEvent('mousemove', { movementX, movementY });
}

describe('activity', () => {
  test.each(ACTIVITY_EVENTS)('includes the event %s', (type) => {
    const mark = marks();
    window.dispatchEvent(new Event(type));
    expect(mark).toHaveBeenCalledTimes(1);
  });

  test('excludes a resting pointer while the page changes under it', () => {
    const mark = marks();
    window.dispatchEvent(moved(0, 0));
    expect(mark).not.toHaveBeenCalled();
    window.dispatchEvent(moved(0, 1));
    window.dispatchEvent(moved(-1, 0));
    expect(mark).toHaveBeenCalledTimes(2);
  });
});

describe('a renewal that fails', () => {
  const endAfter = async (renewal: ApiError) => {
    vi.useFakeTimers();
    const expired = new ApiError('TOKEN_EXPIRED', 401, '');
    const renew = vi.fn(() => Promise.reject(renewal));
    const onEnd = vi.fn();
    watcher = startWatcher({
      token: { held: () => 'token', renew },
      analysis: () => ({ call: () => Promise.reject(expired) }),
      activity: { last: () => null, mark: vi.fn(), forget: vi.fn(), isKey: () => false },
      onEnd,
      onWarning: vi.fn(),
    });
    await vi.advanceTimersByTimeAsync(CHECK_INTERVAL_MS);
    expect(renew).toHaveBeenCalledOnce();
    vi.useRealTimers();
    return onEnd;
  };

  test.each([400, 401, 403])('ends the session when it is refused with %i', async (status) => {
    expect(await endAfter(new ApiError('X', status, ''))).toHaveBeenCalledOnce();
  });

  test.each([0, 200, 429, 500, 503])(
    'does not end the session on the inconclusive status %i',
    async (status) => {
      expect(await endAfter(new ApiError('X', status, ''))).not.toHaveBeenCalled();
    },
  );
});
