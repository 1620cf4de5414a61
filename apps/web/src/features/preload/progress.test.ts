// SPDX-License-Identifier: Apache-2.0
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Progress } from './progress.ts';

let seen: number[];
let progress: Progress;
beforeEach(() => {
  vi.useFakeTimers();
  seen = [];
  progress = new Progress((percent) => seen.push(percent));
});
afterEach(() => {
  vi.useRealTimers();
});

test('progress is reported at most every 500 ms, including the last of several quick steps', () => {
  progress.expect('model', 100);
  for (let step = 0; step < 5; step += 1) progress.add('model', 10);
  expect(seen).toEqual([10]);
  vi.advanceTimersByTime(499);
  expect(seen).toEqual([10]);
  vi.advanceTimersByTime(1);
  expect(seen).toEqual([10, 50]);
  vi.advanceTimersByTime(5000);
  expect(seen).toEqual([10, 50]);
});

test('progress never decreases, nor reaches 100 before the end, however wrong the estimates are', () => {
  progress.expect('small', 10);
  progress.expect('large', 90);
  progress.add('small', 10);
  vi.advanceTimersByTime(500);
  // Ten times its estimated size.
  progress.add('large', 900);
  vi.advanceTimersByTime(500);
  progress.complete('large');
  progress.add('small', 1);
  vi.advanceTimersByTime(500);
  expect(seen).toEqual([10, 99, 99]);
  progress.end();
  expect(seen.at(-1)).toBe(100);
});

test('progress is not reported once it was stopped', () => {
  progress.expect('model', 100);
  progress.add('model', 10);
  progress.add('model', 10);
  progress.stop();
  vi.advanceTimersByTime(5000);
  expect(seen).toEqual([10]);
});
