// SPDX-License-Identifier: Apache-2.0
/** A page that was silent for this long is gone, ms. Browsers slow the timers of hidden pages down to one a minute. */
const SILENCE_MS = 150_000;

interface Seen {
  readonly build: string;
  readonly atMs: number;
}

/** The open pages and the version of the app that each runs, as their heartbeats tell. */
export class Pages {
  readonly #seen = new Map<string, Seen>();

  beat(id: string, build: string, nowMs: number): void {
    this.#seen.set(id, { build, atMs: nowMs });
  }

  gone(id: string): void {
    this.#seen.delete(id);
  }

  /** Open pages that were heard of. */
  get count(): number {
    return this.#seen.size;
  }

  /** Versions that a page may still ask files of. */
  builds(nowMs: number): ReadonlySet<string> {
    for (const [id, { atMs }] of this.#seen) {
      if (nowMs - atMs > SILENCE_MS) this.#seen.delete(id);
    }
    return new Set([...this.#seen.values()].map(({ build }) => build));
  }
}
