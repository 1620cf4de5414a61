// SPDX-License-Identifier: Apache-2.0
import { loadExtractor, type Extractor, type FrameLayout } from '@perfuse/extractor';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { head, type HeadPlace } from '../../test/heads.ts';
import { chestArea, ChestFollower, type ChestReading } from './chest.ts';

const LAYOUT: FrameLayout = { format: 'I420', width: 160, height: 120 };
/** Distance of the outer eye corners, frame widths. */
const EYES = 0.17;

let extractor: Extractor;
let follower: ChestFollower;
beforeEach(async () => {
  vi.stubGlobal('WebAssembly', undefined);
  extractor = await loadExtractor(() => Promise.reject(new Error('not asked for')));
  vi.unstubAllGlobals();
  extractor.reserve(LAYOUT, 1);
  follower = new ChestFollower(extractor);
});

/** A wall, in front of it a shirt whose shoulders are `down` pixels lower than at first. */
function film(down: number, place: HeadPlace | null = {}): ChestReading {
  const { width, height } = LAYOUT;
  const view = extractor.view(0);
  for (let at = 0; at < width * height; at += 1) {
    const [x, y] = [at % width, Math.floor(at / width)];
    const shoulder = 95 + 0.004 * (x - 80) ** 2 + down;
    const depth = Math.min(1, Math.max(0, (y - shoulder) / 4 + 0.5));
    view[at] = 150 - 90 * depth + 6 * Math.sin(x / 3) + (at % 3);
  }
  const points = head({ y: 0.4, half: 0.15, ...place });
  return follower.measure(0, place === null ? undefined : { points, confidence: 1 }, EYES);
}

test('the chest area lies below the chin and is as wide as the shoulders', () => {
  const face = { left: 0.4, right: 0.6, top: 0.2, bottom: 0.6 };
  const { x, y, width, height } = chestArea(face, 640, 480);
  expect(x).toBeCloseTo(320 - 1.2 * 128);
  expect(width).toBeCloseTo(2.4 * 128);
  expect(y).toBeGreaterThan(0.6 * 480);
  expect(y).toBeLessThan(0.65 * 480);
  expect(height).toBeCloseTo(0.75 * 192);
});

describe('shoulders', () => {
  test('that rise and fall are tracked in frame widths', () => {
    let sum = 0;
    for (let frame = 0; frame < 60; frame += 1) {
      const { shift, confidence } = film(2 * Math.sin(frame / 10));
      sum += shift;
      if (frame > 0) expect(confidence).toBeGreaterThan(0.5);
    }
    expect(sum * LAYOUT.width).toBeCloseTo(2 * Math.sin(5.9), 0);
  });

  test('have no confidence in the first frame, nor after the face was lost', () => {
    expect(film(0)).toEqual({ shift: 0, confidence: 0 });
    expect(film(0.1).confidence).toBeGreaterThan(0);
    expect(film(0.2, null)).toEqual({ shift: 0, confidence: 0 });
    expect(film(0.3)).toEqual({ shift: 0, confidence: 0 });
    expect(film(0.4).confidence).toBeGreaterThan(0);
  });

  test('are still tracked when the head moves sideways', () => {
    film(0);
    for (const x of [0.5, 0.52, 0.6, 0.6, 0.45]) {
      const { shift, confidence } = film(0, { x });
      expect(confidence).toBeGreaterThan(0.5);
      expect(shift * LAYOUT.width).toBeCloseTo(0, 1);
    }
  });

  test('that are not in the picture have no confidence', () => {
    for (let frame = 0; frame < 3; frame += 1) {
      expect(film(frame, { y: 0.75, half: 0.2 })).toEqual({ shift: 0, confidence: 0 });
    }
  });

  test('that are hardly in the picture have less confidence', () => {
    const at = (y: number): number => {
      film(0, { y });
      return film(0.2, { y }).confidence;
    };
    expect(at(0.5)).toBeLessThan(at(0.4));
    expect(at(0.5)).toBeGreaterThan(0);
  });
});
