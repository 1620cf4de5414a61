// SPDX-License-Identifier: Apache-2.0
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Silence } from './silence.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('fires once when the limit has passed since the last signal', () => {
  const told = vi.fn();
  const silence = new Silence(1000, told);
  silence.hear();
  vi.advanceTimersByTime(900);
  silence.hear();
  vi.advanceTimersByTime(999);
  expect(told).not.toHaveBeenCalled();
  vi.advanceTimersByTime(5000);
  expect(told).toHaveBeenCalledOnce();
});

test('does not take one long suspension of the page for silence', () => {
  const told = vi.fn();
  const silence = new Silence(1000, told);
  silence.hear();
  // After a suspension, a browser runs a timer once, however often it was due.
  vi.advanceTimersToNextTimer();
  expect(told).not.toHaveBeenCalled();
  silence.hear();
  vi.advanceTimersByTime(900);
  expect(told).not.toHaveBeenCalled();
  vi.advanceTimersByTime(100);
  expect(told).toHaveBeenCalledOnce();
});

test('does not fire before the first signal, nor after its end', () => {
  const told = vi.fn();
  const silence = new Silence(1000, told);
  vi.advanceTimersByTime(5000);
  silence.hear();
  silence.end();
  vi.advanceTimersByTime(5000);
  expect(told).not.toHaveBeenCalled();
});
