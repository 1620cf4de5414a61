// SPDX-License-Identifier: Apache-2.0
import type { TakenChunk } from '../chunks/chunk-repository.ts';

/** Most bytes of chunks that wait in memory; the rest is read from the store in its turn. */
const MAX_BYTES = 64 * 1024 * 1024;

interface Held {
  readonly chunk: TakenChunk;
  /** Size of its payload when it was pushed, bytes: the payload is empty once it was transferred to the engine. */
  readonly bytes: number;
}

const holding = (chunk: TakenChunk): Held => ({ chunk, bytes: chunk.payload?.byteLength ?? 0 });
const withoutPayload = (chunk: TakenChunk): TakenChunk => ({ ...chunk, payload: null });

/**
 * Tracks where the next chunk of a measurement is: in hand, because this process stored it and also analyses it, or in
 * the store, because another process or an earlier run stored it. A chunk in hand needs no query.
 */
export class ChunksInHand {
  readonly #taken = new Map<string, readonly Held[]>();
  readonly #maxBytes: number;
  #bytes = 0;
  /** Measurements with possibly more chunks in the store. */
  readonly #inStore = new Set<string>();

  constructor(maxBytes = MAX_BYTES) {
    this.#maxBytes = maxBytes;
  }

  /** Measurements with a chunk in hand. */
  get measurements(): readonly string[] {
    return [...this.#taken.keys()];
  }

  /** Whether a new chunk may be taken: all waiting ones before it are in hand, so that results come in order. */
  takes(measurementId: string, waiting: readonly number[]): boolean {
    const taken = this.#taken.get(measurementId) ?? [];
    return waiting.every((position) => taken.some(({ chunk }) => chunk.position === position));
  }

  /** Appends a chunk; the first one restarts its measurement. */
  push(measurementId: string, chunk: TakenChunk): void {
    const before = this.#taken.get(measurementId) ?? [];
    const held = holding(chunk);
    const isRoom = this.#bytes + held.bytes <= this.#maxBytes;
    const kept = isRoom ? held : holding(withoutPayload(chunk));
    this.#replace(measurementId, [...(chunk.position === 0 ? [] : before), kept]);
  }

  #replace(measurementId: string, chunks: readonly Held[]): void {
    const bytes = (all: readonly Held[] = []): number =>
      all.reduce((sum, held) => sum + held.bytes, 0);
    this.#bytes += bytes(chunks) - bytes(this.#taken.get(measurementId));
    if (chunks.length === 0) this.#taken.delete(measurementId);
    else this.#taken.set(measurementId, chunks);
  }

  /** The next chunk in hand. */
  first(measurementId: string): TakenChunk | null {
    return this.#taken.get(measurementId)?.[0]?.chunk ?? null;
  }

  /**
   * Records an analysis without a result: the engine has the chunk's bytes now, so the next one reads from the store.
   * @param counts whether that is a try.
   */
  tried(measurementId: string, chunk: TakenChunk, counts: boolean): void {
    const again = { ...withoutPayload(chunk), tries: chunk.tries + (counts ? 1 : 0) };
    const taken = this.#taken.get(measurementId) ?? [];
    this.#replace(
      measurementId,
      taken.map((held) => (held.chunk === chunk ? holding(again) : held)),
    );
  }

  /** Removes a finished chunk. */
  done(measurementId: string, chunk: TakenChunk): void {
    const taken = this.#taken.get(measurementId) ?? [];
    this.#replace(
      measurementId,
      taken.filter((held) => held.chunk !== chunk),
    );
  }

  /** Whether a chunk is in hand, or may wait in the store. */
  mayHave(measurementId: string): boolean {
    return this.#taken.has(measurementId) || this.#inStore.has(measurementId);
  }

  /** Records that more may wait in the store. */
  lookFor(measurementId: string): void {
    this.#inStore.add(measurementId);
  }

  /**
   * Claims from the store if more may wait there, and on later calls until there is nothing.
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
