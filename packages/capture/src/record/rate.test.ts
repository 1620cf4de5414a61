// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FrameClock } from './rate.ts';

/** Feeds times and sums the losses. */
function lostIn(times: readonly number[]): number {
  const clock = new FrameClock();
  return times.reduce((sum, time) => sum + (clock.push(time) ?? 0), 0);
}
const steady = (count: number, intervalMs: number): number[] =>
  Array.from({ length: count }, (_, frame) => 1e6 + frame * intervalMs);

describe('the frame clock', () => {
  test('counts exactly the frames that are missing, at any rate and with jitter', () => {
    const runs = fc.record({
      intervalMs: fc.double({ min: 10, max: 120, noNaN: true }),
      jitter: fc.array(fc.double({ min: -0.2, max: 0.2, noNaN: true }), {
        minLength: 60,
        maxLength: 60,
      }),
      gaps: fc.uniqueArray(fc.integer({ min: 10, max: 58 }), { maxLength: 6 }),
    });
    fc.assert(
      fc.property(runs, ({ intervalMs, jitter, gaps }) => {
        const times = steady(60, intervalMs).map(
          (time, at) => time + (jitter[at] ?? 0) * intervalMs,
        );
        const kept = times.filter((_, at) => !gaps.includes(at));
        expect(lostIn(kept)).toBe(gaps.length);
      }),
    );
  });

  test('counts no losses before the usual interval is known', () => {
    expect(lostIn([0, 33, 200, 233])).toBe(0);
  });

  test('treats a frame that is no newer than the last as a repeat', () => {
    const clock = new FrameClock();
    clock.push(100);
    expect(clock.push(100)).toBeUndefined();
    expect(clock.push(99)).toBeUndefined();
    expect(clock.push(133)).toBe(0);
  });

  test('stops counting losses when a camera has settled at half its rate', () => {
    const clock = new FrameClock();
    for (const time of steady(60, 33)) clock.push(time);
    const start = 1e6 + 59 * 33;
    const losses = steady(60, 66).map((_, at) => clock.push(start + 66 * (at + 1)) ?? 0);
    expect(losses.slice(0, 3)).toEqual([1, 1, 1]);
    expect(losses.slice(20).every((lost) => lost === 0)).toBe(true);
  });

  test('gives the rate of the last ten frames', () => {
    const clock = new FrameClock();
    expect(clock.framesPerS).toBe(0);
    for (const time of [...steady(30, 33.3), ...steady(10, 200).map((time) => time + 5000)]) {
      clock.push(time);
    }
    expect(clock.framesPerS).toBeCloseTo(5, 6);
  });
});
