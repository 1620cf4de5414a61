// SPDX-License-Identifier: Apache-2.0
import { describe, expect, test } from 'vitest';
import { Pace } from './pace.ts';

function answered(pace: Pace, ms: number, count = 15): Pace {
  for (let at = 0; at < count; at += 1) pace.answered(ms);
  return pace;
}

describe('the pace of a learned estimator', () => {
  test.each([
    [15, 1],
    [24, 1],
    [30, 2],
    [48, 2],
    [60, 0],
    [400, 0],
  ])('at %i ms per frame reads every %i-th frame, none at 0', (ms, step) => {
    expect(answered(new Pace(), ms).step).toBe(step);
  });

  test('falls only after many slow frames, not after a few', () => {
    expect(answered(new Pace(), 400, 14).step).toBe(1);
    const pace = answered(new Pace(), 400, 7);
    expect(answered(pace, 15, 8).step).toBe(1);
  });

  test('falls step by step while frames are lost, and does not rise again', () => {
    const pace = new Pace();
    pace.frame(2);
    expect(pace.step).toBe(1);
    pace.frame(1);
    expect(pace.step).toBe(2);
    pace.frame(3);
    expect(pace.step).toBe(0);
    expect(answered(pace, 1, 60).step).toBe(0);
  });

  test('does not count frames lost long ago', () => {
    const pace = new Pace();
    for (let second = 0; second < 10; second += 1) {
      pace.frame(1);
      for (let at = 0; at < 59; at += 1) pace.frame(0);
    }
    expect(pace.step).toBe(1);
  });
});
