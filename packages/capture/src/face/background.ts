// SPDX-License-Identifier: Apache-2.0
import type { Shape } from '@perfuse/extractor';
import { FACE_OVAL } from './mesh.ts';

/** A rectangle in fractions of the frame's width and height. */
export interface Patch {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Size of a patch, in fractions of the frame's width and height. */
const PATCH = { width: 1 / 8, height: 1 / 6 };
/** Possible start positions of patches: every third of a patch. */
const STEPS = 3;
const MAX_PATCHES = 4;
/** Space between face and patch, in face widths: hair and ears; larger for choosing a patch than for keeping it. */
const MARGIN = { choose: 0.25, keep: 0.1 };
/** Shoulders: below the chin, the person is wider than the face by this many face widths on each side. */
const SHOULDERS = 1;
/** The neck and shoulders start this far above the lower end of the face, in face heights. */
const SHOULDER_RISE = 0.15;

const starts = (size: number): readonly number[] => {
  const count = Math.round((1 / size - 1) * STEPS) + 1;
  return Array.from({ length: count }, (_, place) => (place * size) / STEPS);
};

const CANDIDATES: readonly Patch[] = starts(PATCH.width).flatMap((left) =>
  starts(PATCH.height).map((top) => ({
    left,
    top,
    right: left + PATCH.width,
    bottom: top + PATCH.height,
  })),
);

/** Bounding rectangle of a face. @param points as in FaceLandmarks. */
export function faceBounds(points: Float32Array): Patch {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const index of FACE_OVAL) {
    const [x, y] = [points[index * 2] ?? NaN, points[index * 2 + 1] ?? NaN];
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  return { left, top, right, bottom };
}

const overlaps = (a: Patch, b: Patch): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/**
 * The head, and the estimated body below it.
 * @param margin space around both, in face widths.
 */
export function personAreas(face: Patch, margin = MARGIN.choose): readonly [Patch, Patch] {
  const width = face.right - face.left;
  const height = face.bottom - face.top;
  const head = {
    left: face.left - margin * width,
    right: face.right + margin * width,
    top: face.top - margin * height,
    bottom: face.bottom,
  };
  const body = {
    left: face.left - (SHOULDERS + margin) * width,
    right: face.right + (SHOULDERS + margin) * width,
    top: face.bottom - SHOULDER_RISE * height,
    bottom: Infinity,
  };
  return [head, body];
}

/** Whether a patch is clear of the person. */
const isClear = (patch: Patch, face: Patch, margin: number): boolean =>
  !personAreas(face, margin).some((area) => overlaps(patch, area));

const middle = (patch: Patch): number => (patch.left + patch.right) / 2;

/** Nearest first, without overlaps, at most half of them on one side of the face. */
function choose(
  candidates: readonly Patch[],
  face: Patch,
  isUsable: (patch: Patch) => boolean,
): readonly Patch[] {
  const distance = (patch: Patch): number =>
    Math.hypot(
      middle(patch) - middle(face),
      (patch.top + patch.bottom - face.top - face.bottom) / 2,
    );
  const isLeft = (patch: Patch): boolean => middle(patch) < middle(face);
  const chosen: Patch[] = [];
  for (const patch of [...candidates].sort((a, b) => distance(a) - distance(b))) {
    if (chosen.length === MAX_PATCHES) break;
    const onSide = chosen.filter((other) => isLeft(other) === isLeft(patch));
    if (onSide.length === MAX_PATCHES / 2 || onSide.some((other) => overlaps(other, patch)))
      continue;
    if (isUsable(patch)) chosen.push(patch);
  }
  return chosen;
}

/** If no patch is usable, retry after this many faces. */
const RETRY_AFTER = 30;

/**
 * Chooses up to four patches outside the person. They are fixed in the frame, so that a moving head does not drag them
 * over the pattern of a wall; new ones are chosen only when the person moves over one of them.
 */
export class BackgroundPatches {
  #patches: readonly Patch[] = [];
  #retryIn = 0;

  /**
   * @param face current bounds of the face.
   * @param isUsable whether a patch is neither too dark nor overexposed; called only when patches are chosen.
   */
  update(face: Patch, isUsable: (patch: Patch) => boolean): readonly Patch[] {
    const kept = this.#patches.every((patch) => isClear(patch, face, MARGIN.keep));
    if (this.#patches.length > 0 && kept) return this.#patches;
    if (this.#patches.length === 0 && this.#retryIn > 0) {
      this.#retryIn -= 1;
      return this.#patches;
    }
    const clear = CANDIDATES.filter((patch) => isClear(patch, face, MARGIN.choose));
    this.#patches = choose(clear, face, isUsable);
    this.#retryIn = RETRY_AFTER;
    return this.#patches;
  }

  /** The latest patches; used while no face is found. */
  get current(): readonly Patch[] {
    return this.#patches;
  }
}

/** Patches as one region of a frame, in pixels. */
export function patchShape(patches: readonly Patch[], width: number, height: number): Shape {
  return patches.map(({ left, top, right, bottom }) => ({
    points: Float32Array.of(
      ...[left * width, top * height, right * width, top * height],
      ...[right * width, bottom * height, left * width, bottom * height],
    ),
    hole: false,
  }));
}
