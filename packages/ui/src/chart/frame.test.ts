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
  test('puts values between its margins, upwards', () => {
    expect([frame.x(0), frame.x(10)]).toEqual([10, 210]);
    expect([frame.y(0), frame.y(100)]).toEqual([100, 0]);
  });

  test('has round ticks at least as far apart as asked', () => {
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

test('times of an axis are round', () => {
  const day = 86_400_000;
  const ticks = timeTicks(Date.UTC(2026, 0, 1), Date.UTC(2026, 0, 5), 4);
  expect(ticks.length).toBeGreaterThan(2);
  expect(new Set(ticks.slice(1).map((tick, k) => tick - (ticks[k] ?? 0)))).toEqual(new Set([day]));
});
