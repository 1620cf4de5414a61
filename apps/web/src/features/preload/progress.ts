// SPDX-License-Identifier: Apache-2.0
/** At most one report in this time, ms (specification, section 9). */
const INTERVAL_MS = 500;
/** The sizes are estimates: the last percent is reserved for the end. */
const MAX_BEFORE_END = 99;

interface Part {
  expected: number;
  loaded: number;
}

/** Adds up the loaded bytes of several files. Percentages never fall, even if estimates turn out wrong. */
export class Progress {
  readonly #parts = new Map<string, Part>();
  readonly #report: (percent: number) => void;
  #lastMs = Number.NEGATIVE_INFINITY;
  #later: ReturnType<typeof setTimeout> | undefined;
  #highest = 0;

  /** @param report gets 0..100, at most every 500 ms, and 100 at the end. */
  constructor(report: (percent: number) => void) {
    this.#report = report;
  }

  expect(name: string, bytes: number): void {
    this.#parts.set(name, { expected: bytes, loaded: 0 });
  }

  add(name: string, bytes: number): void {
    const part = this.#parts.get(name);
    if (part === undefined) return;
    part.loaded += bytes;
    this.#tell();
  }

  /** The file is complete: from now on its true size counts. */
  complete(name: string): void {
    const part = this.#parts.get(name);
    if (part !== undefined) part.expected = part.loaded;
  }

  end(): void {
    this.stop();
    this.#report(100);
  }

  /** Stops reporting. */
  stop(): void {
    clearTimeout(this.#later);
  }

  #tell(): void {
    const now = performance.now();
    const waitMs = this.#lastMs + INTERVAL_MS - now;
    clearTimeout(this.#later);
    if (waitMs > 0) {
      // The last of several quick steps is reported too, once the interval has passed.
      this.#later = setTimeout(() => this.#tell(), waitMs);
      return;
    }
    this.#lastMs = now;
    let [expected, loaded] = [0, 0];
    for (const part of this.#parts.values()) {
      expected += part.expected;
      loaded += Math.min(part.loaded, part.expected);
    }
    const percent = expected > 0 ? Math.round((100 * loaded) / expected) : 0;
    this.#highest = Math.max(this.#highest, Math.min(MAX_BEFORE_END, percent));
    this.#report(this.#highest);
  }
}
