// SPDX-License-Identifier: Apache-2.0
import { REGION_IDS, type RegionId } from '@perfuse/contract/payload/regions';
import type { Ring, Shape } from '@perfuse/extractor';
import { pick } from './landmarks.ts';
import { FACE_OVAL, REGION_OUTLINES, SKIN_HOLES } from './mesh.ts';

/** Inset of the hull from the outline, where hair and background mix in; fraction of the distance to its centre. */
const HULL_INSET = 0.06;

function shrink(points: Float32Array, inset: number): Float32Array {
  const count = points.length / 2;
  let [x, y] = [0, 0];
  for (let at = 0; at < points.length; at += 2) {
    x += (points[at] ?? 0) / count;
    y += (points[at + 1] ?? 0) / count;
  }
  return points.map((value, at) => value + ((at % 2 === 0 ? x : y) - value) * inset);
}

/**
 * The regions to average, in pixels of a frame.
 * @param points as in FaceLandmarks.
 */
export function regionShapes(
  points: Float32Array,
  frameWidth: number,
  frameHeight: number,
): Readonly<Record<RegionId, Shape>> {
  const ring = (indices: readonly number[], hole: boolean): Ring => ({
    points: pick(points, indices, frameWidth, frameHeight),
    hole,
  });
  const hull = { points: shrink(ring(FACE_OVAL, false).points, HULL_INSET), hole: false };
  const shape = (id: RegionId): Shape =>
    id === 'skin'
      ? [hull, ...SKIN_HOLES.map((indices) => ring(indices, true))]
      : [ring(REGION_OUTLINES[id], false)];
  return mapRegions(shape);
}

/** One value per region. */
export function mapRegions<T>(value: (id: RegionId) => T): Readonly<Record<RegionId, T>> {
  // Object.fromEntries loses the type of the keys.
  return Object.fromEntries(REGION_IDS.map((id) => [id, value(id)])) as Record<RegionId, T>;
}
