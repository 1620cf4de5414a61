// SPDX-License-Identifier: Apache-2.0
/** The analysis of a measurement so far, in the worker that keeps it. */
export interface CachedAnalysis {
  /** Digests of its chunks, in order. */
  readonly digests: readonly string[];
  readonly bytes: number;
}

/**
 * The running measurements of one worker. Dropping one costs only time: it begins again from the store. The least
 * recently used one is dropped first.
 */
export class AnalysisCache<T extends CachedAnalysis> {
  readonly maxBytes: number;
  readonly #idleMs: number;
  readonly #now: () => number;
  /** By measurement, least recently used first. */
  readonly #kept = new Map<string, { readonly analysis: T; readonly usedAt: number }>();
  #bytes = 0;

  /** @param idleMs a measurement without chunks for so long is dropped, ms. */
  constructor(maxBytes: number, idleMs: number, now: () => number) {
    this.maxBytes = maxBytes;
    this.#idleMs = idleMs;
    this.#now = now;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /**
   * Removes and returns the analysis of a measurement if it has exactly these chunks, else null. An analysis that is
   * not put back, as after an error, is dropped.
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
      if (this.#bytes <= this.maxBytes && now - usedAt < this.#idleMs) break;
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
