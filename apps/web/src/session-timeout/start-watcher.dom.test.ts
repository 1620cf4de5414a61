// SPDX-License-Identifier: Apache-2.0
import { afterEach, describe, expect, test, vi } from 'vitest';
import { ACTIVITY_EVENTS } from './idle.ts';
import { startWatcher, type RunningWatcher } from './start-watcher.ts';

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

describe('signs of life', () => {
  test.each(ACTIVITY_EVENTS)('%s is one', (type) => {
    const mark = marks();
    window.dispatchEvent(new Event(type));
    expect(mark).toHaveBeenCalledTimes(1);
  });

  test('a pointer that rests while the page changes under it gives none', () => {
    const mark = marks();
    window.dispatchEvent(moved(0, 0));
    expect(mark).not.toHaveBeenCalled();
    window.dispatchEvent(moved(0, 1));
    window.dispatchEvent(moved(-1, 0));
    expect(mark).toHaveBeenCalledTimes(2);
  });
});
