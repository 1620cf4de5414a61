// SPDX-License-Identifier: Apache-2.0

/** Points of a MediaPipe face mesh. */
export const LANDMARK_COUNT = 468;

/** A tracked face. */
export interface FaceLandmarks {
  /** {@link LANDMARK_COUNT} pairs of x and y, each in its own side of the frame: 0,0 top left, 1,1 bottom right. */
  readonly points: Float32Array;
  /** 0..1. */
  readonly confidence: number;
}

/** The face at the fraction `share` between two tracked frames, 0..1. */
export function interpolate(from: FaceLandmarks, to: FaceLandmarks, share: number): FaceLandmarks {
  const points = new Float32Array(to.points.length);
  for (let at = 0; at < points.length; at += 1) {
    const start = from.points[at] ?? 0;
    points[at] = start + ((to.points[at] ?? 0) - start) * share;
  }
  const confidence = from.confidence + (to.confidence - from.confidence) * share;
  return { points, confidence };
}

/** The mean of one or more faces. */
export function averageOf(faces: readonly FaceLandmarks[]): FaceLandmarks | undefined {
  const [first] = faces;
  if (first === undefined) return undefined;
  const points = new Float32Array(first.points.length);
  let confidence = 0;
  for (const face of faces) {
    confidence += face.confidence / faces.length;
    for (let at = 0; at < points.length; at += 1) {
      points[at] = (points[at] ?? 0) + (face.points[at] ?? 0) / faces.length;
    }
  }
  return { points, confidence };
}

/** The points of `indices`, scaled. */
export function pick(
  points: Float32Array,
  indices: readonly number[],
  scaleX: number,
  scaleY: number,
): Float32Array<ArrayBuffer> {
  const picked = new Float32Array(indices.length * 2);
  indices.forEach((index, place) => {
    picked[place * 2] = (points[index * 2] ?? NaN) * scaleX;
    picked[place * 2 + 1] = (points[index * 2 + 1] ?? NaN) * scaleY;
  });
  return picked;
}
