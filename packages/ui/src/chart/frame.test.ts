// SPDX-License-Identifier: Apache-2.0
import { describe, expect, test } from 'vitest';
import { areaPath, chartFrame, linePath, timeTicks } from './frame.ts';

const frame = chartFrame({
  width: 220,
  height: 120,
  margin: { top: 0, right: 10, bottom: 20, left: 10 },
  x: [0, 10],
  y: [0, 100],
});

describe('a frame', () => {
  test('maps values between its margins, with y upwards', () => {
    expect([frame.x(0), frame.x(10)]).toEqual([10, 210]);
    expect([frame.y(0), frame.y(100)]).toEqual([100, 0]);
  });

  test('has round ticks at least as far apart as requested', () => {
    expect(frame.xTicks(40)).toEqual([0, 2, 4, 6, 8, 10]);
    expect(frame.xTicks(100)).toEqual([0, 5, 10]);
    expect(frame.xTicks(500)).toEqual([]);
  });
});

test('a line and an area leave gaps where there is no value', () => {
  expect(linePath(frame, [0, 5, 6, 10], [0, 50, null, 100])).toBe('M10,100L110,50M210,0Z');
  expect(areaPath(frame, [0, 5, 10], [0, 0, null], [50, 50, 50])).toBe(
    'M10,50L110,50L110,100L10,100Z',
  );
});

test.each([
  [4, 1, 1],
  [4, 1.4, 2],
  [16, 9, 14],
])('times of an axis over %i days, %f days apart, are round', (days, apart, step) => {
  const day = 86_400_000;
  const from = new Date(2026, 0, 4).getTime();
  const ticks = timeTicks(from, from + days * day, apart * day);
  expect(ticks.length).toBeGreaterThan(1);
  const steps = ticks.slice(1).map((tick, k) => (tick - (ticks[k] ?? 0)) / day);
  expect(new Set(steps)).toEqual(new Set([step]));
});

test('times of an axis within days include every midnight', () => {
  const hour = 3_600_000;
  const from = new Date(2026, 0, 4, 20, 50).getTime();
  const ticks = timeTicks(from, from + 60 * hour, 5 * hour);
  expect(ticks.map((tick) => new Date(tick).getHours())).toEqual([
    0, 6, 12, 18, 0, 6, 12, 18, 0, 6,
  ]);
});
