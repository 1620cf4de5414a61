// SPDX-License-Identifier: Apache-2.0
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Watchdog } from './watchdog.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('fires once when the limit has passed since the last signal', () => {
  const told = vi.fn();
  const watchdog = new Watchdog(1000, told);
  watchdog.restart();
  vi.advanceTimersByTime(900);
  watchdog.restart();
  vi.advanceTimersByTime(999);
  expect(told).not.toHaveBeenCalled();
  vi.advanceTimersByTime(5000);
  expect(told).toHaveBeenCalledOnce();
});

test('does not fire after one long suspension of the page', () => {
  const told = vi.fn();
  const watchdog = new Watchdog(1000, told);
  watchdog.restart();
  // After a suspension, a browser runs a timer once, however often it was due.
  vi.advanceTimersToNextTimer();
  expect(told).not.toHaveBeenCalled();
  watchdog.restart();
  vi.advanceTimersByTime(900);
  expect(told).not.toHaveBeenCalled();
  vi.advanceTimersByTime(100);
  expect(told).toHaveBeenCalledOnce();
});

test('does not fire before the first signal, nor after its end', () => {
  const told = vi.fn();
  const watchdog = new Watchdog(1000, told);
  vi.advanceTimersByTime(5000);
  watchdog.restart();
  watchdog.end();
  vi.advanceTimersByTime(5000);
  expect(told).not.toHaveBeenCalled();
});
