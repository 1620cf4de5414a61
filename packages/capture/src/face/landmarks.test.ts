// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { interpolate, pick, type FaceLandmarks } from './landmarks.ts';

const faces: fc.Arbitrary<FaceLandmarks> = fc.record({
  points: fc
    .array(fc.double({ min: -1, max: 2, noNaN: true }), { minLength: 936, maxLength: 936 })
    .map((values) => Float32Array.from(values)),
  confidence: fc.double({ min: 0, max: 1, noNaN: true }),
});

test('interpolation keeps every point between its positions in the two faces', () => {
  fc.assert(
    fc.property(faces, faces, fc.double({ min: 0, max: 1, noNaN: true }), (from, to, share) => {
      const { points } = interpolate(from, to, share);
      points.forEach((value, at) => {
        const [a = 0, b = 0] = [from.points[at], to.points[at]];
        expect(value).toBeGreaterThanOrEqual(Math.min(a, b) - 1e-6);
        expect(value).toBeLessThanOrEqual(Math.max(a, b) + 1e-6);
      });
    }),
    { numRuns: 20 },
  );
});

test('interpolation is linear in points and confidence', () => {
  const from = { points: Float32Array.of(0, 0.5), confidence: 0.6 };
  const to = { points: Float32Array.of(1, 0.25), confidence: 1 };
  const between = interpolate(from, to, 0.25);
  expect([...between.points]).toEqual([0.25, 0.4375]);
  expect(between.confidence).toBeCloseTo(0.7, 10);
});

test('a missing point is NaN', () => {
  expect([...pick(Float32Array.of(0.5, 0.25), [0, 7], 640, 480)]).toEqual([320, 120, NaN, NaN]);
});
