// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { growthExponent } from './growth.ts';

describe('the growth exponent of time', () => {
  const timed = (of: (size: number) => number) =>
    growthExponent([15, 30, 60, 120].map((size) => ({ size, ms: of(size) })));

  it('is 1 for linear time, 2 for quadratic time, and lower with a constant part', () => {
    expect(timed((size) => 0.4 * size)).toBeCloseTo(1, 12);
    expect(timed((size) => size * size)).toBeCloseTo(2, 12);
    expect(timed((size) => 20 + 0.4 * size)).toBeLessThan(0.8);
  });
});
