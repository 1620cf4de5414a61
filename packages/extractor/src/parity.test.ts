// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { allExtractors, ring } from '../test/fixtures.ts';
import { frameBytes, type FrameFormat, type FrameLayout } from './frame.ts';

const extractors = await allExtractors();

const layouts: fc.Arbitrary<FrameLayout> = fc.record({
  format: fc.constantFrom<FrameFormat>('I420', 'NV12', 'RGBA', 'BGRA'),
  width: fc.integer({ min: 1, max: 40 }).map((half) => half * 2),
  height: fc.integer({ min: 1, max: 30 }).map((half) => half * 2),
});

/** Rings inside, across and beyond the frame, with integer and fractional coordinates. */
const coordinate = fc.oneof(
  fc.float({ min: -30, max: 110, noNaN: true }),
  fc.integer({ min: -10, max: 90 }),
  fc.constantFrom(0.5, -1e30, 1e30, 3e38),
);
const shapes = fc.array(
  fc.record({
    points: fc
      .array(coordinate, { minLength: 0, maxLength: 24 })
      .map((all) => Float32Array.from(all)),
    hole: fc.boolean(),
  }),
  { maxLength: 6 },
);
const spaces = fc.record({
  matrix: fc.constantFrom('bt709', 'smpte170m', 'bt2020-ncl', 'rgb', null),
  fullRange: fc.constantFrom(true, false, null),
});

test('all three kernels measure exactly the same on any plane and any polygons', () => {
  fc.assert(
    fc.property(
      layouts,
      shapes,
      spaces,
      fc.uint8Array({ minLength: 1, maxLength: 997, size: 'max' }),
      (layout, shape, space, noise) => {
        const frame = new Uint8Array(frameBytes(layout)).map(
          (_, at) => noise[at % noise.length] ?? 0,
        );
        const results = extractors.map((extractor) => {
          extractor.reserve(layout, 3);
          for (const slot of [0, 2]) extractor.view(slot).fill(255);
          extractor.view(1).set(frame);
          return extractor.measure(1, shape, space);
        });
        for (const result of results) expect(result).toEqual(results[0]);
      },
    ),
    { numRuns: 400 },
  );
});

test('a region of a full-size frame is the same in all three kernels', () => {
  const layout: FrameLayout = { format: 'I420', width: 1280, height: 720 };
  const frame = Uint8Array.from(
    { length: frameBytes(layout) },
    (_, at) => (at * 7919 + (at >> 8)) % 251,
  );
  const oval = Array.from({ length: 72 }, (_, at) =>
    at % 2 === 0 ? 640.3 + 300 * Math.cos(at / 11.46) : 360.7 + 350 * Math.sin((at - 1) / 11.46),
  );
  const shape = [ring(oval), ring([600, 300, 680, 300, 640, 350.5], true)];
  const results = extractors.map((extractor) => {
    extractor.reserve(layout, 1);
    extractor.view(0).set(frame);
    return extractor.measure(0, shape, { matrix: null, fullRange: null });
  });
  expect(results[0]?.pixels).toBeGreaterThan(300_000);
  for (const result of results) expect(result).toEqual(results[0]);
});
