// SPDX-License-Identifier: Apache-2.0
import { MEASUREMENT } from '@perfuse/contract/limits';
import type { FaceReading } from '@perfuse/contract/face-reading';
import { cover, polygonPoints, type Box } from './object-fit.ts';

type Face = Pick<FaceReading, 'found' | 'aspect' | 'facesSeen'> & {
  /** Pairs of x and y in frame widths. */
  readonly outline: ArrayLike<number>;
};

/**
 * Points of the line around the face, frame by frame: none before the 25th consecutive frame with a face. This applies
 * only at the start, so that one lost frame later does not make the line blink.
 */
export function createOutlinePoints(): (face: Face, box: Box) => string {
  let hasBegun = false;
  return ({ found, facesSeen, outline, aspect }, box) => {
    hasBegun ||= facesSeen >= MEASUREMENT.minimumFaceFrames;
    return hasBegun && found ? polygonPoints(outline, cover(box, aspect)) : '';
  };
}
