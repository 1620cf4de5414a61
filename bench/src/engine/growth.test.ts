// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { growthExponent } from './growth.ts';

describe('how time grows', () => {
  const timed = (of: (size: number) => number) =>
    growthExponent([15, 30, 60, 120].map((size) => ({ size, ms: of(size) })));

  it('is one for a straight line through nothing, two for a square, less with a fixed part', () => {
    expect(timed((size) => 0.4 * size)).toBeCloseTo(1, 12);
    expect(timed((size) => size * size)).toBeCloseTo(2, 12);
    expect(timed((size) => 20 + 0.4 * size)).toBeLessThan(0.8);
  });
});
