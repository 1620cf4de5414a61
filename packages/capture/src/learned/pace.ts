// SPDX-License-Identifier: Apache-2.0
import { median } from '../median.ts';

/** Maximum fraction of the time between two read frames that the network may take: other workers need the rest. */
const MAX_SHARE = 0.75;
/** Usual time between two frames, ms. */
const FRAME_MS = 1000 / 30;
/** Number of answers per median. */
const ANSWERS = 15;
/** This many lost frames within that many frames slow it down. */
const LOST = { most: 3, within: 60 };

/** Every frame, every second one, or none. */
export type PaceStep = 1 | 2 | 0;

/**
 * How often a device reads a frame with the network: less often if reading takes too long, or if frames are lost
 * meanwhile. It never speeds up again: a device that was too slow once would be too slow again during a recording.
 */
export class Pace {
  #step: PaceStep = 1;
  #answers: number[] = [];
  #frames = 0;
  #lost = 0;

  get step(): PaceStep {
    return this.#step;
  }

  /** Counts a frame. @param lost frames that the camera lost before it. */
  frame(lost: number): void {
    this.#frames += 1;
    this.#lost += lost;
    if (this.#lost >= LOST.most) this.#slowDown();
    else if (this.#frames >= LOST.within) this.#forgetFrames();
  }

  /** Counts an answer of the network. @param ms how long it took. */
  answered(ms: number): void {
    this.#answers.push(ms);
    if (this.#answers.length < ANSWERS) return;
    const usual = median(this.#answers);
    this.#answers = [];
    while (this.#step > 0 && usual > MAX_SHARE * FRAME_MS * this.#step) this.#slowDown();
  }

  #slowDown(): void {
    this.#step = this.#step === 1 ? 2 : 0;
    this.#answers = [];
    this.#forgetFrames();
  }

  #forgetFrames(): void {
    this.#frames = 0;
    this.#lost = 0;
  }
}
