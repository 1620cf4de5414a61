// SPDX-License-Identifier: Apache-2.0
import type { PictureReading } from '@perfuse/contract/face-reading';
import type { FrameLayout } from '@perfuse/extractor';
import type { FaceEvent } from '../api.ts';
import { pick, type FaceLandmarks } from '../face/landmarks.ts';
import { FACE_OVAL } from '../face/mesh.ts';
import type { FrameRow } from '../record/row.ts';

const NOWHERE = { centreX: 0, centreY: 0, width: 0, yaw: 0, pitch: 0, roll: 0 };

/** Data about a tracked frame for the overlay and the constraints of the measurement screen. */
export function faceEvent(
  row: FrameRow,
  face: FaceLandmarks | undefined,
  { width, height }: FrameLayout,
  facesSeen: number,
  picture: PictureReading | undefined,
): FaceEvent & { readonly outline: Float32Array<ArrayBuffer> } {
  const aspect = height / width;
  const luma = row.regions?.skin.luma ?? 0;
  return {
    type: 'face',
    found: face !== undefined,
    ...(row.pose ?? NOWHERE),
    aspect,
    luma: Number.isNaN(luma) ? 0 : luma,
    picture,
    outline: face === undefined ? new Float32Array() : pick(face.points, FACE_OVAL, 1, aspect),
    facesSeen,
  };
}
