// SPDX-License-Identifier: Apache-2.0
import { expect, it } from 'vitest';
import { ClockJumpDetector } from './clock-jump-detector.ts';

const HOUR = 3_600_000;

it.each([HOUR, -HOUR])('a clock jump of %i ms is dated from its detection', (jump) => {
  let day = 1_900_000_000_000;
  let monotonic = 5_000;
  const detector = new ClockJumpDetector(
    () => day,
    () => monotonic,
  );
  const pass = (ms: number, set = 0): void => {
    monotonic += ms;
    day += ms + set;
  };
  pass(60_000, 200);
  expect(detector.sinceJumpMs()).toBe(Number.POSITIVE_INFINITY);
  pass(60_000, jump);
  expect(detector.sinceJumpMs()).toBe(0);
  pass(60_000);
  expect(detector.sinceJumpMs()).toBe(60_000);
  pass(60_000, -jump);
  expect(detector.sinceJumpMs()).toBe(0);
});
