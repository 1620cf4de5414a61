// SPDX-License-Identifier: Apache-2.0
/** A page silent for this long counts as closed, ms. Browsers slow the timers of hidden pages down to one a minute. */
const SILENCE_MS = 150_000;

interface Seen {
  readonly build: string;
  readonly atMs: number;
}

/** The open pages and the version of the app that each runs, according to their heartbeats. */
export class Pages {
  readonly #seen = new Map<string, Seen>();

  beat(id: string, build: string, nowMs: number): void {
    this.#seen.set(id, { build, atMs: nowMs });
  }

  gone(id: string): void {
    this.#seen.delete(id);
  }

  /** Number of open pages that have sent a message. */
  get count(): number {
    return this.#seen.size;
  }

  /** Versions whose files a page may still request. */
  builds(nowMs: number): ReadonlySet<string> {
    for (const [id, { atMs }] of this.#seen) {
      if (nowMs - atMs > SILENCE_MS) this.#seen.delete(id);
    }
    return new Set([...this.#seen.values()].map(({ build }) => build));
  }
}
