// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { matchIntervals } from './beat-match.ts';

describe('matching beats with a strap', () => {
  const strap = [800, 850, 790, 1020, 805, 830, 795, 990, 810, 800, 845, 790, 1010, 820];
  const beats = Float64Array.from(
    strap.reduce<number[]>((t, rr) => [...t, (t.at(-1) ?? 0) + rr], [0]),
  );

  it('finds the offset between the clocks, and no error for identical beats', () => {
    const moved = beats.subarray(2).map((ms) => ms + 12_345);
    const found = matchIntervals(moved, new Uint8Array(moved.length - 1).fill(1), strap);
    expect(found.shiftMs).toBe(-12_345);
    expect(found.intervalErrorMs).toBe(0);
    expect(found.matched).toBe(strap.length - 2);
  });

  it('counts a displaced beat in both adjacent intervals, and excludes rejected intervals', () => {
    const off = beats.map((ms, k) => (k === 5 ? ms + 28 : ms));
    const accepted = new Uint8Array(strap.length).fill(1);
    const all = matchIntervals(off, accepted, strap);
    expect(all.intervalErrorMs).toBeCloseTo(56 / strap.length, 9);
    accepted[4] = 0;
    expect(matchIntervals(off, accepted, strap).matched).toBe(strap.length - 1);
  });
});
