// SPDX-License-Identifier: Apache-2.0
import type { Extractor, Movement, PixelRect } from '@perfuse/extractor';
import { faceBounds, type Patch } from './background.ts';
import type { FaceLandmarks } from './landmarks.ts';

/** Movement of shoulders and chest in one frame; units as in the payload's ChestSeries. */
export interface ChestReading {
  readonly shift: number;
  readonly confidence: number;
}

const UNSEEN: ChestReading = { shift: 0, confidence: 0 };

/**
 * Estimated position of shoulders and chest, from the size of the face: shoulders are about three face widths wide, and
 * their line is a third of a face height below the chin.
 */
const AREA = {
  /** To either side of the centre of the face, face widths. */
  halfWidth: 1.2,
  /** Below the chin, face heights: excludes a moving jaw. */
  top: 0.06,
  height: 0.75,
} as const;
/** The area is fixed until the face has moved or grown by this much of its height: a moving area adds steps. */
const KEEP = 0.1;
/** Fraction of the area inside the picture that is as good as all of it: collar and shoulder line. */
const ENOUGH_SEEN = 0.25;
/**
 * Standard error of one frame's movement that halves the confidence, in distances of the outer eye corners. A breath at
 * rest moves shoulders by 0.02 to 0.06 of it in some fifty frames.
 */
const HALF_TRUSTED = 3e-4;

/** @param face bounds in fractions of the frame's sides. @returns pixels; may be partly or wholly outside the frame. */
export function chestArea(face: Patch, frameWidth: number, frameHeight: number): PixelRect {
  const width = (face.right - face.left) * frameWidth;
  const height = (face.bottom - face.top) * frameHeight;
  const middle = ((face.left + face.right) / 2) * frameWidth;
  return {
    x: middle - AREA.halfWidth * width,
    y: face.bottom * frameHeight + AREA.top * height,
    width: 2 * AREA.halfWidth * width,
    height: AREA.height * height,
  };
}

const isNear = (kept: PixelRect, now: PixelRect): boolean =>
  [kept.x - now.x, kept.y - now.y, kept.width - now.width, kept.height - now.height].every(
    (difference) => Math.abs(difference) <= (KEEP * kept.height) / AREA.height,
  );

/** Tracks the vertical movement of shoulders and chest from frame to frame. */
export class ChestFollower {
  readonly #extractor: Extractor;
  #area: PixelRect | undefined;
  /** Fraction of the area that is inside the picture, 0..1. */
  #seen = 0;

  constructor(extractor: Extractor) {
    this.#extractor = extractor;
  }

  /**
   * @param slot of the frame; its pixels must stay valid until the next call, as the reference of the movement.
   * @param eyes distance of the outer eye corners, frame widths; read only with a face.
   */
  measure(slot: number, face: FaceLandmarks | undefined, eyes: number): ChestReading {
    if (face === undefined) {
      this.#area = undefined;
      return UNSEEN;
    }
    const { width, height } = this.#extractor.layout;
    const now = chestArea(faceBounds(face.points), width, height);
    const moved = this.#area === undefined ? undefined : this.#extractor.moved(slot);
    const seen = this.#seen;
    if (this.#area === undefined || !isNear(this.#area, now)) {
      this.#area = now;
      this.#seen = this.#extractor.follow(slot, now);
    }
    return moved === undefined ? UNSEEN : this.#reading(moved, seen, eyes * width);
  }

  #reading({ down, deviation }: Movement, seen: number, eyesPx: number): ChestReading {
    const doubt = deviation / (HALF_TRUSTED * eyesPx);
    const confidence = Math.min(1, seen / ENOUGH_SEEN) / (1 + doubt * doubt);
    return { shift: down / this.#extractor.layout.width, confidence };
  }
}
