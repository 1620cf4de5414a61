// SPDX-License-Identifier: Apache-2.0
import type { Extractor, Movement, PixelRect } from '@perfuse/extractor';
import { faceBounds, type Patch } from './background.ts';
import type { FaceLandmarks } from './landmarks.ts';

/** How shoulders and chest moved in one frame; units as in the payload's ChestSeries. */
export interface ChestReading {
  readonly shift: number;
  readonly confidence: number;
}

const UNSEEN: ChestReading = { shift: 0, confidence: 0 };

/**
 * Where shoulders and chest are guessed, from the face's own size: shoulders are about three faces wide, and their line
 * lies a third of a face below the chin.
 */
const AREA = {
  /** To either side of the middle of the face, face widths. */
  halfWidth: 1.2,
  /** Below the chin, face heights: a jaw that moves stays out. */
  top: 0.06,
  height: 0.75,
} as const;
/** The area stays where it is until the face has moved or grown by this much of its height: a moving one adds steps. */
const KEEP = 0.1;
/** Share of the area inside the picture that is as good as all of it: collar and shoulders' line. */
const ENOUGH_SEEN = 0.25;
/**
 * Standard error of one frame's movement that leaves half of the confidence, distances of the outer eye corners. A
 * resting breath moves shoulders by 0.02 to 0.06 of it in some fifty frames.
 */
const HALF_TRUSTED = 3e-4;

/** @param face bounds in shares of the frame's sides. @returns pixels; partly or wholly outside the frame, perhaps. */
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

/** Follows shoulders and chest up and down, from frame to frame. */
export class ChestFollower {
  readonly #extractor: Extractor;
  #area: PixelRect | undefined;
  /** Share of the area that lies inside the picture, 0..1. */
  #seen = 0;

  constructor(extractor: Extractor) {
    this.#extractor = extractor;
  }

  /**
   * @param slot of the frame, which holds until the next call as what the movement is counted from.
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
