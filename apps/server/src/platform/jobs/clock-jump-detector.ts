// SPDX-License-Identifier: Apache-2.0

/** A step of the wall clock by more than this is a jump, ms; smaller corrections are normal. */
export const JUMP_MS = 30_000;

/**
 * Compares the wall clock with the monotonic clock, which cannot be set. Deletion by age uses the wall clock, so it
 * waits until that clock can be trusted again.
 */
export class ClockJumpDetector {
  readonly #now: () => number;
  readonly #monotonic: () => number;
  #apart: number;
  #since = Number.NEGATIVE_INFINITY;

  constructor(now: () => number, monotonic: () => number = () => performance.now()) {
    this.#now = now;
    this.#monotonic = monotonic;
    this.#apart = now() - monotonic();
  }

  /** Time since the last detected jump of the clock, forward or back, ms; infinite if there was none. */
  sinceJumpMs(): number {
    const time = this.#monotonic();
    const apart = this.#now() - time;
    if (Math.abs(apart - this.#apart) > JUMP_MS) this.#since = time;
    this.#apart = apart;
    return time - this.#since;
  }
}
