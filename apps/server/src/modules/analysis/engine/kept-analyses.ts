// SPDX-License-Identifier: Apache-2.0
/** What a measurement was fed with so far, in the worker that has it. */
export interface KeptAnalysis {
  /** Digests of its chunks, in order. */
  readonly digests: readonly string[];
  readonly bytes: number;
}

/**
 * The running measurements of one worker. Nothing depends on them but time: what was dropped begins again from the store.
 * The one that was used longest ago goes first.
 */
export class KeptAnalyses<T extends KeptAnalysis> {
  readonly mostBytes: number;
  readonly #idleMs: number;
  readonly #now: () => number;
  /** By measurement, the one used longest ago first. */
  readonly #kept = new Map<string, { readonly analysis: T; readonly usedAt: number }>();
  #bytes = 0;

  /** @param idleMs a measurement that gets nothing for so long is dropped. */
  constructor(mostBytes: number, idleMs: number, now: () => number) {
    this.mostBytes = mostBytes;
    this.#idleMs = idleMs;
    this.#now = now;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /**
   * Takes out the analysis of a measurement if it was fed with exactly these chunks. What is not put back, as after an
   * error, is dropped.
   */
  take(measurementId: string, digests: readonly string[]): T | null {
    const analysis = this.#drop(measurementId);
    if (analysis === null || analysis.digests.length !== digests.length) return null;
    return analysis.digests.every((digest, at) => digest === digests[at]) ? analysis : null;
  }

  keep(measurementId: string, analysis: T): void {
    this.#drop(measurementId);
    const now = this.#now();
    this.#kept.set(measurementId, { analysis, usedAt: now });
    this.#bytes += analysis.bytes;
    for (const [id, { usedAt }] of this.#kept) {
      if (this.#bytes <= this.mostBytes && now - usedAt < this.#idleMs) break;
      this.#drop(id);
    }
  }

  #drop(measurementId: string): T | null {
    const kept = this.#kept.get(measurementId);
    if (kept === undefined) return null;
    this.#kept.delete(measurementId);
    this.#bytes -= kept.analysis.bytes;
    return kept.analysis;
  }
}
