// SPDX-License-Identifier: Apache-2.0
import { averageOf, type FaceLandmarks } from '../face/landmarks.ts';

/** What the tracker said of one frame. */
export interface Sighting {
  readonly id: number;
  readonly timeMs: number;
  readonly face: FaceLandmarks | undefined;
}

/**
 * Landmarks averaged with those of the tracked frame before and after. The grain of the picture moves the points a
 * little, and regions that jitter put texture into the colour traces. The average is centred, so a head in steady motion
 * is not followed late; each sighting comes out when the next one is known.
 */
export class SteadyLandmarks {
  #before: Sighting | undefined;
  #last: Sighting | undefined;

  /** @returns the sighting before this one, steadied; undefined at the first. */
  push(sighting: Sighting): Sighting | undefined {
    const before = this.#before;
    const settled = this.#last;
    this.#before = settled;
    this.#last = sighting;
    if (settled?.face === undefined) return settled;
    const neighbours = [before?.face, settled.face, sighting.face];
    return { ...settled, face: averageOf(neighbours.filter((face) => face !== undefined)) };
  }
}
