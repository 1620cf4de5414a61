// SPDX-License-Identifier: Apache-2.0
import { averageOf, type FaceLandmarks } from '../face/landmarks.ts';

/** The tracker's result for one frame. */
export interface Sighting {
  readonly id: number;
  readonly timeMs: number;
  readonly face: FaceLandmarks | undefined;
}

/**
 * Landmarks averaged with those of the previous and the next tracked frame. Image noise moves the points slightly, and
 * regions that jitter add texture to the colour traces. The average is centred, so that a steadily moving head is
 * followed without lag; each sighting is returned when the next one is known.
 */
export class SteadyLandmarks {
  #before: Sighting | undefined;
  #last: Sighting | undefined;

  /** @returns the previous sighting, averaged; undefined at the first. */
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
