// SPDX-License-Identifier: Apache-2.0

/** A clock that is set by this much at once has jumped; small corrections are everyday, ms. */
export const JUMP_MS = 30_000;

/**
 * Compares the wall clock with the monotonic one, which cannot be set. What is deleted for its age is deleted by the
 * clock of the day, so it waits until that one can be believed again.
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

  /** How long ago the clock was seen to jump, forward or back, ms; infinite when it never was. */
  sinceJumpMs(): number {
    const time = this.#monotonic();
    const apart = this.#now() - time;
    if (Math.abs(apart - this.#apart) > JUMP_MS) this.#since = time;
    this.#apart = apart;
    return time - this.#since;
  }
}
