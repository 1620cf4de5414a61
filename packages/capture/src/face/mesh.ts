// SPDX-License-Identifier: Apache-2.0
/**
 * Points of the MediaPipe face mesh (468 points; numbering of its canonical face model). Left and right are the
 * person's own: left is on the right of an unmirrored image.
 */
import type { RegionId } from '@perfuse/contract/payload/regions';

/** Outline of the face, from the top of the forehead around by the person's left. */
export const FACE_OVAL = [
  10, 338, 297, 332, 284, 251, 389, 356, 454, 323, 361, 288, 397, 365, 379, 378, 400, 377, 152, 148,
  176, 149, 150, 136, 172, 58, 132, 93, 234, 127, 162, 21, 54, 103, 67, 109,
] as const;

/** Regions with a single polygon; `skin` is built from the oval and the holes. */
export const REGION_OUTLINES: Readonly<Record<Exclude<RegionId, 'skin'>, readonly number[]>> = {
  forehead: [103, 67, 109, 10, 338, 297, 332, 333, 299, 337, 151, 108, 69, 104],
  leftCheek: [346, 347, 348, 329, 266, 425, 411, 352, 345],
  rightCheek: [117, 118, 119, 100, 36, 205, 187, 123, 116],
  nose: [6, 419, 399, 437, 420, 429, 279, 4, 49, 209, 198, 217, 174, 196],
  chin: [194, 182, 83, 18, 313, 406, 418, 262, 369, 175, 140, 32],
};

/** Eyes with their lids, brows and mouth: not skin, or skin that moves independently. */
export const SKIN_HOLES: readonly (readonly number[])[] = [
  [130, 247, 30, 29, 27, 28, 56, 190, 243, 112, 26, 22, 23, 24, 110, 25],
  [359, 467, 260, 259, 257, 258, 286, 414, 463, 341, 256, 252, 253, 254, 339, 255],
  [70, 63, 105, 66, 107, 55, 65, 52, 53, 46],
  [300, 293, 334, 296, 336, 285, 295, 282, 283, 276],
  [61, 185, 40, 39, 37, 0, 267, 269, 270, 409, 291, 375, 321, 405, 314, 17, 84, 181, 91, 146],
];

export const POINT = {
  noseTip: 1,
  /** Outer corners of the eyes. */
  rightEye: 33,
  leftEye: 263,
  /** Where the cheeks meet the ears. */
  rightSide: 234,
  leftSide: 454,
} as const;
