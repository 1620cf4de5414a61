// SPDX-License-Identifier: Apache-2.0
import { REGION_IDS } from '@perfuse/contract/payload/regions';
import type { Extractor } from '@perfuse/extractor';
import { loadExtractor, type Shape } from '@perfuse/extractor';
import { expect, test, vi } from 'vitest';
import { head } from '../../test/heads.ts';
import { FACE_OVAL, SKIN_HOLES } from './mesh.ts';
import { regionShapes } from './regions.ts';

const WIDTH = 640;
const HEIGHT = 480;

/** An extractor over a frame with dark columns left of the middle and bright ones right of it. */
async function halvedFrame(): Promise<Extractor> {
  vi.stubGlobal('WebAssembly', undefined);
  const extractor = await loadExtractor(() => Promise.reject(new Error('not asked for')));
  vi.unstubAllGlobals();
  extractor.reserve({ format: 'RGBA', width: WIDTH, height: HEIGHT }, 1);
  const frame = extractor.view(0);
  frame.forEach((_, at) => {
    frame[at] = (at >> 2) % WIDTH < WIDTH / 2 ? 50 : 200;
  });
  return extractor;
}

const bounds = (shape: Shape) => {
  const [outline] = shape;
  const xs = (outline?.points ?? new Float32Array()).filter((_, at) => at % 2 === 0);
  return { left: Math.min(...xs), right: Math.max(...xs) };
};

test("the left cheek is the person's own left, on the right of the image", async () => {
  const extractor = await halvedFrame();
  const shapes = regionShapes(head(), WIDTH, HEIGHT);
  const space = { matrix: null, fullRange: null };
  expect(extractor.measure(0, shapes.leftCheek, space).red).toBe(200);
  expect(extractor.measure(0, shapes.rightCheek, space).red).toBe(50);
  expect(extractor.measure(0, shapes.skin, space).red).toBeCloseTo(125, -1);
});

test('the skin stays inside the face outline and excludes eyes, brows and mouth', async () => {
  const extractor = await halvedFrame();
  const { skin } = regionShapes(head(), WIDTH, HEIGHT);
  expect(skin.map((ring) => ring.hole)).toEqual([false, true, true, true, true, true]);
  const { left, right } = bounds(skin);
  const oval = 2 * 0.15 * WIDTH;
  expect(right - left).toBeCloseTo(oval * 0.94, 0);
  const space = { matrix: null, fullRange: null };
  const [hull = { points: new Float32Array(), hole: false }] = skin;
  const whole = extractor.measure(0, [hull], space).pixels;
  const holes = skin.slice(1).map(({ points }) => ({ points, hole: false }));
  const cut = extractor.measure(0, holes, space).pixels;
  expect(extractor.measure(0, skin, space).pixels).toBe(whole - cut);
});

test('every region has finite points, and every index is a point of the mesh', () => {
  const shapes = regionShapes(head(), WIDTH, HEIGHT);
  for (const id of REGION_IDS) {
    for (const { points } of shapes[id]) expect(points.every(Number.isFinite)).toBe(true);
  }
  for (const index of [...FACE_OVAL, ...SKIN_HOLES.flat()]) expect(index).toBeLessThan(468);
});
