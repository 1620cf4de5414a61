// SPDX-License-Identifier: Apache-2.0
/**
 * Puts the first frames backwards before a recording, so that an app has a living picture to find the face in
 * while nothing of the recording is spent: with a lead-in of 2 the frames 0 1 2 3 become 2 1 0 1 2 3.
 */
export class LeadIn<T> {
  readonly #length: number;
  #held: T[] | null;
  #added = 0;

  constructor(length: number) {
    this.#length = length;
    this.#held = length > 0 ? [] : null;
  }

  /** How many frames were put before the recording. */
  get added(): number {
    return this.#added;
  }

  /** @returns the frames that can be shown now. */
  next(frames: readonly T[]): readonly T[] {
    if (this.#held === null) return frames;
    this.#held.push(...frames);
    return this.#held.length > this.#length ? this.end() : [];
  }

  /** @returns what was held back, when the recording ends within its own lead-in too. */
  end(): readonly T[] {
    const held = this.#held;
    if (held === null) return [];
    this.#held = null;
    const before = held.slice(1, this.#length + 1).reverse();
    this.#added = before.length;
    return [...before, ...held];
  }
}
