// SPDX-License-Identifier: Apache-2.0
import { describe, expect, test } from 'vitest';
import type { ColourSpace } from './colour.ts';
import { allExtractors, box, ring } from '../test/fixtures.ts';
import { evenRect, frameBytes, type FrameLayout } from './frame.ts';
import { SHAPE_LIMITS } from './shape.ts';

const UNKNOWN: ColourSpace = { matrix: null, fullRange: null };
const FULL: ColourSpace = { matrix: 'smpte170m', fullRange: true };
const i420: FrameLayout = { format: 'I420', width: 64, height: 48 };

for (const extractor of await allExtractors()) {
  const paint = (layout: FrameLayout, pixel: (at: number) => number): void => {
    extractor.reserve(layout, 2);
    extractor.view(1).set(Uint8Array.from({ length: frameBytes(layout) }, (_, at) => pixel(at)));
  };
  const grey = (level: number): void => {
    paint(i420, (at) => (at < 64 * 48 ? level : 128));
  };

  describe(`the ${extractor.kind} extractor`, () => {
    test('counts the pixels whose centres lie inside a polygon', () => {
      grey(100);
      expect(extractor.measure(1, box(10, 10, 20, 30), UNKNOWN).pixels).toBe(200);
      expect(extractor.measure(1, box(10.6, 10, 20.6, 30), UNKNOWN).pixels).toBe(200);
      expect(extractor.measure(1, box(10.4, 10, 20.6, 30), UNKNOWN).pixels).toBe(220);
    });

    test('clips a polygon that is partly outside at the edge of the frame', () => {
      grey(100);
      expect(extractor.measure(1, box(-50, -50, 4, 6), UNKNOWN).pixels).toBe(24);
      expect(extractor.measure(1, box(60, 40, 999, 999), UNKNOWN).pixels).toBe(32);
    });

    test.each([
      ['wholly outside', box(100, 100, 200, 200)],
      ['above and left', box(-20, -20, -5, -5)],
      ['without rings', []],
      ['without points', [ring([])]],
      ['of two points', [ring([1, 1, 30, 30])]],
      ['thinner than a pixel', box(10.6, 10, 11.4, 30)],
      ['that is all hole', [ring([0, 0, 64, 0, 64, 48, 0, 48], true)]],
    ])('measures nothing in an area %s', (_, shape) => {
      grey(100);
      const seen = extractor.measure(1, shape, UNKNOWN);
      expect(seen).toMatchObject({ pixels: 0, red: NaN, clipped: NaN, texture: NaN });
    });

    test('subtracts holes, even where they overlap each other or the edge of the hull', () => {
      grey(100);
      const shape = [
        ...box(0, 0, 40, 40),
        ...[box(10, 10, 20, 20), box(15, 10, 25, 20), box(38, 0, 60, 40)].map(([hole]) => ({
          points: hole?.points ?? new Float32Array(),
          hole: true,
        })),
      ];
      expect(extractor.measure(1, shape, UNKNOWN).pixels).toBe(40 * 40 - 15 * 10 - 2 * 40);
    });

    test('averages several patches together', () => {
      paint(i420, (at) => (at >= 64 * 48 ? 128 : at % 64 < 32 ? 60 : 120));
      const shape = [...box(0, 0, 10, 10), ...box(40, 20, 50, 30)];
      const seen = extractor.measure(1, shape, FULL);
      expect(seen).toMatchObject({
        pixels: 200,
        red: 90,
        green: 90,
        blue: 90,
        luma: 90,
        texture: 30,
      });
    });

    test('reads a frame without a colour space as BT.601 limited range', () => {
      // 75 % colour bar red of ITU-R BT.801: Y 65, Cb 100, Cr 212.
      paint(i420, (at) => (at < 64 * 48 ? 65 : at < 64 * 48 * 1.25 ? 100 : 212));
      const seen = extractor.measure(1, box(0, 0, 64, 48), UNKNOWN);
      expect(Math.abs(seen.red - 191)).toBeLessThan(1.5);
      expect(seen.green).toBeLessThan(1.5);
      expect(seen.blue).toBeLessThan(1.5);
    });

    test.each([
      [{ matrix: 'smpte170m', fullRange: false }, 16, 235],
      [{ matrix: 'smpte170m', fullRange: true }, 0, 255],
    ])('counts the same levels as clipped in either range (%o)', (space, black, white) => {
      const coded = (level: number): number => Math.round(black + (level / 255) * (white - black));
      paint(i420, (at) => [coded(2), coded(100), coded(180), coded(252)][at & 3] ?? 0);
      expect(extractor.measure(1, box(0, 0, 64, 48), space).clipped).toBeCloseTo(0.5, 10);
    });

    test.each([
      [4, 1],
      [5, 0],
      [245, 0],
      [246, 1],
    ])('counts level %i with a clipped share of %i', (level, share) => {
      grey(level);
      expect(extractor.measure(1, box(0, 0, 64, 48), FULL).clipped).toBe(share);
    });

    test('gives the same colours for NV12 as for I420', () => {
      const luma = (at: number): number => (at * 31) % 200;
      const cb = (at: number): number => 90 + (at % 60);
      const cr = (at: number): number => 150 + (at % 40);
      const shape = [ring([5.2, 3.1, 50.7, 9.9, 30, 44])];
      const [size, quarter] = [64 * 48, 16 * 48];
      paint(i420, (at) =>
        at < size ? luma(at) : at < size + quarter ? cb(at - size) : cr(at - size - quarter),
      );
      const planar = extractor.measure(1, shape, UNKNOWN);
      paint({ ...i420, format: 'NV12' }, (at) =>
        at < size ? luma(at) : (at & 1) === 0 ? cb((at - size) >> 1) : cr((at - size) >> 1),
      );
      expect(extractor.measure(1, shape, UNKNOWN)).toEqual(planar);
    });

    test('reads RGBA and BGRA without conversion', () => {
      const colours = [30, 90, 200, 7];
      paint({ ...i420, format: 'RGBA' }, (at) => colours[at & 3] ?? 0);
      const shape = box(3, 3, 30, 30);
      const plain = extractor.measure(1, shape, UNKNOWN);
      expect(plain).toMatchObject({ red: 30, green: 90, blue: 200 });
      const turned = [200, 90, 30, 7];
      paint({ ...i420, format: 'BGRA' }, (at) => turned[at & 3] ?? 0);
      expect(extractor.measure(1, shape, UNKNOWN)).toEqual(plain);
    });

    test('refuses layouts, slots and shapes that it cannot measure', () => {
      grey(100);
      expect(() => extractor.reserve({ ...i420, width: 63 }, 1)).toThrow(/even/);
      expect(() => extractor.reserve({ ...i420, width: 5000 }, 1)).toThrow(/4096/);
      expect(() => extractor.measure(2, box(0, 0, 9, 9), UNKNOWN)).toThrow(/no slot 2/);
      expect(() => extractor.measure(1, box(0, NaN, 9, 9), UNKNOWN)).toThrow(/finite/);
      const many = Array.from({ length: SHAPE_LIMITS.rings + 1 }, () => ring([0, 0, 1, 1, 2, 0]));
      expect(() => extractor.measure(1, many, UNKNOWN)).toThrow(/rings/);
      const long = [ring(new Array<number>((SHAPE_LIMITS.points + 1) * 2).fill(1))];
      expect(() => extractor.measure(1, long, UNKNOWN)).toThrow(/points/);
    });
  });
}

test.each([
  [
    { x: 0, y: 0, width: 640, height: 480 },
    { x: 0, y: 0, width: 640, height: 480 },
  ],
  [
    { x: 1, y: 3, width: 641, height: 479 },
    { x: 2, y: 4, width: 640, height: 478 },
  ],
  [
    { x: 1, y: 0, width: 2, height: 3 },
    { x: 2, y: 0, width: 0, height: 2 },
  ],
])('shrinks %o to even corners', (rect, even) => {
  expect(evenRect(rect)).toEqual(even);
});
