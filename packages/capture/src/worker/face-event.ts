// SPDX-License-Identifier: Apache-2.0
import type { FrameLayout, Rgb } from '@perfuse/extractor';
import type { FaceEvent } from '../api.ts';
import { pick, type FaceLandmarks } from '../face/landmarks.ts';
import { FACE_OVAL } from '../face/mesh.ts';
import type { FrameRow } from '../record/row.ts';

/** Rec. 601, as the skin's luma is. */
function backLuma({ red, green, blue }: Rgb): { backLuma?: number } {
  const luma = 0.299 * red + 0.587 * green + 0.114 * blue;
  return Number.isNaN(luma) ? {} : { backLuma: luma };
}

const NOWHERE = { centreX: 0, centreY: 0, width: 0, yaw: 0, pitch: 0, roll: 0 };

/** What the overlay and the constraints of the measurement screen need to know about a tracked frame. */
export function faceEvent(
  row: FrameRow,
  face: FaceLandmarks | undefined,
  { width, height }: FrameLayout,
  facesSeen: number,
): FaceEvent & { readonly outline: Float32Array<ArrayBuffer> } {
  const aspect = height / width;
  const luma = row.regions?.skin.luma ?? 0;
  return {
    type: 'face',
    found: face !== undefined,
    confidence: row.confidence,
    ...(row.pose ?? NOWHERE),
    aspect,
    luma: Number.isNaN(luma) ? 0 : luma,
    ...backLuma(row.background),
    outline: face === undefined ? new Float32Array() : pick(face.points, FACE_OVAL, 1, aspect),
    facesSeen,
  };
}
