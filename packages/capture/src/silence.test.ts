// SPDX-License-Identifier: Apache-2.0
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Silence } from './silence.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('tells once that nothing was heard for the limit, counted from the last time', () => {
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

test('does not take one long standstill of the page for a silence', () => {
  const told = vi.fn();
  const silence = new Silence(1000, told);
  silence.hear();
  // After a standstill, a browser runs a timer once, however often it was due.
  vi.advanceTimersToNextTimer();
  expect(told).not.toHaveBeenCalled();
  silence.hear();
  vi.advanceTimersByTime(900);
  expect(told).not.toHaveBeenCalled();
  vi.advanceTimersByTime(100);
  expect(told).toHaveBeenCalledOnce();
});

test('expects nothing before it is told to, nor after its end', () => {
  const told = vi.fn();
  const silence = new Silence(1000, told);
  vi.advanceTimersByTime(5000);
  silence.hear();
  silence.end();
  vi.advanceTimersByTime(5000);
  expect(told).not.toHaveBeenCalled();
});
