// SPDX-License-Identifier: Apache-2.0
/** Synthetic heads for tests: the relevant points, on a head that can be rotated. */
import { FACE_OVAL, POINT, REGION_OUTLINES, SKIN_HOLES } from '../src/face/mesh.ts';
import { LANDMARK_COUNT } from '../src/face/landmarks.ts';

export interface HeadPlace {
  /** Centre of the line between the sides of the face, fractions of the frame's sides. */
  readonly x?: number;
  readonly y?: number;
  /** Half the distance between the sides, frame widths. */
  readonly half?: number;
  /** Degrees; signs as in FacePose. */
  readonly yaw?: number;
  readonly pitch?: number;
  readonly roll?: number;
  readonly aspect?: number;
}

type Point3 = readonly [number, number, number];

/** Units: half the distance between the sides. x to the person's left, y down, z towards the camera. */
const NOSE: Point3 = [0, 0.35, 1.5];
const EYE: Point3 = [0.58, -0.26, 0.73];

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

function turn([x, y, z]: Point3, { yaw = 0, pitch = 0, roll = 0 }: HeadPlace): Point3 {
  const [p, q, r] = [radians(pitch), radians(yaw), radians(roll)];
  const [y1, z1] = [y * Math.cos(p) - z * Math.sin(p), y * Math.sin(p) + z * Math.cos(p)];
  const [x2, z2] = [x * Math.cos(q) + z1 * Math.sin(q), -x * Math.sin(q) + z1 * Math.cos(q)];
  return [x2 * Math.cos(r) - y1 * Math.sin(r), x2 * Math.sin(r) + y1 * Math.cos(r), z2];
}

/** An outline around a centre, one point per index. */
function ellipse(indices: readonly number[], middle: Point3, width: number, height: number) {
  return indices.map((index, place): [number, Point3] => {
    const angle = (2 * Math.PI * place) / indices.length - Math.PI / 2;
    const point: Point3 = [
      middle[0] + width * Math.cos(angle),
      middle[1] + height * Math.sin(angle),
      middle[2],
    ];
    return [index, point];
  });
}

const HOLE_MIDDLES: readonly Point3[] = [
  [-0.42, -0.26, 0.7],
  [0.42, -0.26, 0.7],
  [-0.42, -0.55, 0.7],
  [0.42, -0.55, 0.7],
  [0, 0.75, 0.9],
];

/** Later entries override earlier ones: the few points used for the pose are set last. */
const MODEL: readonly (readonly [number, Point3])[] = [
  ...ellipse(REGION_OUTLINES.forehead, [0, -0.85, 0.6], 0.5, 0.25),
  ...ellipse(REGION_OUTLINES.leftCheek, [0.5, 0.3, 0.6], 0.2, 0.25),
  ...ellipse(REGION_OUTLINES.rightCheek, [-0.5, 0.3, 0.6], 0.2, 0.25),
  ...ellipse(REGION_OUTLINES.nose, [0, 0.1, 1.2], 0.15, 0.3),
  ...ellipse(REGION_OUTLINES.chin, [0, 1.15, 0.7], 0.3, 0.15),
  ...ellipse(FACE_OVAL, [0, 0.15, 0], 1, 1.35),
  ...SKIN_HOLES.flatMap((hole, place) =>
    ellipse(hole, HOLE_MIDDLES[place] ?? [0, 0, 0], place < 4 ? 0.22 : 0.3, 0.1),
  ),
  [POINT.noseTip, NOSE],
  [POINT.leftEye, EYE],
  [POINT.rightEye, [-EYE[0], EYE[1], EYE[2]]],
  [POINT.leftSide, [1, 0, 0]],
  [POINT.rightSide, [-1, 0, 0]],
];

/** Landmarks of a head seen from far away. */
export function head(place: HeadPlace = {}): Float32Array<ArrayBuffer> {
  const { x = 0.5, y = 0.5, half = 0.15, aspect = 0.75 } = place;
  const points = new Float32Array(LANDMARK_COUNT * 2);
  for (const [index, point] of MODEL) {
    const [right, down] = turn(point, place);
    points[index * 2] = x + right * half;
    points[index * 2 + 1] = y + (down * half) / aspect;
  }
  return points;
}
