// SPDX-License-Identifier: Apache-2.0
import type { FaceReading } from '../measurement/ports.ts';

/** A face with which a measurement can start. */
export const GOOD_FACE: FaceReading = {
  found: true,
  centreX: 0.5,
  centreY: 0.375,
  width: 0.2,
  yaw: 0,
  pitch: 0,
  roll: 0,
  aspect: 0.75,
  luma: 120,
  facesSeen: 30,
};
