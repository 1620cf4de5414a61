// SPDX-License-Identifier: Apache-2.0
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { WindowCounts } from './window-counts.ts';

const MINUTE = 60_000;
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'performance'] }));
afterEach(() => void vi.useRealTimers());

function ask(counts: WindowCounts, key: string): number {
  let current = 0;
  counts.incr(
    key,
    (_error, answer) => {
      current = answer?.current ?? 0;
    },
    MINUTE,
  );
  return current;
}

it('counts each address separately, and restarts in the next window', () => {
  const counts = new WindowCounts();
  expect([ask(counts, 'a'), ask(counts, 'a'), ask(counts, 'b')]).toEqual([1, 2, 1]);
  vi.advanceTimersByTime(MINUTE);
  expect(ask(counts, 'a')).toBe(1);
  expect(ask(counts.child(), 'a')).toBe(1);
});

it('does not depend on changes of the system clock', () => {
  const counts = new WindowCounts();
  expect(ask(counts, 'a')).toBe(1);
  vi.setSystemTime(Date.now() + 60 * MINUTE);
  expect(ask(counts, 'a')).toBe(2);
  vi.setSystemTime(Date.now() - 120 * MINUTE);
  vi.advanceTimersByTime(MINUTE);
  expect(ask(counts, 'a')).toBe(1);
});

it('stores a bounded number of addresses', () => {
  const counts = new WindowCounts();
  ask(counts, 'first');
  for (let at = 0; at < 5_000; at += 1) ask(counts, String(at));
  expect(ask(counts, 'first')).toBe(1);
  expect(ask(counts, '4999')).toBe(2);
});
