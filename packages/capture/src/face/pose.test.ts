// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { head } from '../../test/heads.ts';
import { facePose } from './pose.ts';

test('a head that looks into the camera has angles of zero', () => {
  const pose = facePose(head(), 0.75);
  for (const angle of [pose.yaw, pose.pitch, pose.roll]) expect(angle).toBeCloseTo(0, 3);
  expect(pose.centreX).toBeCloseTo(0.5, 3);
  expect(pose.width).toBeCloseTo(2 * 0.58 * 0.15, 4);
});

test.each([10, 20, 30, 40])('reads a turn of %i degrees to either side', (degrees) => {
  expect(facePose(head({ yaw: degrees }), 0.75).yaw).toBeCloseTo(degrees, 0);
  expect(facePose(head({ yaw: -degrees }), 0.75).yaw).toBeCloseTo(-degrees, 0);
});

test.each([-20, -10, 10, 20])('reads a nod of %i degrees, positive looking up', (degrees) => {
  expect(Math.abs(facePose(head({ pitch: degrees }), 0.75).pitch - degrees)).toBeLessThan(3);
});

test('reads a tilt to the left shoulder as positive', () => {
  expect(facePose(head({ roll: 25 }), 0.75).roll).toBeCloseTo(25, 3);
});

test('the yaw does not depend on the roll, position or size of the head, nor on the frame shape', () => {
  const place = fc.record({
    roll: fc.integer({ min: -40, max: 40 }),
    yaw: fc.integer({ min: -35, max: 35 }),
    x: fc.double({ min: 0.2, max: 0.8, noNaN: true }),
    half: fc.double({ min: 0.03, max: 0.3, noNaN: true }),
    aspect: fc.constantFrom(0.5625, 0.75, 1, 1.7778),
  });
  fc.assert(
    fc.property(place, (at) => {
      const pose = facePose(head(at), at.aspect);
      expect(Math.abs(pose.yaw - at.yaw)).toBeLessThan(1);
      expect(Math.abs(pose.roll - at.roll)).toBeLessThan(0.5);
      expect(Math.abs(pose.centreX - at.x)).toBeLessThan(at.half * 0.2);
    }),
  );
});
