// SPDX-License-Identifier: Apache-2.0
import type { TakenChunk } from '../chunks/chunk-repository.ts';

/** Most bytes of chunks that wait in hand; what is beyond is read from the store in its turn. */
const MOST_BYTES = 64 * 1024 * 1024;

const bytesOf = ({ payload }: TakenChunk): number => payload?.byteLength ?? 0;
const withoutPayload = (chunk: TakenChunk): TakenChunk => ({ ...chunk, payload: null });

/**
 * Where the next chunk of a measurement is: in hand, because this process stored it and analyses it as well, or in the
 * store, because another process or an earlier run stored it. What is in hand needs no look at the store.
 */
export class ChunksInHand {
  readonly #taken = new Map<string, readonly TakenChunk[]>();
  readonly #mostBytes: number;
  #bytes = 0;
  /** Measurements of which more may wait in the store. */
  readonly #inStore = new Set<string>();

  constructor(mostBytes = MOST_BYTES) {
    this.#mostBytes = mostBytes;
  }

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
  push(measurementId: string, chunk: TakenChunk): void {
    const before = this.#taken.get(measurementId) ?? [];
    const isRoom = this.#bytes + bytesOf(chunk) <= this.#mostBytes;
    const kept = isRoom ? chunk : withoutPayload(chunk);
    this.#replace(measurementId, [...(chunk.position === 0 ? [] : before), kept]);
  }

  #replace(measurementId: string, chunks: readonly TakenChunk[]): void {
    const bytes = (all: readonly TakenChunk[] = []): number =>
      all.reduce((sum, chunk) => sum + bytesOf(chunk), 0);
    this.#bytes += bytes(chunks) - bytes(this.#taken.get(measurementId));
    if (chunks.length === 0) this.#taken.delete(measurementId);
    else this.#taken.set(measurementId, chunks);
  }

  /** The next chunk in hand. */
  first(measurementId: string): TakenChunk | null {
    return this.#taken.get(measurementId)?.[0] ?? null;
  }

  /**
   * A chunk was analysed in vain: the engine has its bytes now, so that it begins from the store next time.
   * @param counts whether that is a try.
   */
  tried(measurementId: string, chunk: TakenChunk, counts: boolean): void {
    const again = { ...withoutPayload(chunk), tries: chunk.tries + (counts ? 1 : 0) };
    const taken = this.#taken.get(measurementId) ?? [];
    this.#replace(
      measurementId,
      taken.map((one) => (one === chunk ? again : one)),
    );
  }

  /** A chunk is done with. */
  done(measurementId: string, chunk: TakenChunk): void {
    const taken = this.#taken.get(measurementId) ?? [];
    this.#replace(
      measurementId,
      taken.filter((one) => one !== chunk),
    );
  }

  /** Whether a chunk is in hand, or may wait in the store. */
  mayHave(measurementId: string): boolean {
    return this.#taken.has(measurementId) || this.#inStore.has(measurementId);
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
