// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { allExtractors } from '../test/fixtures.ts';
import type { Extractor } from './extractor.ts';
import { frameBytes, type FrameFormat, type FrameLayout } from './frame.ts';

const extractors = await allExtractors();
const LAYOUT: FrameLayout = { format: 'I420', width: 160, height: 120 };
const WHOLE = { x: 0, y: 0, width: 160, height: 120 };

/** A smooth pattern of brightness, defined at any position, levels. */
const pattern = (x: number, y: number): number =>
  110 + 30 * Math.sin(x / 7 + y / 19) + 35 * Math.sin(y / 6 - x / 31) + 15 * Math.sin((x + y) / 4);

interface Scene {
  readonly right?: number;
  readonly down?: number;
  /** Gain of the light. */
  readonly gain?: number;
  readonly level?: number;
  readonly noise?: number;
}

/** Repeatable noise of about one level. */
const noiseAt = (at: number, frame: number): number =>
  ((Math.imul(at + frame * 77_777, 2_654_435_761) >>> 0) / 4_294_967_296 - 0.5) * 3.4;

function paint(extractor: Extractor, slot: number, scene: Scene): void {
  const { right = 0, down = 0, gain = 1, level = 0, noise = 0 } = scene;
  const { format, width, height } = extractor.layout;
  const bytes = format === 'RGBA' || format === 'BGRA' ? 4 : 1;
  const view = extractor.view(slot);
  for (let at = 0; at < width * height; at += 1) {
    const [x, y] = [at % width, Math.floor(at / width)];
    // With the same coarseness in a large picture as in a small one.
    const fineness = LAYOUT.width / width;
    const seen = pattern((x - right) * fineness, (y - down) * fineness);
    const value = gain * seen + level + noise * noiseAt(at, slot);
    view.fill(Math.round(Math.min(255, Math.max(0, value))), at * bytes, (at + 1) * bytes);
  }
}

/** Vertical offset of the second scene from the first, px, positive downwards. */
function between(extractor: Extractor, first: Scene, second: Scene, layout = LAYOUT) {
  extractor.reserve(layout, 2);
  paint(extractor, 0, first);
  paint(extractor, 1, second);
  extractor.follow(0, { ...WHOLE, width: layout.width, height: layout.height });
  return extractor.moved(1);
}

describe.each(extractors.map((extractor) => [extractor.kind, extractor] as const))(
  'movement by the %s extractor',
  (_, extractor) => {
    test.each([0.05, 0.3, -0.7, 1.5])('of %d pixels down', (down) => {
      expect(between(extractor, {}, { down })?.down).toBeCloseTo(down, 1);
    });

    test('is not affected by sideways movement or by changing light', () => {
      const moved = between(
        extractor,
        {},
        { down: 0.2, right: 0.9, gain: 1.08, level: -6, noise: 1 },
      );
      expect(moved?.down).toBeCloseTo(0.2, 1);
      expect(between(extractor, {}, { gain: 0.93, level: 4 })?.down).toBeCloseTo(0, 1);
    });

    test('adds up from frame to frame', () => {
      extractor.reserve(LAYOUT, 1);
      paint(extractor, 0, {});
      extractor.follow(0, WHOLE);
      let sum = 0;
      for (let frame = 1; frame <= 30; frame += 1) {
        paint(extractor, 0, { down: 4 * Math.sin(frame / 10), noise: 1 });
        sum += extractor.moved(0)?.down ?? NaN;
      }
      expect(Math.abs(sum - 4 * Math.sin(3))).toBeLessThan(0.2);
    });

    test('states a deviation that grows with noise', () => {
      const calm = between(extractor, { noise: 0.5 }, { down: 0.2, noise: 0.5 });
      const noisy = between(extractor, { noise: 4 }, { down: 0.2, noise: 4 });
      expect(noisy?.deviation).toBeGreaterThan(3 * (calm?.deviation ?? NaN));
      expect(noisy?.deviation).toBeLessThan(0.05);
    });

    test.each<FrameFormat>(['NV12', 'RGBA', 'BGRA'])('is measured in %s', (format) => {
      expect(between(extractor, {}, { down: 0.4 }, { ...LAYOUT, format })?.down).toBeCloseTo(
        0.4,
        1,
      );
    });

    test('is measured in frames larger than the grid', () => {
      const layout: FrameLayout = { format: 'I420', width: 1282, height: 722 };
      expect(between(extractor, {}, { down: 0.6 }, layout)?.down).toBeCloseTo(0.6, 1);
    });

    test('is undefined for a plain wall, and when it is too large', () => {
      extractor.reserve(LAYOUT, 1);
      extractor.view(0).fill(90);
      extractor.follow(0, WHOLE);
      expect(extractor.moved(0)).toBeUndefined();
      expect(between(extractor, {}, { down: 11 })).toBeUndefined();
    });

    test('is followed in the share of the area that is inside the frame', () => {
      extractor.reserve(LAYOUT, 1);
      paint(extractor, 0, {});
      expect(extractor.follow(0, WHOLE)).toBe(1);
      expect(extractor.follow(0, { x: 0, y: 60, width: 160, height: 120 })).toBe(0.5);
      expect(extractor.follow(0, { x: -1e9, y: 200.5, width: 3e9, height: 50 })).toBe(0);
      expect(extractor.moved(0)).toBeUndefined();
      extractor.follow(0, WHOLE);
      extractor.reserve(LAYOUT, 1);
      expect(extractor.moved(0)).toBeUndefined();
    });
  },
);

test('all three kernels measure exactly the same movement between any two frames', () => {
  const layouts: fc.Arbitrary<FrameLayout> = fc.record({
    format: fc.constantFrom<FrameFormat>('I420', 'NV12', 'RGBA', 'BGRA'),
    width: fc.integer({ min: 8, max: 400 }).map((half) => half * 2),
    height: fc.integer({ min: 8, max: 30 }).map((half) => half * 2),
  });
  const place = fc.integer({ min: -20, max: 60 });
  const size = fc.integer({ min: 1, max: 900 });
  fc.assert(
    fc.property(
      layouts,
      fc.record({ x: place, y: place, width: size, height: size }),
      fc.uint8Array({ minLength: 1, maxLength: 997, size: 'max' }),
      fc.nat({ max: 40 }),
      (layout, area, noise, offset) => {
        const results = extractors.map((extractor) => {
          extractor.reserve(layout, 2);
          for (const slot of [0, 1]) {
            const view = extractor.view(slot);
            for (let at = 0; at < frameBytes(layout); at += 1) {
              view[at] = noise[(at + slot * offset) % noise.length] ?? 0;
            }
          }
          return [extractor.follow(0, area), extractor.moved(1), extractor.moved(0)];
        });
        for (const result of results) expect(result).toEqual(results[0]);
      },
    ),
    { numRuns: 150 },
  );
});
