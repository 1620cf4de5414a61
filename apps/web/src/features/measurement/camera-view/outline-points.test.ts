// SPDX-License-Identifier: Apache-2.0
import { expect, test } from 'vitest';
import { createOutlinePoints } from './outline-points.ts';

const BOX = { width: 100, height: 100 };
const face = (facesSeen: number) => ({
  found: facesSeen > 0,
  facesSeen,
  aspect: 1,
  outline: [0.5, 0.25],
});

test('the outline is drawn from the 25th frame with a face; a frame without one hides it for that frame only', () => {
  const points = createOutlinePoints();
  for (let frame = 1; frame < 25; frame += 1) expect(points(face(frame), BOX)).toBe('');
  expect(points(face(25), BOX)).toBe('50.0,25.0 ');
  expect(points(face(0), BOX)).toBe('');
  expect(points(face(1), BOX)).toBe('50.0,25.0 ');
});
