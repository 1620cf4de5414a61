// SPDX-License-Identifier: Apache-2.0
import type { ColourSpace, Extractor, Rgb } from '@perfuse/extractor';
import { BackgroundPatches, faceBounds, patchShape, type Patch } from '../face/background.ts';
import { ChestFollower } from '../face/chest.ts';
import type { FaceLandmarks } from '../face/landmarks.ts';
import { facePose } from '../face/pose.ts';
import { mapRegions, regionShapes } from '../face/regions.ts';
import type { FrameRow } from '../record/row.ts';
import type { QueuedFrame } from './queue.ts';

const NO_COLOUR: Rgb = { red: NaN, green: NaN, blue: NaN };
/** A patch represents the lighting only if it is neither black nor overexposed. */
const USABLE_PATCH = { minimumLuma: 15, maximumClipped: 0.1 };

/** Turns frames and their faces into rows of numbers. */
export class FrameMeasurer {
  readonly #extractor: Extractor;
  readonly #background = new BackgroundPatches();
  readonly #chest: ChestFollower;

  constructor(extractor: Extractor) {
    this.#extractor = extractor;
    this.#chest = new ChestFollower(extractor);
  }

  /** Reads the frame's slot without releasing it. */
  measure(frame: QueuedFrame, face: FaceLandmarks | undefined, space: ColourSpace): FrameRow {
    const { timeMs, lostBefore, slot } = frame;
    const { width, height } = this.#extractor.layout;
    const background = this.#measureBackground(slot, face, space);
    if (face === undefined) {
      const regions = undefined;
      const chest = this.#chest.measure(slot, undefined, 0);
      return { timeMs, lostBefore, confidence: 0, pose: undefined, background, regions, chest };
    }
    const shapes = regionShapes(face.points, width, height);
    const pose = facePose(face.points, height / width);
    return {
      timeMs,
      lostBefore,
      confidence: face.confidence,
      pose,
      chest: this.#chest.measure(slot, face, pose.width),
      background,
      regions: mapRegions((id) => this.#extractor.measure(slot, shapes[id], space)),
    };
  }

  #measureBackground(slot: number, face: FaceLandmarks | undefined, space: ColourSpace): Rgb {
    const { width, height } = this.#extractor.layout;
    const read = (patches: readonly Patch[]) =>
      this.#extractor.measure(slot, patchShape(patches, width, height), space);
    const isUsable = (patch: Patch): boolean => {
      const { luma, clipped } = read([patch]);
      return luma >= USABLE_PATCH.minimumLuma && clipped <= USABLE_PATCH.maximumClipped;
    };
    const patches =
      face === undefined
        ? this.#background.current
        : this.#background.update(faceBounds(face.points), isUsable);
    return patches.length === 0 ? NO_COLOUR : read(patches);
  }
}
