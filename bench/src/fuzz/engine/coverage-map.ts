// SPDX-License-Identifier: Apache-2.0
import { COUNTERS } from '../coverage/names.ts';

/** Classes of how often a branch ran, as AFL has them: 1, 2, 3, 4+, 8+, 16+, 32+, 128+ (Zalewski, 2013). */
const CLASS = Uint8Array.from({ length: 256 }, (_, n) => {
  if (n === 0) return 0;
  if (n <= 3) return 1 << (n - 1);
  if (n < 8) return 8;
  if (n < 16) return 16;
  if (n < 32) return 32;
  return n < 128 ? 64 : 128;
});

const live = (): Uint8Array => {
  const found: unknown = Reflect.get(globalThis, COUNTERS);
  return found instanceof Uint8Array ? found : new Uint8Array(0);
};

/** What inputs have reached so far. */
export class CoverageMap {
  readonly #live = live();
  /** The same, four at once: most are 0. */
  readonly #words = new Uint32Array(this.#live.buffer);
  readonly #seen: Uint8Array;

  constructor(counters: number) {
    this.#seen = new Uint8Array(Math.ceil(counters / 4) * 4);
  }

  reset(): void {
    this.#live.fill(0, 0, this.#seen.length);
  }

  /** Takes in what ran since the reset. @returns the number of things never seen before. */
  takeIn(): number {
    let found = 0;
    for (const at of this.#running()) {
      const hits = this.#live[at] ?? 0;
      const kind = CLASS[hits] ?? 0;
      const seen = this.#seen[at] ?? 0;
      if ((kind & ~seen) === 0) continue;
      this.#seen[at] = seen | kind;
      found += 1;
    }
    return found;
  }

  /** Numbers of the counters that ran since the reset. */
  hit(): number[] {
    return this.#running();
  }

  #running(): number[] {
    const found: number[] = [];
    for (let word = 0; word < this.#seen.length / 4; word += 1) {
      if ((this.#words[word] ?? 0) === 0) continue;
      for (let at = 4 * word; at < 4 * word + 4; at += 1) {
        if ((this.#live[at] ?? 0) > 0) found.push(at);
      }
    }
    return found;
  }

  /** Numbers of the counters that ever ran. */
  reached(): number[] {
    return [...this.#seen.keys()].filter((at) => (this.#seen[at] ?? 0) > 0);
  }
}
