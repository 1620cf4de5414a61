// SPDX-License-Identifier: Apache-2.0
import { FACE_OVAL, POINT } from './mesh.ts';

/** Pose of the face. Position and width in frame widths, angles in degrees; signs as in the payload's FaceSeries. */
export interface FacePose {
  readonly centreX: number;
  readonly centreY: number;
  /** Distance between the outer eye corners. */
  readonly width: number;
  /** Positive turns to the person's left. */
  readonly yaw: number;
  /** Positive looks up. */
  readonly pitch: number;
  /** Positive tilts to the person's left shoulder. */
  readonly roll: number;
}

/**
 * How far the nose tip protrudes from the line through the sides of the face, in halves of that line, as seen by a
 * camera at arm's length. MediaPipe's canonical face model has 1.3; proximity enlarges the nose.
 */
const NOSE_REACH = 1.5;
/**
 * How far the nose tip is below that line in a level face, in the same unit: 0.23 in that model, up to 0.5 in people.
 */
const NOSE_DROP = 0.35;

const DEGREES = 180 / Math.PI;

const limited = (value: number): number => Math.min(1, Math.max(-1, value));

/**
 * Estimates position and rotation of a head from its mesh, by the position of the nose tip between the sides of the
 * face. Accurate to a few degrees near frontal, enough to ask a person to look ahead.
 * @param points as in FaceLandmarks.
 * @param aspect frame height over frame width.
 */
export function facePose(points: Float32Array, aspect: number): FacePose {
  const x = (index: number): number => points[index * 2] ?? NaN;
  const y = (index: number): number => (points[index * 2 + 1] ?? NaN) * aspect;
  const { noseTip, leftEye, rightEye, leftSide, rightSide } = POINT;

  const eyeX = x(leftEye) - x(rightEye);
  const eyeY = y(leftEye) - y(rightEye);
  const width = Math.hypot(eyeX, eyeY);
  // Axes of the face: along the eyes to the person's left, and down.
  const [alongX, alongY] = [eyeX / width, eyeY / width];
  const noseX = x(noseTip) - (x(leftSide) + x(rightSide)) / 2;
  const noseY = y(noseTip) - (y(leftSide) + y(rightSide)) / 2;
  const sideX = x(leftSide) - x(rightSide);
  const sideY = y(leftSide) - y(rightSide);
  const half = Math.abs(sideX * alongX + sideY * alongY) / 2;
  const aside = (noseX * alongX + noseY * alongY) / half;
  const yaw = Math.atan(aside / NOSE_REACH);
  const below = ((noseY * alongX - noseX * alongY) / half) * Math.cos(yaw);
  const pitch = Math.asin(limited((NOSE_DROP - below) / NOSE_REACH));

  let [centreX, centreY] = [0, 0];
  for (const index of FACE_OVAL) {
    centreX += x(index) / FACE_OVAL.length;
    centreY += y(index) / FACE_OVAL.length;
  }
  const roll = Math.atan2(eyeY, eyeX);
  return {
    centreX,
    centreY,
    width,
    yaw: yaw * DEGREES,
    pitch: pitch * DEGREES,
    roll: roll * DEGREES,
  };
}
