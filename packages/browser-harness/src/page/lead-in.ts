// SPDX-License-Identifier: Apache-2.0
/**
 * Prepends the first frames in reverse order, so that an app has a moving picture in which to find the face, without
 * using up frames of the recording: with a lead-in of 2, the frames 0 1 2 3 become 2 1 0 1 2 3.
 */
export class LeadIn<T> {
  readonly #length: number;
  #held: T[] | null;
  #added = 0;

  constructor(length: number) {
    this.#length = length;
    this.#held = length > 0 ? [] : null;
  }

  /** Number of prepended frames. */
  get added(): number {
    return this.#added;
  }

  /** @returns the frames that are ready. */
  next(frames: readonly T[]): readonly T[] {
    if (this.#held === null) return frames;
    this.#held.push(...frames);
    return this.#held.length > this.#length ? this.end() : [];
  }

  /** @returns the frames held back, also if the recording ends within its own lead-in. */
  end(): readonly T[] {
    const held = this.#held;
    if (held === null) return [];
    this.#held = null;
    const before = held.slice(1, this.#length + 1).reverse();
    this.#added = before.length;
    return [...before, ...held];
  }
}
