// SPDX-License-Identifier: Apache-2.0
import type { PendingChunk } from '../chunks/chunk-repository.ts';

/**
 * Where the next chunk of a measurement is: in hand, because this process stored it and analyses it as well, or in the
 * store, because another process or an earlier run stored it. What is in hand needs no look at the store.
 */
export class ChunksInHand {
  readonly #taken = new Map<string, PendingChunk[]>();
  /** Measurements of which more may wait in the store. */
  readonly #inStore = new Set<string>();

  /** Measurements with a chunk in hand. */
  get measurements(): readonly string[] {
    return [...this.#taken.keys()];
  }

  /** Whether a new chunk may be taken: no chunk before it waits but those in hand, so that results come in order. */
  takes(measurementId: string, waiting: readonly number[]): boolean {
    const taken = this.#taken.get(measurementId) ?? [];
    return waiting.every((position) => taken.some((chunk) => chunk.position === position));
  }

  /** Takes a chunk behind the others; the first one begins its measurement afresh. */
  push(measurementId: string, chunk: PendingChunk): void {
    const before = chunk.position === 0 ? undefined : this.#taken.get(measurementId);
    this.#taken.set(measurementId, [...(before ?? []), chunk]);
  }

  /** The next chunk in hand. */
  first(measurementId: string): PendingChunk | null {
    return this.#taken.get(measurementId)?.[0] ?? null;
  }

  /** Counts a try of a chunk in hand. */
  tried(measurementId: string, chunk: PendingChunk): void {
    const taken = this.#taken.get(measurementId) ?? [];
    const tries = chunk.tries + 1;
    this.#taken.set(
      measurementId,
      taken.map((one) => (one === chunk ? { ...one, tries } : one)),
    );
  }

  /** A chunk is done with. */
  done(measurementId: string, chunk: PendingChunk): void {
    const left = this.#taken.get(measurementId)?.filter((one) => one !== chunk) ?? [];
    if (left.length === 0) this.#taken.delete(measurementId);
    else this.#taken.set(measurementId, left);
  }

  /** More may wait in the store. */
  lookFor(measurementId: string): void {
    this.#inStore.add(measurementId);
  }

  /**
   * Claims from the store if more may wait there, and next time again unless there was nothing.
   * @throws what `claim` throws.
   */
  async fromStore<T>(measurementId: string, claim: () => Promise<T | null>): Promise<T | null> {
    if (!this.#inStore.delete(measurementId)) return null;
    let isEmpty = false;
    try {
      const claimed = await claim();
      isEmpty = claimed === null;
      return claimed;
    } finally {
      if (!isEmpty) this.#inStore.add(measurementId);
    }
  }
}
