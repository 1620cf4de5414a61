// SPDX-License-Identifier: Apache-2.0
import { expect, test } from 'vitest';
import { arcPath, pointOn } from './arc.ts';

const circle = { x: 100, y: 100, radius: 80 };

test.each([
  [0, 20, 100],
  [90, 100, 20],
  [180, 180, 100],
  [270, 100, 180],
])('%d degrees is at (%d, %d)', (degrees, x, y) => {
  const [atX, atY] = pointOn(circle, degrees);
  expect(atX).toBeCloseTo(x, 9);
  expect(atY).toBeCloseTo(y, 9);
});

test('an arc goes clockwise from one point to the other', () => {
  expect(arcPath(circle, 0, 90)).toBe('M20 100A80 80 0 0 1 100 20');
});

test('an arc of more than half a turn sets the large-arc flag', () => {
  expect(arcPath(circle, 0, 270)).toBe('M20 100A80 80 0 1 1 100 180');
});
