// SPDX-License-Identifier: Apache-2.0
import type { FeaturePoints } from './sdk.ts';

/** A mesh point with a position known from the tracker; x and y in frame sides, 0,0 top left. */
export interface Anchor {
  /** In the 468-point mesh. */
  readonly landmark: number;
  readonly x: number;
  readonly y: number;
}

/**
 * Feature points of MPEG-4 FBA (ISO/IEC 14496-2, annex C; group and index) and the landmark at the same position in the
 * MediaPipe mesh. Left and right are the person's.
 */
const PAIRS: readonly (readonly [group: number, index: number, landmark: number])[] = [
  // chin, mouth
  [2, 1, 152],
  [8, 1, 0],
  [8, 2, 17],
  [8, 3, 291],
  [8, 4, 61],
  [8, 9, 37],
  [8, 10, 267],
  // eyes: outer corners, inner corners, lids
  [3, 7, 263],
  [3, 12, 33],
  [3, 11, 362],
  [3, 8, 133],
  [3, 1, 386],
  [3, 2, 159],
  [3, 3, 374],
  [3, 4, 145],
  // brows: inner ends, tops, outer ends
  [4, 1, 285],
  [4, 2, 55],
  [4, 3, 334],
  [4, 4, 105],
  [4, 5, 276],
  [4, 6, 46],
  // nose: tip, borders of the nostrils, base
  [9, 3, 1],
  [9, 1, 358],
  [9, 2, 129],
  [9, 15, 2],
  // hairline: middle, right, left
  [11, 1, 10],
  [11, 2, 103],
  [11, 3, 332],
];

/** Without these, there is no usable face. */
const NEEDED: readonly number[] = [152, 291, 61, 263, 33, 1];

/** The vendor's contour: sixteen equidistant points from ear to ear, without the chin. */
const CONTOUR = { group: 15, count: 16 };
/** Landmarks of the first and the fifth of the eight points down from one ear, on the person's left and right. */
const SIDES = { left: [454, 397], right: [234, 172] } as const;

interface Place {
  readonly x: number;
  readonly y: number;
}

function placeOf(points: FeaturePoints, group: number, index: number): Place | undefined {
  const point = points.getFP(group, index);
  if (point.defined !== 1) return undefined;
  const [x, y] = [point.getPos(0), 1 - point.getPos(1)];
  return Number.isFinite(x) && Number.isFinite(y) ? { x, y } : undefined;
}

/** Identified by position: the documentation does not define the order of the points. */
function contourAnchors(points: FeaturePoints): readonly Anchor[] {
  const contour = Array.from({ length: CONTOUR.count }, (_, at) =>
    placeOf(points, CONTOUR.group, at + 1),
  ).filter((place) => place !== undefined);
  if (contour.length < CONTOUR.count) return [];
  const byX = [...contour].sort((a, b) => a.x - b.x);
  const half = CONTOUR.count / 2;
  // The picture is not mirrored: the person's right is on its left.
  const sides = { right: byX.slice(0, half), left: byX.slice(half) };
  return (['left', 'right'] as const).flatMap((side) => {
    const down = [...sides[side]].sort((a, b) => a.y - b.y);
    return [down[0], down[half / 2]].flatMap((place, at) => {
      const landmark = SIDES[side][at];
      return place === undefined || landmark === undefined ? [] : [{ landmark, ...place }];
    });
  });
}

/** The anchors found in this frame, in a fixed order; undefined when they do not form a face. */
export function readAnchors(points: FeaturePoints): readonly Anchor[] | undefined {
  const anchors = PAIRS.flatMap(([group, index, landmark]) => {
    const place = placeOf(points, group, index);
    return place === undefined ? [] : [{ landmark, ...place }];
  });
  const known = new Set(anchors.map(({ landmark }) => landmark));
  if (!NEEDED.every((landmark) => known.has(landmark))) return undefined;
  return [...anchors, ...contourAnchors(points)];
}
