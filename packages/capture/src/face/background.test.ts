// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { head } from '../../test/heads.ts';
import { BackgroundPatches, faceBounds, patchShape, type Patch } from './background.ts';

const always = (): boolean => true;
const faceAt = (x: number, half = 0.12): Patch => faceBounds(head({ x, half }));
const touches = (a: Patch, b: Patch): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

describe('background patches', () => {
  test('are four beside a face in the middle, two on each side', () => {
    const face = faceAt(0.5);
    const patches = new BackgroundPatches().update(face, always);
    expect(patches).toHaveLength(4);
    expect(patches.filter((patch) => patch.right <= face.left)).toHaveLength(2);
    expect(patches.filter((patch) => patch.left >= face.right)).toHaveLength(2);
  });

  test('never overlap the person, each other or the edge of the frame', () => {
    const places = fc.record({
      x: fc.double({ min: 0, max: 1, noNaN: true }),
      y: fc.double({ min: 0, max: 1, noNaN: true }),
      half: fc.double({ min: 0.02, max: 0.5, noNaN: true }),
    });
    fc.assert(
      fc.property(places, (place) => {
        const face = faceBounds(head(place));
        const body = { ...face, bottom: Infinity };
        const patches = new BackgroundPatches().update(face, always);
        expect(patches.length).toBeLessThanOrEqual(4);
        patches.forEach((patch, at) => {
          expect(touches(patch, body)).toBe(false);
          expect(patches.slice(at + 1).some((other) => touches(patch, other))).toBe(false);
          expect(Math.min(patch.left, patch.top)).toBeGreaterThanOrEqual(0);
          expect(Math.max(patch.right, patch.bottom)).toBeLessThanOrEqual(1 + 1e-9);
        });
      }),
    );
  });

  test('stay in place while the head sways, and are chosen again when it covers one', () => {
    const patches = new BackgroundPatches();
    const first = patches.update(faceAt(0.5), always);
    expect(patches.update(faceAt(0.51), always)).toBe(first);
    expect(patches.update(faceAt(0.48), always)).toBe(first);
    const moved = patches.update(faceAt(0.75), always);
    expect(moved).not.toEqual(first);
    expect(patches.current).toBe(moved);
  });

  test('exclude unusable areas', () => {
    const onLeft = (patch: Patch): boolean => patch.right < 0.5;
    const patches = new BackgroundPatches().update(faceAt(0.5), onLeft);
    expect(patches).toHaveLength(2);
    expect(patches.every(onLeft)).toBe(true);
  });

  test('are empty when the face fills the frame, and are searched for again later', () => {
    const patches = new BackgroundPatches();
    const huge = faceAt(0.5, 0.49);
    expect(patches.update(huge, always)).toEqual([]);
    const later = Array.from({ length: 31 }, () => patches.update(faceAt(0.5), always));
    expect(later[0]).toEqual([]);
    expect(later.at(-1)).toHaveLength(4);
  });
});

test('a patch becomes a rectangle in pixels', () => {
  const [ring] = patchShape([{ left: 0.25, top: 0.5, right: 0.5, bottom: 0.75 }], 640, 480);
  expect([...(ring?.points ?? [])]).toEqual([160, 240, 320, 240, 320, 360, 160, 360]);
});
